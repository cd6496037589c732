import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { uuidV7 } from '#store/identifier.ts'
import { eventually } from '../product/captures.ts'
import { checker } from '../product/described.ts'
import { openInside, operatorKey, type Inside } from '../product/inside.ts'
import { type Call, callOn, head, openSockets } from '../product/plain-http.ts'

/** What a server tells whom when anybody can reach it. */

let inside: Inside
let key: string
beforeAll(async () => {
  inside = await openInside({ HOST: '0.0.0.0' })
  key = await operatorKey(inside)
})
afterAll(() => inside.close())

const call: Call = (path, options) => callOn(inside.url, path, options)
const sockets = openSockets(() => inside.url)
const { speak } = sockets
afterEach(() => sockets.end())

describe('what only the operator reads', () => {
  test('on a wide HOST: everybody learns whether the server is ready, nothing more', async () => {
    const ready = await call('/readyz')
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { ready: true }])
    const check = checker(JSON.parse((await call('/api/openapi.json')).text))
    const asked = { method: 'get', path: '/readyz', status: 200, type: 'application/json' }
    expect(check(asked, { ready: true })).toEqual([])
    expect(JSON.parse((await call('/readyz', { headers: { key } })).text)).toMatchObject({
      ready: true,
      ingest: {},
      sandbox: expect.any(String),
    })
    expect((await call('/metrics')).status).toBe(401)
    expect((await call('/metrics', { headers: { key } })).status).toBe(200)
  })

  test('measurements are told to nobody but the operator: to no key of another workspace, and to none that members made', async () => {
    const { installation } = inside.deps
    const now = Date.now()
    const [first] = await installation.workspaces.list()
    const other = await installation.workspaces.create({ name: 'tenant', publish: false, now })
    const all = { name: 'all', scopes: ['admin' as const], now, expires: null }
    const secrets = [
      (await installation.keys.create({ workspace: other.id, now })).secret,
      (await installation.workspace(other.id).keys.add({ ...all, madeBy: 'user' })).secret,
      (await installation.workspace(first?.id ?? '').keys.add({ ...all, madeBy: 'user' })).secret,
    ]
    for (const secret of secrets)
      expect((await call('/metrics', { headers: { key: secret } })).status).toBe(403)
  })

  test('a key is told by name what is missing of its own workspace, and how much of all others', async () => {
    const { installation, spool } = inside.deps
    const { keys, workspaces } = installation
    const now = Date.now()
    const days = { [`live ${new Date(now).toISOString().slice(0, 10)}`]: 3 }
    const [own, other] = await Promise.all(
      ['own', 'other'].map(async (name) => {
        const { id } = await workspaces.create({ name, publish: false, now })
        const { secret } = await keys.create({ workspace: id, now })
        const facts = { id: uuidV7(now), workspace: id, name: `${name}.pcap`, created: now, origin: 'live' }
        const sizes = { sha256: '00', bytes: 1, shiftMs: 0, sessions: 3, report: { packets: 3 } }
        const receipt = { kind: 'capture', capture: { ...facts, ...sizes }, days, refused: [] }
        // Accepted and drained, and nothing of it is stored: neither sessions nor content.
        spool.promises.restore({ id: `capture:${id}:lost`, receipt, at: now, days })
        spool.promises.markLost(`capture:${id}:lost`, 'its capture is no longer stored')
        return { secret, told: { name: `${name}.pcap`, workspace: id, sessions: 3 } }
      }),
    )
    for (const one of [own, other]) {
      const { promises } = await eventually(
        async () => JSON.parse((await call('/readyz', { headers: { key: one?.secret ?? '' } })).text),
        (body) => body.promises.missing_batches === 2,
      )
      expect(promises).toMatchObject({ missing_sessions: 6, missing: [one?.told] })
    }
  })
})

test('every answer carries the headers that keep it safe, also those no page makes, and says whether it may be kept', async () => {
  const answers = [
    await call('/readyz'),
    await call('/metrics'),
    await call('/healthz'),
    await call('/_root.data'),
    await call('/sources.data'),
    await call('/nowhere'),
    await call('/api/openapi.json'),
  ]
  for (const { headers } of answers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/no-store/),
    })
  // The second has no Host that can be read: the adapter's own answer. The third is no HTTP.
  for (const text of [head('GET', '/', 'x: y'), 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n', 'hello\r\n\r\n']) {
    const { said } = await speak(text)
    const answer = await eventually(
      async () => said().toLowerCase(),
      (heard) => heard.includes('\r\n\r\n'),
    )
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: same-origin',
      'cache-control: ',
    ])
      expect(answer).toContain(header)
  }
})

test('X-Forwarded-For that is not believed is said once', async () => {
  for (let times = 0; times < 3; times++)
    await call('/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  for (let times = 0; times < 3; times++)
    await call('/api/openapi.json', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(inside.logged.filter((line) => line.includes('TRUST_PROXY')).length).toBe(1)
})
