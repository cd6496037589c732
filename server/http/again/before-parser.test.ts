import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenAPIHono } from '@hono/zod-openapi'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { workspaceScope } from '#services/scope.ts'
import { callerOf } from '../../limits/caller.ts'
import { type Limits, openLimits } from '../../limits/limits.ts'
import { limitTable } from '../../limits/table.ts'
import type { Env } from '../env.ts'
import { type Gate, openGate } from '../gate.ts'
import { serverFor } from '../listener.ts'
import { problemResponse } from '../problem.ts'
import { openAgain } from './again.ts'

/** What Node's parser is spared says the same as what goes through it, and nothing that is not the same request is taken for one. */

const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: false }, ownPlan)
const caller = callerOf(scope, '127.0.0.1')

let limits: Limits
let gate: Gate
let server: Server
let socket: Socket
/** Requests that the parser saw, and what was received since it was last looked at. */
let parsed = 0
let received = ''
/** How long a text of an answer is. */
let long = 0

beforeAll(async () => {
  limits = openLimits(limitTable)
  gate = openGate()
  const again = openAgain({ limits, observe: () => undefined, generation: () => 1, clock: Date.now })
  const app = new OpenAPIHono<Env>()
  app.use(async (c, next) => {
    c.set('scope', scope)
    c.set('caller', caller)
    c.set('scopeGeneration', 1)
    c.set('scopeUntil', Infinity)
    await next()
  })
  app.get('/v3/ip/:ip', (c) => {
    again.remember(c, '/v3/ip/', (ip) => ({
      status: 200,
      answer: { text: textOf(ip), gzip: () => new Uint8Array() },
    }))
    return c.body(textOf(c.req.param('ip')), 200, { 'content-type': 'application/json' })
  })
  app.post('/v3/ip', async (c) => c.body(`${(await c.req.text()).length} letters`))
  app.onError((error, c) => problemResponse(error, '', c.req.path))
  server = serverFor(app, { again, gate })
  server.on('request', () => (parsed += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const textOf = (ip: string): string => JSON.stringify({ ip, said: `ß${'long '.repeat(long)}` })

beforeEach(async () => {
  long = 0
  socket = await connected()
})
afterEach(() => socket.destroy())

async function connected(): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const opened = connect({ port, host: '127.0.0.1', noDelay: true })
  opened.on('data', (chunk) => (received += chunk.toString()))
  opened.on('error', () => undefined)
  received = ''
  await new Promise((done) => opened.once('connect', done))
  return opened
}

const head = (ip: string, more = ''): string =>
  `GET /v3/ip/${ip} HTTP/1.1\r\nhost: a\r\nkey: k\r\n${more}\r\n`

/** The addresses of the answers so far. */
const answered = (): string[] => [...received.matchAll(/\{"ip":"([^"]*)"/g)].map(([, ip]) => ip!)
const statuses = (): string[] => [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status!)

/** Each piece is a read of its own. @returns all that came for them */
async function say(...pieces: string[]): Promise<string> {
  received = ''
  for (const piece of pieces) {
    socket.write(piece)
    await sleep(pieces.length > 1 ? 3 : 0)
  }
  return received
}

async function ask(ip: string, more = ''): Promise<string> {
  await say(head(ip, more))
  await expect.poll(answered, { interval: 2 }).toEqual([ip])
  return received
}

/** After these the parser is spared the next one. */
async function askSome(): Promise<void> {
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) await ask(ip)
  parsed = 0
}

/** Without what each answer has of its own. */
const alike = (answer: string): string =>
  answer.replace(/(x-request-id|Date|ratelimit): [^\r]*/gi, '$1').replaceAll(/192\.0\.2\.\d/g, 'ip')

describe('before the parser', () => {
  test('an answer is the same, to the byte', async () => {
    await ask('192.0.2.1')
    const through = await ask('192.0.2.2')
    let before = ''
    // What was found out is known for a second: where that passes, the next one begins anew.
    await expect
      .poll(async () => {
        parsed = 0
        before = await ask('192.0.2.5')
        return parsed
      })
      .toBe(0)
    expect(alike(before)).toBe(alike(through))
  })

  test('a head that comes in two pieces, cut anywhere, is answered once, and so is the next', async () => {
    await askSome()
    const whole = head('192.0.2.5')
    for (let at = 1; at < whole.length; at += 1) {
      await say(whole.slice(0, at), whole.slice(at))
      await expect.poll(answered, { interval: 2 }).toEqual(['192.0.2.5'])
      await ask('192.0.2.6')
    }
  })

  test('two heads in one piece are two requests, in their order', async () => {
    await askSome()
    await say(head('192.0.2.5') + head('192.0.2.6'))
    await expect.poll(answered).toEqual(['192.0.2.5', '192.0.2.6'])
  })

  test.each([
    ['another header', head('192.0.2.5', 'x-forwarded-for: 198.51.100.1\r\n')],
    ['another key', head('192.0.2.5').replace('key: k', 'key: b')],
    ['another version', head('192.0.2.5').replace('HTTP/1.1', 'HTTP/1.0')],
    ['an address that is encoded', head('192.0.2%2E5')],
  ])('%s is for the parser', async (_, other) => {
    await askSome()
    await say(other)
    await expect.poll(() => statuses().length).toBe(1)
    expect(parsed).toBe(1)
  })

  test('what is said in a body is no request', async () => {
    await askSome()
    const body = head('192.0.2.5')
    await say(`POST /v3/ip HTTP/1.1\r\nhost: a\r\nkey: k\r\ncontent-length: ${body.length}\r\n\r\n`, body)
    await expect.poll(() => received).toContain(`${body.length} letters`)
    expect([statuses(), answered()]).toEqual([['200'], []])
  })

  test('nor in a body in chunks, nor in a header that had begun before', async () => {
    await askSome()
    const body = head('192.0.2.5')
    const opening = 'POST /v3/ip HTTP/1.1\r\nhost: a\r\nkey: k\r\ntransfer-encoding: chunked\r\n\r\n'
    await say(opening, `${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n')
    await expect.poll(() => received).toContain(`${body.length} letters`)
    expect(answered()).toEqual([])
    await say('GET /v3/ip/192.0.2.7 HTTP/1.1\r\nhost: a\r\nx: ', head('192.0.2.5').replace('host: a\r\n', ''))
    await expect.poll(answered).toEqual(['192.0.2.7'])
  })

  test('nor in a body that nobody expects', async () => {
    await askSome()
    const body = head('192.0.2.5')
    await say(head('192.0.2.6', `content-length: ${body.length}\r\n`))
    await expect.poll(answered).toEqual(['192.0.2.6'])
    await say(body, head('192.0.2.7'))
    await expect.poll(() => answered().at(-1)).toBe('192.0.2.7')
    expect(answered()).toEqual(['192.0.2.7'])
  })

  test('a header that had begun before anybody looked lends its key to nobody', async () => {
    const first = 'GET /v3/ip/192.0.2.3 HTTP/1.1\r\n'
    await ask('192.0.2.1', `x: ${first}`)
    // All of it has been read by the parser when the bytes begin to be seen; what completes it looks like a request.
    await say(head('192.0.2.2', `x: ${first}`) + head('192.0.2.3', 'x: ').slice(0, -2))
    await expect.poll(answered).toEqual(['192.0.2.2'])
    await say(`${first}\r\n`)
    await expect.poll(answered).toEqual(['192.0.2.3'])
    await say('GET /v3/ip/192.0.2.4 HTTP/1.1\r\n\r\n')
    await expect.poll(statuses).toEqual(['400'])
  })

  test('whatever is asked, in pieces cut anywhere, is answered in its order', async () => {
    const ip = fc.integer({ min: 1, max: 250 }).map((last) => `192.0.2.${last}`)
    const posted = (body: string) =>
      `POST /v3/ip HTTP/1.1\r\nhost: a\r\nkey: k\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const one = fc.oneof(
      { weight: 6, arbitrary: ip.map((text) => ({ said: head(text), answer: text })) },
      ip.map((text) => ({ said: head(text, 'x: y\r\n'), answer: text })),
      ip.map((text) => ({ said: `${head(text, 'content-length: 4\r\n')}body`, answer: text })),
      ip.map((text) => ({ said: posted(head(text)), answer: `${head(text).length} letters` })),
    )
    await fc.assert(
      fc.asyncProperty(
        // No more than may wait for an answer on one connection.
        fc.array(one, { minLength: 1, maxLength: 7 }),
        fc.array(fc.nat(1000), { maxLength: 5 }),
        async (all, cuts) => {
          socket.destroy()
          socket = await connected()
          await askSome()
          const text = all.map(({ said }) => said).join('')
          const ends = [...cuts.map((cut) => cut % text.length), 0, text.length].sort((a, b) => a - b)
          await say(
            ...ends
              .slice(1)
              .map((end, at) => text.slice(ends[at], end))
              .filter((piece) => piece !== ''),
          )
          const answers = () =>
            [...received.matchAll(/\{"ip":"([^"]*)"|(\d+ letters)/g)].map(
              ([, address, count]) => address ?? count,
            )
          await expect.poll(answers, { interval: 2 }).toEqual(all.map(({ answer }) => answer))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('who closes after the answer is closed', async () => {
    for (const ip of ['192.0.2.1', '192.0.2.2']) await ask(ip)
    await ask('192.0.2.3', 'connection: close\r\n')
    await expect.poll(() => socket.closed).toBe(true)
  })

  test('a tunnel is refused as on any connection', async () => {
    await askSome()
    await say('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', head('192.0.2.5'))
    await expect.poll(() => socket.closed).toBe(true)
    expect(answered()).toEqual([])
  })

  test('what nobody reads comes whole and in order later, and holds a place until then', async () => {
    long = 5000
    await askSome()
    const asked: string[] = []
    socket.pause()
    received = ''
    // As much as the system holds for both ends; from then on answers wait in the server.
    while (limits.counts.groups() === 0) {
      asked.push(`192.0.2.${asked.length % 250}`)
      socket.write(head(asked.at(-1)!))
      await sleep(1)
    }
    expect(parsed).toBeLessThan(asked.length / 2)
    // Who stops the server waits for it.
    expect(gate.underWay()).toBe(1)
    // One more, which is behind it.
    asked.push('192.0.2.251')
    socket.write(head('192.0.2.251'))
    await sleep(20)
    socket.resume()
    await expect.poll(() => answered().length, { interval: 100 }).toBe(asked.length)
    expect(answered()).toEqual(asked)
    await expect.poll(() => limits.counts.groups() + gate.underWay()).toBe(0)
  })

  test('who is kept waiting for nothing any more is told that the server stops', async () => {
    await askSome()
    await gate.close({ workMs: 0, answerMs: 0 })
    await say(head('192.0.2.5'))
    await expect.poll(statuses).toEqual(['503'])
    expect(parsed).toBe(1)
  })
})
