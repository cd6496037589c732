import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'

/** Who gets through the engine's only HTTP rule: a POST with our header, as one of our users, with its password. */

let analytics: TestAnalytics
let good: Record<string, string>
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  const { header, users } = analytics.engine
  good = {
    [header.name]: header.value,
    'X-ClickHouse-User': users.app.name,
    'X-ClickHouse-Key': users.app.password,
  }
})
afterAll(() => analytics.close())

/** Whether the engine ran the statement: SELECT 40 + 2. */
const ran = (
  headers: Record<string, string>,
  { method = 'POST', path = '/', body = 'SELECT 40 + 2' } = {},
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const call = request(analytics.engine.url + path, { method, headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve(answer.statusCode === 200 && text.includes('42')))
    })
    call.on('error', reject)
    call.end(method === 'GET' || method === 'HEAD' ? undefined : body)
  })

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const without = (...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name)))

test('the right header, user and password get an answer', async () => {
  expect(await ran(good)).toBe(true)
})

test('without our header nobody gets one, not even with the right password', async () => {
  expect(await ran(without(analytics.engine.header.name))).toBe(false)
  expect(await ran({ ...good, [analytics.engine.header.name]: 'x' })).toBe(false)
  expect(await ran({ ...good, [analytics.engine.header.name]: `${analytics.engine.header.value}x` })).toBe(
    false,
  )
  expect(await ran({ ...good, [analytics.engine.header.name]: '' })).toBe(false)
  expect(await ran({})).toBe(false)
})

test('what a page in a browser can send gets none', async () => {
  const simple = { Origin: 'http://evil.example', 'Content-Type': 'text/plain', 'User-Agent': 'Mozilla/5.0' }
  expect(await ran(simple)).toBe(false)
  expect(await ran({ ...simple, Authorization: basic('app', analytics.engine.users.app.password) })).toBe(
    false,
  )
  expect(await ran(simple, { path: '/?query=SELECT+40%2B2&user=default' })).toBe(false)
  const preflight = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' }
  expect(await ran(preflight, { method: 'OPTIONS' })).toBe(false)
  expect(
    await ran({ ...preflight, 'Access-Control-Request-Headers': 'x-noisefloor' }, { method: 'OPTIONS' }),
  ).toBe(false)
})

test('the passwordless default user gets none, in whatever way it is named', async () => {
  const header = without('X-ClickHouse-User', 'X-ClickHouse-Key')
  expect(await ran(header)).toBe(false)
  expect(await ran({ ...header, Authorization: basic('default', '') })).toBe(false)
  expect(await ran({ ...header, 'X-ClickHouse-User': 'default' })).toBe(false)
  expect(await ran({ ...header, 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': '' })).toBe(false)
  expect(await ran({ ...header, 'X-ClickHouse-User': '' })).toBe(false)
  expect(await ran(header, { path: '/?user=default' })).toBe(false)
  expect(await ran({ ...header, 'X-ClickHouse-User': 'app', Authorization: basic('default', '') })).toBe(
    false,
  )
  expect(await ran({ ...header, 'X-ClickHouse-User': 'app' }, { path: '/?user=default' })).toBe(false)
  expect(await ran({ ...header, 'X-ClickHouse-User': 'app' }, { path: '/?user=default&password=' })).toBe(
    false,
  )
})

test("a wrong, empty or the other user's password gets none", async () => {
  const { migrator } = analytics.engine.users
  for (const password of ['', 'x', migrator.password])
    expect(await ran({ ...good, 'X-ClickHouse-Key': password })).toBe(false)
})

test('other methods and paths get none, even with everything right', async () => {
  expect(await ran(good, { method: 'GET', path: '/?query=SELECT+40%2B2' })).toBe(false)
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE'])
    expect(await ran(good, { method }), method).toBe(false)
  for (const path of ['/play', '/dashboard', '/ping', '/replicas_status', '/metrics', '/js/uplot.js']) {
    expect(await ran(without(analytics.engine.header.name), { method: 'GET', path }), path).toBe(false)
  }
})
