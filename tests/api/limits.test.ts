import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../product/captures.ts'
import { openInside, operatorKey, type Inside } from '../product/inside.ts'
import { type Call, callOn, head, type Heard, openSockets } from '../product/plain-http.ts'

/** Fair shares over HTTP: who takes all they get is told so, and nobody else notices. On a wide HOST. */

let inside: Inside
let key: string
beforeAll(async () => {
  inside = await openInside({
    HOST: '0.0.0.0',
    LIMIT_REQUESTS: '2/3/5',
    LIMIT_CONNECTIONS: '6/off/20',
    LIMIT_BODY_BYTES: '100000/200000/200000',
    LIMIT_EXPORTS: '1/1/2',
    LIMIT_QUERY_SECONDS: '60/600/off',
  })
  key = await operatorKey(inside)
})
afterAll(() => inside.close())

const call: Call = (path, options) => callOn(inside.url, path, options)
const sockets = openSockets(() => inside.url)
const { speak } = sockets
afterEach(async () => {
  sockets.end()
  await eventually(
    async () => inside.limits.counts.groups(),
    (held) => held === 0,
  )
})

const stalled = head('POST', '/v3/ip', 'content-type: application/json', 'transfer-encoding: chunked')
const cheap = '/api/openapi.json'

describe('requests at once', () => {
  test('beyond those of one address are 429 and say what to do; others, keys and health checks are served', async () => {
    await speak(stalled)
    await speak(stalled)
    await eventually(
      async () => inside.limits.counts.inUse('requests'),
      (held) => held === 2,
    )
    const { status, headers, text } = await call(cheap)
    expect(status).toBe(429)
    expect(headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"requests";q=2;qu="concurrent-requests"',
      ratelimit: '"requests";r=0;t=1',
      'content-type': 'application/problem+json; charset=utf-8',
    })
    expect(JSON.parse(text)).toMatchObject({
      type: 'urn:noisefloor:error:rate-limited',
      exceeded: { limit: 'requests', of: 'address', max: 2, now: 2 },
      'violated-policies': ['requests'],
      detail: expect.stringContaining('Wait for the answers that are under way.'),
    })
    expect((await call(cheap, { headers: { key } })).status).toBe(200)
    expect((await call('/healthz')).status).toBe(200)
    expect((await call(cheap, { from: '127.0.0.2' })).status).toBe(200)
  })

  test('of many addresses make room for whoever comes, oldest first, and are told so; keys have room of their own', async () => {
    const held: Awaited<ReturnType<typeof speak>>[] = []
    for (const from of ['127.0.0.3', '127.0.0.4', '127.0.0.5']) {
      held.push(await speak(stalled, from))
      await eventually(
        async () => inside.limits.counts.inUse('requests'),
        (inUse) => inUse === held.length,
      )
    }
    for (let times = 0; times < 5; times++) expect((await call(cheap, { headers: { key } })).status).toBe(200)
    expect(held.map(({ said }) => said())).toEqual(['', '', ''])
    expect((await call(cheap, { from: '127.0.0.7' })).status).toBe(200)
    const [first, ...others] = held
    await eventually(
      async () => first?.said() ?? '',
      (said) => said.includes('}'),
    )
    const [status = '', body = ''] = (first?.said() ?? '').split('\r\n\r\n')
    expect(status).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5\r\n/i)
    expect(JSON.parse(body)).toMatchObject({ code: 'busy', exceeded: { limit: 'requests', of: 'visitors' } })
    expect(others.map(({ said }) => said())).toEqual(['', ''])
  })

  test('that are refused again and again, a moment later each, keep no connection from a key at the same address', async () => {
    const from = '127.0.0.18'
    for (let at = 0; at < 2; at++) await speak(stalled, from)
    await eventually(
      async () => inside.limits.counts.inUse('requests'),
      (held) => held === 2,
    )
    for (let times = 0; times < 4; times++) expect((await call(cheap, { from })).status).toBe(429)
    const held = await Promise.all(Array.from({ length: 4 }, () => speak(head('GET', cheap), from)))
    expect((await call(cheap, { from, headers: { key } })).status).toBe(200)
    for (const { isClosed, said } of held)
      await eventually(
        async () => isClosed() || said().includes(' 429 '),
        (done) => done,
      )
  })

  test('are counted in the measurements, with what is under way', async () => {
    const { text } = await call('/metrics', { headers: { key } })
    expect(text).toMatch(/noisefloor_limit_refused_total\{limit="requests",of="address"\} \d/)
    expect(text).toMatch(/noisefloor_limit_refused_total\{limit="requests",of="visitors"\} \d/)
    expect(text).toMatch(/noisefloor_limit_in_use\{limit="connections"\} [1-9]/)
    expect(text).toContain('noisefloor_limit_in_use{limit="requests"} 0')
  })
})

test('an answer tells programs how their query seconds stand', async () => {
  const { headers } = await call('/v3/tags')
  expect(headers['ratelimit-policy']).toBe('"query-seconds";q=60;qu="seconds";w=60')
  expect(headers.ratelimit).toMatch(/^"query-seconds";r=\d+;t=\d+$/)
})

test('workers give way to the thread that answers everybody', async () => {
  const long = encodeURIComponent(Array.from({ length: 60 }, (_, n) => `-port:${n + 1}`).join(' '))
  expect((await call(`/v3/gnql?query=${long}`)).status).toBe(200)
  const { own, lowest } = priorities()
  expect(lowest).toBe(Math.max(own, 10))
})

/** Nice values of this process and of its thread that gives way most; only Linux has them by thread. */
function priorities(): { own: number; lowest: number } {
  if (process.platform !== 'linux') return { own: 0, lowest: 10 }
  const of = (thread: string): number =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
  return { own: of(String(process.pid)), lowest: Math.max(...readdirSync('/proc/self/task').map(of)) }
}

describe('wrong keys', () => {
  const wrong = { key: 'wrong' }
  const exceeded = ({ text }: Heard): unknown => JSON.parse(text).exceeded

  test('take places among the requests of their address', async () => {
    const from = '127.0.0.14'
    const held = [await speak(stalled, from), await speak(stalled, from)]
    await eventually(
      async () => inside.limits.counts.inUse('requests'),
      (now) => now === held.length,
    )
    const refused = await call(cheap, { from, headers: wrong })
    expect([refused.status, exceeded(refused)]).toMatchObject([429, { limit: 'requests', of: 'address' }])
    expect((await call(cheap, { from, headers: { key } })).status).toBe(200)
  })

  test('without end are 429 and counted; a good key from the same address, and everybody elsewhere, is served', async () => {
    const from = '127.0.0.15'
    const statuses = new Set<number>()
    let last = await call(cheap, { from, headers: wrong })
    for (let sent = 1; sent < 1000 && last.status === 401; sent++) {
      statuses.add(last.status)
      last = await call(cheap, { from, headers: wrong })
    }
    expect([...statuses]).toEqual([401])
    expect([last.status, exceeded(last)]).toMatchObject([429, { limit: 'query-seconds', of: 'address' }])
    const { text } = await call('/metrics', { from, headers: { key } })
    expect(text).toMatch(/noisefloor_limit_refused_total\{limit="query-seconds",of="address"\} [1-9]/)
    expect((await call(cheap, { from, headers: { key } })).status).toBe(200)
    expect((await call(cheap, { from: '127.0.0.16', headers: wrong })).status).toBe(401)
  })

  test('are refused wherever they are sent', async () => {
    for (const path of ['/', '/readyz', '/metrics', '/robots.txt', '/assets/x.js', '/v3/tags'])
      expect((await call(path, { from: '127.0.0.17', headers: wrong })).status, path).toBe(401)
  })
})

test('a path of files where there is none is a short 404, not a page', async () => {
  for (const path of ['/assets/nothing.js', '/assets/deeper/nothing', '/assets/', '/assets/%2e%2e%2fx.js']) {
    const { status, text } = await call(path)
    expect([status, JSON.parse(text).code], path).toEqual([404, 'not-found'])
  }
})

describe('bodies', () => {
  test('of uploads without a good key are refused before a byte of them was sent', async () => {
    for (const wrong of ['accept: */*', 'key: wrong']) {
      const { said } = await speak(head('POST', '/api/ingest/captures', 'content-length: 1000000', wrong))
      await eventually(
        async () => said(),
        (text) => text.startsWith('HTTP/1.1 401 '),
      )
    }
  })

  test('hold so many bytes for one address, however they are cut', async () => {
    const piece = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`
    const first = await speak(stalled + piece, '127.0.0.8')
    await eventually(
      async () => inside.limits.counts.inUse('body-bytes'),
      (held) => held >= 60_000,
    )
    const second = await speak(stalled + piece, '127.0.0.8')
    await eventually(
      async () => second.said(),
      (text) => text.startsWith('HTTP/1.1 429 '),
    )
    expect(second.said()).toContain('"limit":"body-bytes"')
    expect(first.said()).toBe('')
    expect(inside.limits.counts.inUse('body-bytes')).toBeLessThanOrEqual(100_000)
  })
})

describe('connections', () => {
  test('of one address beyond its own make its idle ones go, so that whoever comes is served', async () => {
    const held: Awaited<ReturnType<typeof speak>>[] = []
    for (let at = 0; at < 15; at++) held.push(await speak('GET / HTTP/1.1\r\n', '127.0.0.9'))
    expect((await call(cheap, { from: '127.0.0.9' })).status).toBe(200)
    await eventually(
      async () => held.filter(({ isClosed }) => isClosed()).length,
      (closed) => closed >= 9,
    )
    expect(held.at(-1)?.isClosed()).toBe(false)
  })

  test('of many addresses never keep anybody out', async () => {
    for (let at = 0; at < 40; at++) await speak('GET / HTTP/1.1\r\n', `127.0.1.${at}`)
    expect((await call(cheap, { from: '127.0.0.10' })).status).toBe(200)
    expect((await call(cheap, { headers: { key } })).status).toBe(200)
  })
})

test('requests without end on one connection are answered as many as fit, then it is closed', async () => {
  const { said, isClosed } = await speak(head('GET', cheap).repeat(100), '127.0.0.13')
  await eventually(
    async () => isClosed(),
    (closed) => closed,
  )
  const statuses = [...said().matchAll(/HTTP\/1\.1 (\d{3}) \w/g)].map(([, status]) => status)
  expect(statuses.length).toBeLessThanOrEqual(9)
  expect(statuses.at(-1)).toBe('429')
})

describe('exports', () => {
  test('of one visitor wait for his own; somebody else’s and a key’s are made', async () => {
    const path = '/api/ip/query?query=*&export_format=txt'
    const leave = inside.limits.counts.take('exports', {
      kind: 'visitor',
      groups: [{ of: 'address', name: '127.0.0.11', share: 1 }],
    })
    const own = await call(path, { from: '127.0.0.11' })
    expect([own.status, JSON.parse(own.text).exceeded.limit]).toEqual([429, 'exports'])
    expect((await call(path, { headers: { key } })).status).toBe(200)
    leave()
    // More than the room of one visitor holds: the oldest copies leave, and nobody is told to wait.
    for (let at = 0; at < 25; at++) expect((await call(path, { from: '127.0.0.11' })).status).toBe(200)
    expect((await call(path, { from: '127.0.0.12' })).status).toBe(200)
  })
})
