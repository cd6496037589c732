import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../browser/text-of.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { html } from './searchers.ts'

let closed: Inside
let open: Inside

beforeAll(async () => {
  ;[closed, open] = await Promise.all([openInside(), openInside({ INDEXABLE: 'on', TRAILING_SLASH: 'on' })])
})

afterAll(async () => {
  await closed?.close()
  await open?.close()
})

/** The path as it is written: an address would fold "//" into a host. */
const get = (product: Inside, path: string) =>
  fetch(path.startsWith('http') ? path : new URL(product.url).origin + path, { redirect: 'manual' })
/** As somebody reads it: a program is told of what is wrong in a line. */
const read = (path: string) => fetch(new URL(path, closed.url), { headers: html })
const text = async (product: Inside, path: string) => (await get(product, path)).text()

describe('search engines', () => {
  test('read nothing unless the operator wants it', async () => {
    expect(await text(closed, '/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
    expect((await get(closed, '/sitemap.xml')).status).toBe(404)
    expect(await text(closed, '/tags')).toContain('noindex')
  })

  test('find every tag and CVE of the catalogue by the sitemap, each at its one address', async () => {
    expect(await text(open, '/robots.txt')).toContain(`Sitemap: ${new URL('/sitemap.xml', open.url).href}`)
    const answer = await get(open, '/sitemap.xml')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) =>
      String(place),
    )
    expect(places.length).toBeGreaterThan(1500)
    expect(new Set(places).size).toBe(places.length)
    for (const path of ['/', '/tags/', '/tags/mirai/', '/cves/CVE-2021-44228/'])
      expect(places).toContain(new URL(path, open.url).href)
    for (const place of places.filter((_, at) => at % 400 === 1))
      expect((await get(open, place)).status).toBe(200)
  })
})

test('a page of a long address holds it some times, not dozens of times, and leads back to the start', async () => {
  for (const path of [`/nothing/${'a'.repeat(50_000)}`, `/tags?search=${'a'.repeat(50_000)}`]) {
    const page = await (await read(path)).text()
    expect(page.split('a'.repeat(40_000)).length - 1, path.slice(0, 20)).toBeLessThan(10)
    expect(page).toContain('/settings?back=%2F"')
  }
  // Percent-encoded once more each time, it is not held by every link of the page.
  const path = `/ip/${'%'.repeat(50_000)}`
  const page = await (await read(path)).text()
  expect(page.length).toBeLessThan(12 * path.length)
  expect(page).toContain('/auth-required?redirect=%2F&amp;hint=login"')
})

describe('a page has one address', () => {
  test.each([
    ['/tags/?search=a', '/tags?search=a'],
    ['/ip/192.0.2.1/', '/ip/192.0.2.1'],
  ])('without the slash: %s', async (path, to) => {
    const answer = await get(closed, path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
    expect((await get(closed, to)).status).toBe(200)
  })

  test('with the slash, where the operator wants it', async () => {
    const answer = await get(open, '/tags?search=a')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/tags/?search=a'])
    expect((await get(open, '/tags/?search=a')).status).toBe(200)
  })

  test('links that set a cookie, and the search without scripts, lead on with the slash as well', async () => {
    for (const [path, to] of [
      ['/settings/set?theme=dark&back=%2Ftags', '/tags'],
      ['/settings/consent?to=deny&back=%2Ftags', '/tags'],
      ['/search?q=192.0.2.1', '/ip/192.0.2.1'],
    ] as const) {
      const spelled = (await get(open, path)).headers.get('location') ?? ''
      expect(spelled).toBe(path.replace('?', '/?'))
      const answer = await get(open, spelled)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, to])
    }
  })

  test('calls, files and queries keep theirs, and no spelling leads to another host', async () => {
    for (const path of [
      '/api/tags/mirai',
      '/favicon.svg',
      '/query/port%3A80',
      '/builds/latest.json',
      '/robots.txt',
    ])
      expect((await get(open, path)).status, path).toBe(200)
    for (const path of ['//evil.test/', '/%2F%2Fevil.test/', '/\\evil.test/']) {
      const to = (await get(closed, path)).headers.get('location') ?? '/'
      expect(new URL(to, closed.url).host, path).toBe(new URL(closed.url).host)
    }
  })

  test.each([
    ['/tag/mirai', '/tags/mirai'],
    ['/riot/9.9.9.9', '/ip/9.9.9.9'],
    ['/query?gnql=tags%3A%22Mirai%22', '/query/tags%3A%22Mirai%22'],
    ['/trends?view=active', '/trends/active'],
    ['/trends?view=', '/trends/trending'],
  ])('the old address %s leads to %s', async (from, to) => {
    const answer = await get(closed, from)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
  })

  test('"Check my address" leads to the page of whoever asks', async () => {
    const answer = await get(closed, '/my-address')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ip/127.0.0.1'])
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test('U+0000 in an address is refused, and none leaves in HTML', async () => {
    for (const path of ['/query/%00', '/query/port%3A80%00', '/nowhere/%00', '/?q=%00']) {
      const answer = await read(path)
      const page = await answer.text()
      expect([path, answer.status, page.includes('\0')]).toEqual([path, 400, false])
      expect(textOf(page)).toContain('U+0000')
    }
    expect((await read('/query/port%3A80%0D%0A%09tags%3AMirai')).status).toBe(200)
  })

  test('it names its address and a picture', async () => {
    const page = await text(closed, '/tags?page=2')
    const origin = new URL(closed.url).origin
    expect(page).toContain(`<link rel="canonical" href="${origin}/tags"/>`)
    expect(page).toContain(`<meta property="og:image" content="${origin}/open-graph.png"/>`)
    const picture = await get(closed, '/open-graph.png')
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  test('each says in words of its own what it is, once', async () => {
    const metaOf = (html: string, name: string): string[] =>
      [...html.matchAll(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`, 'g'))].map(
        ([, content = '']) => content,
      )
    const said = new Set<string>()
    const paths = ['/', '/tags', '/trends/trending', '/query/port%3A80', '/ip/198.18.0.1', '/sources']
    for (const path of paths) {
      const page = await text(closed, path)
      const [titles, descriptions] = [metaOf(page, 'og:title'), metaOf(page, 'og:description')]
      expect([path, titles.length, descriptions.length]).toEqual([path, 1, 1])
      expect([path, metaOf(page, 'description')]).toEqual([path, descriptions])
      expect(descriptions[0]).not.toBe('')
      expect(page).toContain(`<title>${titles[0]}</title>`)
      said.add(`${titles[0]}: ${descriptions[0]}`)
    }
    expect(said.size).toBe(paths.length)
  })
})

test('HEAD tells status and type without a body', async () => {
  for (const [path, status, type] of [
    ['/', 200, 'text/html'],
    ['/ip/10.20.30.40', 200, 'text/html'],
    ['/nowhere', 404, 'text/html'],
    ['/favicon.svg', 200, 'image/svg+xml'],
    ['/healthz', 200, 'application/json'],
  ] as const) {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await fetch(new URL(path, closed.url), { method: 'HEAD', headers })
    const body = await answer.text()
    expect([path, answer.status, body]).toEqual([path, status, ''])
    expect(answer.headers.get('content-type')).toContain(type)
  }
  expect(await (await read('/favicon.ico')).text()).toContain('<svg')
})

test('icons are served by name, in the shape icon loaders read', async () => {
  const read = async (path: string) => (await get(closed, path)).json() as Promise<Record<string, unknown>>
  expect(await read('/icons/noisefloor.json?icons=tor,worm,nothing')).toMatchObject({
    prefix: 'noisefloor',
    icons: { tor: { body: expect.stringContaining('<path') }, worm: {} },
    not_found: ['nothing'],
  })
  expect(await read('/icons/lucide.json?icons=sun,constructor')).toMatchObject({
    icons: { sun: { body: expect.any(String) } },
    not_found: ['constructor'],
  })
  for (const path of ['/icons/other.json?icons=a', '/icons/__proto__.json?icons=a'])
    expect((await get(closed, path)).status).toBe(404)
  for (const path of ['/icons/lucide.json', '/icons/lucide.json?icons=../x', '/icons/lucide.json?icons=A'])
    expect((await get(closed, path)).status).toBe(400)
})
