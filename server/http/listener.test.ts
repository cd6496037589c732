import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterEach, expect, test } from 'vitest'
import { openLimits } from '../limits/limits.ts'
import { visitorAt } from '../limits/caller.ts'
import { limitTable } from '../limits/table.ts'
import { untilHungUp } from './hang-up.ts'
import { problemResponse, refusalIn } from './problem.ts'
import { bodyOf, boundedBody } from './body.ts'
import { safeHeaders } from './headers.ts'
import type { Env } from './env.ts'
import { type ListenerOptions, serverFor } from './listener.ts'

const app = new OpenAPIHono<Env>()
app.use('/read', untilHungUp)
app.use('/ponder', untilHungUp)
app.post('/read', async (c) => {
  let bytes = 0
  for await (const chunk of bodyOf(c.env, c.var.signal)) bytes += chunk.length
  return c.text(`read ${bytes}`)
})
app.post('/ponder', async (c) => {
  for await (const chunk of bodyOf(c.env, c.var.signal)) void chunk
  await new Promise((go) => setTimeout(go, 900))
  return c.text('pondered')
})
app.post('/refuse-late', () => new Promise(() => undefined))
app.post('/refuse', (c) => c.text('refused', 401))
const { counts } = openLimits(limitTable)
for (const [path, deadline] of [
  ['/held', 700],
  ['/held-long', 200_000],
] as const) {
  app.use(
    path,
    untilHungUp,
    async (c, next) => {
      c.set('caller', visitorAt('198.51.100.1'))
      await next()
    },
    boundedBody(counts, deadline),
  )
  app.post(path, async (c) => c.text(`held ${(await c.req.text()).length}`))
}
let counted = 0
app.get('/count', (c) => c.text(`${++counted}`))
app.get('/large', (c) => c.body(Buffer.alloc(50_000_000, 120)))
app.onError((error, c) => problemResponse(refusalIn(c.get('signal')?.reason) ?? error, '', c.req.path))

let server: Server | undefined
let stop = (): void => undefined
afterEach(() => stop())

async function opened(
  patience: { stalled: number; linger: number },
  options: Omit<ListenerOptions, 'patience'> = {},
): Promise<number> {
  const opening = serverFor(app, { patience, ...options })
  server = opening
  await new Promise<void>((done) => opening.listen(0, '127.0.0.1', done))
  stop = () => {
    opening.closeAllConnections()
    opening.close()
  }
  return (opening.address() as AddressInfo).port
}

/** Sends the head, then `piece` every `intervalMs` milliseconds until the other side closes; what came back, and after how long. */
function speak(
  port: number,
  head: string,
  piece: string,
  intervalMs: number,
  body = '',
): Promise<{ said: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now()
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nhost: x\r\n\r\n${body}`))
    const more = setInterval(() => piece !== '' && socket.write(piece), intervalMs)
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(more)
      resolve({ said, ms: performance.now() - began })
    })
  })
}

test('whoever lets a body stand still is told so and loses the connection; one that trickles does not', async () => {
  const port = await opened({ stalled: 3000, linger: 100_000 })
  for (const path of ['/read', '/held-long']) {
    const head = `POST ${path} HTTP/1.1\r\nconnection: close\r\ncontent-length: 10`
    const still = await speak(port, head, '', 100, 'begun')
    expect(still.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(still.said).toContain('Nothing of the body came for 3 seconds')
    expect(still.ms).toBeGreaterThan(2900)
  }
  // Nobody there can be told.
  expect((await speak(port, 'POST /refuse-late HTTP/1.1\r\ncontent-length: 10', '', 100)).said).toBe('')
  const slow = await speak(port, 'POST /read HTTP/1.1\r\nconnection: close\r\ncontent-length: 10', 'x', 400)
  expect(slow.said).toContain('read 10')
})

test('what is done with a whole body may take longer than a body may stand still', async () => {
  const port = await opened({ stalled: 300, linger: 5000 })
  const head = 'POST /ponder HTTP/1.1\r\nconnection: close\r\ncontent-length: 1'
  expect((await speak(port, head, '', 1000, 'x')).said).toContain('pondered')
})

test('the rest of a refused body is taken for a while, not for ever', async () => {
  const port = await opened({ stalled: 100_000, linger: 600 })
  const { said, ms } = await speak(port, 'POST /refuse HTTP/1.1\r\ncontent-length: 1000000', 'x', 50)
  expect(said).toMatch(/^HTTP\/1\.1 401 /)
  expect(ms).toBeGreaterThan(500)
})

test.each(['/refuse', '/read', '/held'])(
  'a body that came whole, if after its head, ends no answer of later on the same connection: %s',
  async (path) => {
    // Long enough for a slow machine to send the body after it saw the answer.
    const port = await opened({ stalled: 100_000, linger: 4000 })
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => undefined)
    const closed = new Promise<string>((done) => socket.once('close', () => done('closed')))
    const answers = () => said.match(/HTTP\/1\.1 \d+ /g)?.length
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n`)
    if (path === '/refuse') await expect.poll(answers).toBe(1)
    socket.write('{}')
    await expect.poll(answers).toBe(1)
    const later = new Promise<string>((done) => setTimeout(() => done('open'), 5000))
    expect([path, await Promise.race([closed, later])]).toEqual([path, 'open'])
    socket.write('GET /count HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(answers).toBe(2)
    socket.destroy()
  },
)

test('bodies refused one after the other leave nothing behind on their connection', async () => {
  const port = await opened({ stalled: 100_000, linger: 100_000 })
  const sockets: Socket[] = []
  server?.on('connection', (socket: Socket) => sockets.push(socket))
  const client = connect(port, '127.0.0.1')
  let said = ''
  client.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const refused = async (many: number): Promise<void> => {
    client.write('POST /refuse HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n')
    await expect.poll(() => said.match(/HTTP\/1\.1 401 /g)?.length).toBe(many)
    client.write('{}')
  }
  await refused(1)
  const [socket] = sockets
  const listeners = () => socket?.listenerCount('close')
  const before = listeners()
  for (let many = 2; many <= 20; many += 1) await refused(many)
  // The answer to what comes next says that the last body was read.
  client.write('GET /count HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => said).toContain('HTTP/1.1 200 ')
  expect(listeners()).toBeLessThanOrEqual(before ?? 0)
  client.destroy()
})

test('what is no HTTP gets a status and one line', async () => {
  const port = await opened({ stalled: 5000, linger: 600 })
  expect((await speak(port, 'hello', '', 1000)).said).toMatch(
    /^HTTP\/1\.1 400 .*\r\n\r\nThis is not a request/s,
  )
  const long = await speak(port, `GET /${'a'.repeat(70_000)} HTTP/1.1`, '', 1000)
  expect(long.said).toMatch(/^HTTP\/1\.1 431 /)
})

const safe = Object.entries(safeHeaders)
  .filter(([name]) => name !== 'cache-control')
  .map(([name, value]) => `${name}: ${value}`)

test('what is refused before the app sees it says why, and carries the headers every answer carries', async () => {
  const port = await opened({ stalled: 100_000, linger: 600 })
  counted = 0
  const found = await Promise.all(
    [
      'GET /count HTTP/1.1\r\nexpect: foo\r\nconnection: close',
      'GET /count HTTP/1.1\r\nHost: elsewhere',
      'CONNECT evil.example:25 HTTP/1.1',
    ].map((head) => speak(port, head, '', 1000)),
  )
  expect(found.map(({ said }) => /^HTTP\/1\.1 (\d+) /.exec(said)?.[1])).toEqual(['417', '400', '501'])
  expect(found[0]?.said).toContain('"code":"unmet-expectation"')
  expect(found[1]?.said).toContain('this one has 2')
  expect(counted).toBe(0)
  for (const { said } of found)
    for (const line of [...safe, 'connection: close']) expect(said.toLowerCase()).toContain(line)
})

test('a tunnel that is asked for amid other answers ends the connection, and mixes with none of them', async () => {
  const port = await opened({ stalled: 100_000, linger: 600 })
  const { said } = await speak(
    port,
    'GET /count HTTP/1.1',
    '',
    1000,
    'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  )
  expect(said).not.toContain('501')
})

test('too many requests on one connection before the first answer are refused as by any other limit', async () => {
  const refused: string[] = []
  const port = await opened(
    { stalled: 100_000, linger: 600 },
    { onRefused: (limit, of) => refused.push(`${limit} ${of}`) },
  )
  const more = 'GET /count HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20)
  const { said } = await speak(port, 'GET /count HTTP/1.1', '', 1000, more)
  expect(said.match(/HTTP\/1\.1 200 /g)).toHaveLength(8)
  const last = said.slice(said.indexOf('HTTP/1.1 429 ')).toLowerCase()
  for (const line of [
    ...safe,
    'connection: close',
    'retry-after: 1',
    'ratelimit: "pipelined";r=0;t=1',
    'content-type: application/problem+json',
    '"code":"rate-limited"',
    '"of":"connection","max":8',
  ])
    expect(last).toContain(line)
  // Once: what came behind it is not even looked at.
  expect(refused).toEqual(['connections connection'])
})

test('a body that is read into memory has to be there in time, however steadily it drips, and gives its memory back', async () => {
  const port = await opened({ stalled: 100_000, linger: 300 })
  const drip = '1\r\nx\r\n'
  const slow = await speak(port, 'POST /held HTTP/1.1\r\ntransfer-encoding: chunked', drip, 50)
  expect(slow.said).toMatch(/^HTTP\/1\.1 408 .*"code":"too-slow"/s)
  expect(counts.groups()).toBe(0)
  const head = 'POST /held-long HTTP/1.1\r\nconnection: close\r\ntransfer-encoding: chunked'
  const quick = await speak(port, head, '', 50, `${drip.repeat(2000)}0\r\n\r\n`)
  expect(quick.said).toContain('held 2000')
  expect(counts.groups()).toBe(0)
})

test('an answer that nobody takes ends, so that its place is free again', async () => {
  const port = await opened(
    { stalled: 100_000, linger: 300 },
    { pace: { grace: 300, minBytesPerSecond: 1_000_000, intervalMs: 50 } },
  )
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n'))
  socket.on('error', () => undefined)
  // Not one byte is read here.
  await new Promise((connected) => socket.once('connect', connected))
  for (let open = 1; open > 0; await new Promise((tick) => setTimeout(tick, 20)))
    open = await new Promise<number>((told) => server?.getConnections((_, count) => told(count)))
  socket.destroy()
})

test('of what is sent on a connection that was refused nothing reaches the app', async () => {
  const port = await opened(
    { stalled: 100_000, linger: 300 },
    { connections: { address: 1, key: Infinity, total: 1 } },
  )
  const holder = connect(port, '127.0.0.1', () =>
    holder.write('POST /read HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n'),
  )
  holder.on('error', () => undefined)
  // It is being answered: its place is nobody else's.
  await new Promise((heard) => holder.once('data', heard))
  counted = 0
  const more = 'GET /count HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50)
  const { said } = await speak(port, 'GET /count HTTP/1.1', '', 1000, more)
  expect(said).toMatch(/^HTTP\/1\.1 503 .*\n$/s)
  expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(counted).toBe(0)
  holder.destroy()
})
