import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCaptures } from '#demo/captures.ts'
import { call, captureOf, eventually, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { signInOwner } from './first-owner.ts'
import { openBrowser, userAgent } from './open.ts'
import { textOf } from './text-of.ts'
import { alive, sideways, visit } from './visitor.ts'

let product: Inside
let browser: Browser
/** What a new installation answered before anything was brought in. */
let fresh: string
let freshQuery: string
/** An address of the demo that Mirai runs on. */
let mirai: string

const get = (path: string, agent = userAgent): Promise<Response> =>
  fetch(new URL(path, product.url), { redirect: 'manual', headers: { 'user-agent': agent } })
const read = async (path: string): Promise<string> => textOf(await (await get(path)).text())

const seenPrivate = '10.20.30.40'

/** Yesterday and today of the demo at two sensors, whatever the hour, and one private address of our own. */
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  fresh = await read('/')
  freshQuery = await read('/query/port%3A80')
  const now = Date.now()
  const lastDays = demoCaptures(now).slice(-8)
  for (const { name, sensor, bytes } of lastDays.filter((_, at) => at % 4 < 2))
    await upload(product, Buffer.concat([...bytes()]), `origin=demo&sensor=${sensor}&name=${name}`)
  await upload(product, captureOf([webVisit(seenPrivate, { uri: '/' }, now - 60_000)]))
  await waitUntilIdle(product)
  const { body } = await call(product, '/v3/gnql?size=1&query=tags:Mirai%20tags:%22Mirai%20Loader%22')
  mirai = String((body.data as { ip: string }[])[0]?.ip)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

describe('an answer says what it is', () => {
  test('a new installation says how to begin and shows no numbers', () => {
    expect(fresh).toContain('No traffic yet')
    expect(fresh).toContain('npx --no noisefloor ingest FILE.pcap --shift-to now')
    expect(fresh).toContain('npx --no noisefloor demo load')
    expect(fresh).toContain('Add a sensor, or bring a capture')
    expect(fresh).not.toContain('last 24 h')
    expect(fresh).not.toContain('Demo data:')
    expect(freshQuery).toContain('No traffic yet')
    expect(freshQuery).not.toContain('No address matches')
  })

  test('an address that was never seen keeps its network facts and is not called safe', async () => {
    const answer = await get('/ip/9.9.9.9')
    expect(answer.status).toBe(200)
    const text = textOf(await answer.text())
    expect(text).toContain('Belongs to Quad9 (AS19281), ')
    expect(
      text.match(/Not seen by our sensors in the last 90 days\. That does not make it safe\./g),
    ).toHaveLength(1)
    expect(text).not.toMatch(/\b(Malicious|Benign|Suspicious) /)
  })

  test('a private address names its range, whether it was seen or not', async () => {
    const unseen = await read('/ip/10.0.0.1')
    expect(unseen).toContain('10.0.0.0/8')
    expect(unseen).toContain('Private use')
    expect(unseen).toContain(
      'it is not routed on the public internet, so this says nothing about a real host',
    )
    // To say so of an address that is nobody's would be a warning about nothing.
    expect(unseen).not.toContain('That does not make it safe.')
    const seen = await read(`/ip/${seenPrivate}`)
    expect(seen).toContain('10.0.0.0/8')
    expect(seen).toContain('Seen in 1 session by 1 sensor')
    expect(seen).not.toContain('That does not make it safe.')
  })

  test.each(['/ip/999.1.1.1', '/ip/10.0.0.0%2F8', '/ip/nonsense'])('%s is answered 400', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(400)
    expect(textOf(await answer.text())).toContain(
      "The grid rejects your input — something doesn't compute. Please verify your transmission.",
    )
  })

  test('an unknown page is answered 404 and names the path', async () => {
    for (const path of ['/nowhere', '/ipsum/lorem']) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      const text = textOf(await answer.text())
      expect(text).toContain('This data cache seems to have vanished into the ether.')
      expect(text).toContain(`Page not found: ${path}`)
    }
  })

  test('an empty result is not an error; a text that makes no sense shows where', async () => {
    const empty = await get('/query/port%3A1%20tags%3AMirai')
    expect(empty.status).toBe(200)
    expect(textOf(await empty.text())).toContain('No address matches')
    const html = await (await get('/query/tags%3AMirai%20port%3A(')).text()
    expect(textOf(html)).toContain('This query did not run. The reason stands above.')
    expect(html).toMatch(/tags:Mirai port:\(\n {16,}\^/)
    expect(textOf(html)).toContain('At character')
    expect(html).toContain('>tags:Mirai port:(</textarea>')
  })

  test('a slip of the pen is met with what was probably meant', async () => {
    const text = await read('/query/clasification%3Amalicious')
    expect(text).toMatch(/Did you mean classification/)
  })

  test('bots get a refusal as plain text and the rest as pages', async () => {
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const lost = await get('/nowhere', bot)
    expect([lost.status, lost.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(await lost.text()).not.toContain('<')
    expect(await (await get('/', bot)).text()).toContain('Who is scanning the internet')
  })

  test('every page has a name of its own, and search engines are kept out unless asked in', async () => {
    const title = async (path: string) => /<title>(.*?)<\/title>/.exec(await (await get(path)).text())?.[1]
    expect(await title(`/ip/${mirai}`)).toBe(`${mirai}: malicious · Noisefloor`)
    expect(await title('/query/tags%3AMirai')).toBe('tags:Mirai · Noisefloor')
    expect(await title('/nowhere')).toContain('404')
    const home = await (await get('/')).text()
    expect(home).toContain('<meta name="robots" content="noindex, nofollow"/>')
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /\n')
  })

  test('today’s numbers are those of their queries, class by class', async () => {
    const home = async () => {
      const text = await read('/')
      const shown = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))
      const all = shown(/([\d,]+) addresses last seen in the last 24 h/)
      expect(all).toBeGreaterThan(10)
      return [
        all,
        ...['Malicious', 'Unknown', 'Benign'].map((name) => shown(new RegExp(`${name} ([\\d,]+) `))),
      ]
    }
    const stats = async (query: string) =>
      (await call(product, `/v3/gnql/stats?query=${encodeURIComponent(query)}`)).body.count
    const counted = async () => {
      const counts: unknown[] = [await stats('last_seen:1d')]
      for (const name of ['malicious', 'unknown', 'benign'])
        counts.push(await stats(`last_seen:1d classification:${name}`))
      return counts
    }
    // Between two questions an address may turn a day old.
    await eventually(
      async () => [await home(), await counted()],
      ([shown, found]) => isDeepStrictEqual(shown, found),
    )
  })

  test('the tags to filter by are called by their names', async () => {
    const text = await read('/query/classification%3Amalicious')
    expect(text).toContain('Mirai Loader')
    expect(text).not.toContain('mirai-loader')
  })
})

describe('what travels', () => {
  const asked = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, product.url), {
      headers: { 'user-agent': userAgent, ...headers },
    })
    return { answer, encoding: answer.headers.get('content-encoding'), body: await answer.text() }
  }

  test('a page of fifty rows of a query has at most 1,500 elements', async () => {
    const html = await (await get('/query/last_seen%3A90d')).text()
    expect(html.match(/<th scope="row"/g)?.length).toBe(50)
    expect(html.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(1500)
  })

  test('pages, scripts, styles and JSON are gzipped; tiny answers are not', async () => {
    const { body: home } = await asked('/')
    const script = /"(\/assets\/framework[^"]+\.js)"/.exec(home)?.[1] ?? ''
    const style = /"(\/assets\/[^"]+\.css)"/.exec(home)?.[1] ?? ''
    for (const path of ['/', script, style, '/api/openapi.json', `/api/ip/${mirai}`]) {
      const { answer, encoding } = await asked(path, { key: product.key, 'accept-encoding': 'gzip' })
      expect([path, answer.status, encoding]).toEqual([path, 200, 'gzip'])
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    }
    const { body } = await asked(script, { 'accept-encoding': 'identity' })
    expect(body.length).toBeGreaterThan(1000)
    for (const path of ['/healthz', '/robots.txt'])
      expect((await asked(path, { 'accept-encoding': 'gzip' })).encoding).toBeNull()
  })
})

describe('every screen', () => {
  /** Where pictures of every screen are wanted, for eyes: NOISEFLOOR_SCREENS=folder. Nothing is claimed of them. */
  const pictures = process.env['NOISEFLOOR_SCREENS']
  const screens = (): [name: string, path: string][] => [
    ['home', '/'],
    ['address', `/ip/${mirai}`],
    ['address-raw', `/ip/${mirai}?tab=raw`],
    ['address-unseen', '/ip/9.9.9.9'],
    ['address-private', `/ip/${seenPrivate}`],
    ['query', '/query/classification%3Amalicious'],
    ['query-empty', '/query/port%3A1%20tags%3AMirai'],
    ['query-unparsable', '/query/port%3A('],
    ['cheat-sheet', '/cheat-sheet'],
    ['not-found', '/nowhere'],
    ['bad-request', '/ip/999'],
    ['jobs', '/sla'],
    ['sign-in', '/auth-required'],
  ]

  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

  test.each(['light', 'dark'] as const)(
    'in %s is accessible, fits the window, and is marked as demo data',
    async (colorScheme) => {
      const { page, problems, leave } = await visit(browser, product.url, { colorScheme })
      for (const [name, path] of screens()) {
        await page.goto(path)
        expect([name, await violations(page, rules)]).toEqual([name, []])
        expect([name, await page.getByRole('complementary', { name: 'Demo data' }).count()]).toEqual([
          name,
          1,
        ])
        expect([name, await page.locator('h1').count()]).toEqual([name, 1])
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          expect([name, width, await sideways(page)]).toEqual([name, width, []])
          if (pictures !== undefined) {
            const path = join(pictures, `${name}-${colorScheme}-${width}.png`)
            await page.screenshot({ path, fullPage: true })
          }
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      await leave()
      expect(problems).toEqual([])
    },
  )

  test('on paper is light, without the frame, and says where and when it is from', async () => {
    const { page, leave } = await visit(browser, product.url, { colorScheme: 'dark' })
    await page.goto(`/ip/${mirai}`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(() => page.locator('body > header').isVisible()).toBe(false)
    expect(await page.locator('button:visible').count()).toBe(0)
    await expect.poll(() => page.getByText(`${product.url}/ip/${mirai} · as of`).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('table', { includeHidden: false }).first().isVisible()).toBe(true)
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(255, 255, 255)')
    await leave()
  })

  test('on paper shows all columns and all rows', async () => {
    const { page, leave } = await visit(browser, product.url, { viewport: { width: 718, height: 1050 } })
    await page.emulateMedia({ media: 'print' })
    for (const path of ['/query/last_seen%3A90d', '/query/last_seen%3A90d?view=map', '/tags', '/cves']) {
      await page.goto(path)
      expect([path, await sideways(page)]).toEqual([path, []])
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('main table, main section, main .ranked')]
          .filter(
            (box) =>
              box.checkVisibility() &&
              (box.scrollWidth > box.clientWidth + 1 ||
                (box.matches('.ranked') && box.scrollHeight > box.clientHeight + 1)),
          )
          .map((box) => `${box.tagName}.${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
      )
      expect([path, cut]).toEqual([path, []])
    }
    await leave()
  })

  test('in the reader’s own colours is accessible, and shows classes by their hatch', async () => {
    const { page, leave } = await visit(browser, product.url, { forcedColors: 'active' })
    for (const [name, path] of screens()) {
      await page.goto(path)
      expect([name, await violations(page, rules)]).toEqual([name, []])
    }
    await page.goto('/query/classification%3Amalicious')
    await expect.poll(() => page.locator('.class-hatch').first().isVisible()).toBe(true)
    await leave()
  })
})

test('the owner removes the demo from any page; that takes the mark away and leaves what is one’s own', async () => {
  expect(await read('/ip/999')).toMatch(/Demo data: .* npx --no noisefloor demo remove/)
  const storageState = await signInOwner(browser, product)
  const { page, problems, leave } = await visit(browser, product.url, { storageState })
  await page.goto('/tags')
  await alive(page)
  const mark = page.getByRole('complementary', { name: 'Demo data' })
  const press = mark.getByRole('button', { name: 'Remove the demo data' })
  expect(await mark.textContent()).not.toContain('npx')
  await press.click()
  await mark.getByRole('button', { name: 'Cancel' }).click()
  await press.click()
  await mark.getByText('What is your own stays.').waitFor()
  await press.click()
  await mark.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await leave()
  for (const path of ['/', '/nowhere', `/ip/${seenPrivate}`, '/query/port%3A80'])
    expect([path, await read(path)]).toEqual([path, expect.not.stringContaining('Demo data:')])
  expect(await read(`/ip/${seenPrivate}`)).toContain('Seen in 1 session')
  // On a busy machine the engine may fall silent for a moment, and the index in memory, which follows, answers for it.
  await eventually(
    () => read(`/ip/${mirai}`),
    (text) => text.includes('Not seen by our sensors'),
  )
})
