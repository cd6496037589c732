import { Agent, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import { visitorScope, workspaceScope } from '#services/scope.ts'
import { callerOf } from '../../limits/caller.ts'
import { type Limits, openLimits } from '../../limits/limits.ts'
import { limitTable } from '../../limits/table.ts'
import { type Again, openAgain } from './again.ts'
import type { Env } from '../env.ts'
import { serverFor } from '../listener.ts'
import { problemResponse } from '../problem.ts'

/** A program that asks on is answered at once, unless anything is not as it was. */

const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: false }, ownPlan)
const caller = callerOf(scope, '127.0.0.1')

let limits: Limits
let again: Again
let server: Server
let agent: Agent
/** Another number after a key was revoked. */
let generation: number | null = 1
/** The clock, and when the key ends. */
let now = 0
let until = Infinity
/** Who asks; a plan may count searches. */
let who: typeof scope | ReturnType<typeof visitorScope> = scope
/** Requests that went the whole way. */
let whole = 0
const observed: string[] = []

/** More than the system takes of an answer that nobody reads. */
const longText = 'l'.repeat(32 * 1024 * 1024)

const answerTo = (ip: string, isQuick = false) => {
  if (ip === '192.0.2.9') return { status: 200, answer: { text: longText, gzip: () => gzipSync(longText) } }
  if (ip === '192.0.2.4') throw refuse('not-found', 'IP not found')
  const text = JSON.stringify({ ip, said: isQuick ? '' : ip === '192.0.2.2' ? 'long '.repeat(1000) : 'ß' })
  return { status: 200, answer: { text, gzip: () => gzipSync(text) } }
}

beforeAll(async () => {
  limits = openLimits({ ...limitTable, requests: { address: 32, key: 2, total: 256 } })
  again = openAgain({
    limits,
    observe: ({ route, status }) => observed.push(`${route} ${status}`),
    generation: () => generation,
    clock: () => now,
  })
  const app = new OpenAPIHono<Env>()
  app.use(async (c, next) => {
    whole += 1
    c.set('scope', who)
    c.set('caller', caller)
    c.set('scopeGeneration', generation)
    c.set('scopeUntil', until)
    await next()
  })
  app.get('/v3/ip/:ip', (c) => {
    // What only the engine knows goes the whole way each time.
    const isQuick = c.req.query('quick') !== undefined
    again.remember(c, '/v3/ip/', (ip) => (ip === '192.0.2.3' ? null : answerTo(ip, isQuick)))
    const { text } = answerTo(c.req.param('ip'), isQuick).answer
    return c.body(text, 200, { 'content-type': 'application/json' })
  })
  app.onError((error, c) => problemResponse(error, '', c.req.path))
  server = serverFor(app, { again, pace: { grace: 50, minBytesPerSecond: 1e9, intervalMs: 20 } })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  agent?.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  generation = 1
  now = 0
  until = Infinity
  who = scope
  // The first request of each claim finds out who asks.
  await ask('/v3/ip/192.0.2.1')
  whole = 0
  observed.length = 0
})

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

const ask = (
  path: string,
  headers: Record<string, string> = {},
  over: { method?: string; agent?: Agent } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const at = { port, host: '127.0.0.1', path, agent, ...over }
    const asked = request({ ...at, headers: { key: 'a', ...headers } })
    asked.on('error', reject).on('response', (answer) => {
      const body: Buffer[] = []
      answer.on('data', (chunk: Buffer) => body.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(body) }),
      )
    })
    asked.end()
  })

describe('at once', () => {
  test('the next address is answered, and is measured as any other', async () => {
    const { status, headers, body } = await ask('/v3/ip/192.0.2.7')
    expect([status, body.toString()]).toEqual([200, '{"ip":"192.0.2.7","said":"ß"}'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      vary: 'Accept-Encoding',
      'ratelimit-policy': '"query-seconds";q=600;qu="seconds";w=60',
    })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect([whole, observed]).toEqual([0, ['/v3/ip/:ip 200']])
  })

  test('a refusal is one, in the words of the whole way', async () => {
    const { status, headers, body } = await ask('/v3/ip/192.0.2.4')
    expect([status, whole]).toEqual([404, 0])
    expect(JSON.parse(body.toString())).toMatchObject({
      message: 'IP not found',
      request_id: headers['x-request-id'],
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('answers in plain letters and in others come whole', async () => {
    for (const ip of ['192.0.2.2', '192.0.2.7']) {
      const { headers, body } = await ask(`/v3/ip/${ip}`)
      expect(body.toString()).toBe(answerTo(ip).answer.text)
      expect(headers['content-length']).toBe(String(body.length))
    }
    expect(whole).toBe(0)
  })

  test('who takes gzip gets what is long packed', async () => {
    const packing = { 'accept-encoding': 'gzip' }
    await ask('/v3/ip/192.0.2.1', packing)
    whole = 0
    const [long, short] = [await ask('/v3/ip/192.0.2.2', packing), await ask('/v3/ip/192.0.2.7', packing)]
    expect(long.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(long.body).toString()).toBe(answerTo('192.0.2.2').answer.text)
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(whole).toBe(0)
  })

  test('the same headers over another connection are, and a key counts there, too', async () => {
    const { port } = server.address() as AddressInfo
    const asked = connect({ port, host: '127.0.0.1' })
    asked.write(
      `GET /v3/ip/192.0.2.9 HTTP/1.1\r\nkey: a\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`,
    )
    // So slow that it would be cut without a key.
    await sleep(500)
    let bytes = 0
    for await (const chunk of asked) if ((bytes += (chunk as Buffer).length) > longText.length) break
    expect([bytes > longText.length, whole]).toEqual([true, 0])
  })

  test('the same parameters may stand behind the address', async () => {
    await ask('/v3/ip/192.0.2.1?quick=true')
    whole = 0
    await ask('/v3/ip/192.0.2.7?quick=true')
    expect(whole).toBe(0)
    await ask('/v3/ip/192.0.2.7')
    expect(whole).toBe(1)
  })
})

describe('the whole way goes', () => {
  test.each([
    ['another key', '/v3/ip/192.0.2.7', { key: 'b' }],
    ['another header', '/v3/ip/192.0.2.7', { 'x-forwarded-for': '198.51.100.1' }],
    ['another call', '/v3/ip', {}],
    ['an address that is encoded', '/v3/ip/192.0.2%2E7', {}],
    ['a path that goes on', '/v3/ip/192.0.2.7/x', {}],
    ['a parameter', '/v3/ip/192.0.2.7?quick=true', {}],
    ['what memory cannot answer', '/v3/ip/192.0.2.3', {}],
  ])('%s', async (_, path, headers) => {
    await ask(path, headers)
    expect(whole).toBe(1)
  })

  test('another method', async () => {
    await ask('/v3/ip/192.0.2.7', {}, { method: 'HEAD' })
    await ask('/v3/ip/192.0.2.7', {}, { method: 'DELETE' })
    expect(whole).toBe(2)
  })

  test('whoever asks after a key was changed, or while changes cannot be heard', async () => {
    generation = 2
    await ask('/v3/ip/192.0.2.7')
    expect(whole).toBe(1)
    generation = null
    await ask('/v3/ip/192.0.2.7')
    await ask('/v3/ip/192.0.2.7')
    expect(whole).toBe(3)
  })

  test.each([{ searchesPerWeek: 10 }, { searchesPerDay: 10 }])(
    'whose searches are counted: %o',
    async (limit) => {
      who = visitorScope({ ...ownPlan, ...limit })
      await ask('/v3/ip/192.0.2.7', { key: 'counted' })
      await ask('/v3/ip/192.0.2.8', { key: 'counted' })
      expect(whole).toBe(2)
    },
  )

  test('whoever asks when the key, or the plan of its owner, has ended', async () => {
    // Found out anew, with an end.
    generation = 2
    until = 1000
    await ask('/v3/ip/192.0.2.1')
    now = 999
    await ask('/v3/ip/192.0.2.1')
    expect(whole).toBe(1)
    now = 1000
    await ask('/v3/ip/192.0.2.1')
    expect(whole).toBe(2)
  })

  test('another key over another connection', async () => {
    const other = new Agent({ maxSockets: 1 })
    await ask('/v3/ip/192.0.2.7', { key: 'c' }, { agent: other })
    expect(whole).toBe(1)
  })

  test('whoever asks from another address', async () => {
    const other = new Agent({ maxSockets: 1, localAddress: '127.0.0.2' })
    await ask('/v3/ip/192.0.2.7', {}, { agent: other })
    expect(whole).toBe(1)
  })

  test('who asks for something else than the last connection of the same program', async () => {
    const other = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; at < 5; at += 1) await ask('/v3/ip/192.0.2.7')
    await sleep(1100)
    await ask('/v3/ip/192.0.2.7?quick=true', {}, { agent: other })
    whole = 0
    const { body } = await ask('/v3/ip/192.0.2.7')
    expect([whole, body.toString()]).toEqual([1, answerTo('192.0.2.7').answer.text])
    other.destroy()
  })

  test('who asks with many headers, over each connection', async () => {
    const many = { 'x-note': 'many letters '.repeat(400) }
    await ask('/v3/ip/192.0.2.7', many)
    await ask('/v3/ip/192.0.2.7', many)
    expect(whole).toBe(1)
    const other = new Agent({ maxSockets: 1 })
    await ask('/v3/ip/192.0.2.7', many, { agent: other })
    expect(whole).toBe(2)
  })

  test('one connection of a program each second, not every one', async () => {
    const agents = [1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
    for (const each of agents) await ask('/v3/ip/192.0.2.7', {}, { agent: each })
    await sleep(1100)
    expect(whole).toBe(0)
    for (let round = 0; round < 3; round += 1)
      for (const each of agents) await ask('/v3/ip/192.0.2.7', {}, { agent: each })
    expect(whole).toBe(1)
    for (const each of agents) each.destroy()
  })

  test('who has as many requests under way as a key may, to be told so there', async () => {
    const leave = [limits.counts.take('requests', caller), limits.counts.take('requests', caller)]
    await ask('/v3/ip/192.0.2.7')
    expect(whole).toBe(1)
    for (const end of leave) end()
  })
})

test('nothing stays counted when the answers are taken', async () => {
  for (let at = 0; at < 20; at += 1) await ask(`/v3/ip/192.0.2.${100 + at}`)
  await expect.poll(() => limits.counts.groups()).toBe(0)
})
