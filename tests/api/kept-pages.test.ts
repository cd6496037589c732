import * as fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Theme } from '#app/settings/cookie.ts'
import { documents } from '#gnql/testing/generate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { root } from '../product/start.ts'

/** Pages that say the same are sent again, and files of the build as they were packed: over HTTP, as browsers ask for them. */

const known = new Map<string, IpDocument>()
const [document] = fc.sample(documents(Date.now()), { numRuns: 1, seed: 3 }).map(stored)
if (!document) throw new Error('There is no document.')
const path = `/ip/${document.ip}`

let inside: Inside
beforeAll(async () => {
  // A page says when it was made, and is made again after some seconds: on a slow machine between two of these requests.
  const at = Date.now()
  inside = await openInside({}, {}, () => at)
  await write(inside.deps.analytics, known, [document], [], 1)
  await inside.deps.memoryIndex.refreshed()
  while (!inside.deps.memoryIndex.record(document.ip)) await new Promise((tick) => setTimeout(tick, 20))
})
afterAll(() => inside.close())

const get = (of: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(of, inside.url), { headers })

const tagOf = (answer: Response): string => answer.headers.get('etag') ?? ''

test('who has the page already is told so, without a policy that would replace the one he has', async () => {
  const first = await get(path)
  expect(first.status).toBe(200)
  expect(tagOf(first)).toMatch(/^W\/"/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(first.headers.get('vary')).toBe('Cookie, Accept-Encoding')
  const body = await first.text()
  const again = await get(path, { 'if-none-match': `"other", ${tagOf(first)}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('content-security-policy')).toBeNull()
  expect(tagOf(again)).toBe(tagOf(first))
  const whole = await get(path, { 'if-none-match': '"other"' })
  expect([whole.status, await whole.text()]).toEqual([200, body])
  expect(whole.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
})

test('a document says its frame once, and the data of a page says it for whoever has a document', async () => {
  for (const of of [path, `${path}.data`]) {
    const answer = await get(of)
    expect(answer.status).toBe(200)
    expect((await answer.text()).split('sessionRefreshSeconds'), of).toHaveLength(2)
  }
})

test('what was asked for with another cookie is another page', async () => {
  const cookieOf = (theme: Theme): string =>
    `sessionSettings=${encodeURIComponent(JSON.stringify({ theme }))}`
  const light = await get(path, { cookie: cookieOf('light') })
  const dark = await get(path, { cookie: cookieOf('dark'), 'if-none-match': tagOf(light) })
  expect(dark.status).toBe(200)
  const themeOf = async (page: Response) => /data-theme="(\w+)"/.exec(await page.text())?.[1]
  expect([await themeOf(light), await themeOf(dark)]).toEqual(['light', 'dark'])
})

test('a page whose document has changed is another at once', async () => {
  const before = await get(path)
  await write(inside.deps.analytics, known, [{ ...document, organization: 'Changed Networks' }], [], 2)
  await inside.deps.memoryIndex.refreshed()
  const after = await get(path, { 'if-none-match': tagOf(before) })
  expect(after.status).toBe(200)
  expect(await after.text()).toContain('Changed Networks')
})

test('the data of a page, which the router asks for, is sent again as the page is, and says nothing of who asked first', async () => {
  const first = await get(`${path}.data`)
  expect([first.status, first.headers.get('x-remix-response')]).toEqual([200, 'yes'])
  const body = await first.text()
  expect(body).toContain('Changed Networks')
  expect(body).not.toContain(first.headers.get('x-request-id'))
  const again = await get(`${path}.data`, { 'if-none-match': tagOf(first) })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(await (await get(`${path}.data`)).text()).toBe(body)
  expect(tagOf(await get(path))).not.toBe(tagOf(first))
})

test('who refuses gzip is sent the page as it is', async () => {
  const zipped = await get(path, { 'accept-encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  for (const refused of ['gzip;q=0', 'identity', '']) {
    const plain = await get(path, { 'accept-encoding': refused })
    expect(plain.headers.get('content-encoding'), refused).toBeNull()
    expect(await plain.text(), refused).toContain(document.ip)
  }
})

test('pages of the server’s own state, and pages that are none, are kept by nobody', async () => {
  for (const [of, status] of [
    ['/sources', 200],
    ['/sla', 200],
    ['/nothing', 404],
    ['/ip/nonsense', 400],
  ] as const) {
    const answer = await get(of)
    expect(answer.status, of).toBe(status)
    expect(answer.headers.get('etag'), of).toBeNull()
    expect(answer.headers.get('cache-control'), of).toContain('no-store')
  }
})

test('a script of the build comes packed for whoever takes that, and not again for whoever has it', async () => {
  const assets = readdirSync(join(root, 'build', 'client', 'assets'))
  const name = assets.find((one) => assets.includes(`${one}.br`) && one.endsWith('.js')) ?? ''
  const plain = await get(`/assets/${name}`, { 'accept-encoding': 'identity' })
  const text = await plain.text()
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const encoding of ['br', 'gzip']) {
    const packed = await get(`/assets/${name}`, { 'accept-encoding': encoding })
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(packed.headers.get('vary')).toContain('Accept-Encoding')
    expect(await packed.text()).toBe(text)
  }
  const again = await get(`/assets/${name}`, { 'if-none-match': tagOf(plain) })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
