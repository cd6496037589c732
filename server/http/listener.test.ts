import { connect, type AddressInfo } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterEach, expect, test } from 'vitest'
import { bodyOf } from './body.ts'
import type { Env } from './env.ts'
import { serverFor } from './listener.ts'

const app = new OpenAPIHono<Env>()
app.post('/read', async (c) => {
  let bytes = 0
  for await (const chunk of bodyOf(c.env)) bytes += chunk.length
  return c.text(`read ${bytes}`)
})
app.post('/ponder', async (c) => {
  for await (const chunk of bodyOf(c.env)) void chunk
  await new Promise((go) => setTimeout(go, 900))
  return c.text('pondered')
})
app.post('/refuse', (c) => c.text('refused', 401))
app.onError((_error, c) => c.text('broken', 500))

let stop = (): void => undefined
afterEach(() => stop())

async function opened(patience: { stalled: number; linger: number }): Promise<number> {
  const server = serverFor(app, { patience })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return (server.address() as AddressInfo).port
}

/** Sends the head, then `piece` every `every` milliseconds until the other side closes; what came back, and after how long. */
function speak(
  port: number,
  head: string,
  piece: string,
  every: number,
  body = '',
): Promise<{ said: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now()
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nhost: x\r\n\r\n${body}`))
    const more = setInterval(() => piece !== '' && socket.write(piece), every)
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(more)
      resolve({ said, ms: performance.now() - began })
    })
  })
}

test('a body that stands still loses its connection; one that trickles does not', async () => {
  const port = await opened({ stalled: 1000, linger: 100_000 })
  const still = await speak(port, 'POST /read HTTP/1.1\r\ncontent-length: 10', '', 100)
  expect(still.said).not.toContain('read')
  expect(still.ms).toBeGreaterThan(900)
  expect(still.ms).toBeLessThan(50_000)
  const slow = await speak(port, 'POST /read HTTP/1.1\r\nconnection: close\r\ncontent-length: 15', 'x', 100)
  expect(slow.said).toContain('read 15')
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
  expect(ms).toBeLessThan(50_000)
})

test('what is no HTTP gets a status and one line', async () => {
  const port = await opened({ stalled: 5000, linger: 600 })
  expect((await speak(port, 'hello', '', 1000)).said).toMatch(
    /^HTTP\/1\.1 400 .*\r\n\r\nThis is not a request/s,
  )
  const long = await speak(port, `GET /${'a'.repeat(70_000)} HTTP/1.1`, '', 1000)
  expect(long.said).toMatch(/^HTTP\/1\.1 431 /)
})
