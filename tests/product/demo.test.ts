import { once } from 'node:events'
import { createServer, connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#cli/demo/command.ts'
import { demoCaptures } from '#demo/captures.ts'
import { call, eventually, waitUntilIdle } from './captures.ts'
import { processes } from './processes.ts'
import { startProduct, type Product } from './start.ts'

/** The demo loads whatever happens to who loads it, and nothing of it comes twice. */

let product: Product
beforeAll(async () => {
  product = await startProduct({ demo: true })
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
})

interface Demo {
  loading: boolean
  storing: boolean
  parts: number
  parts_done: number
  last_error: string | null
}
const demo = async (): Promise<Demo> => (await call(product, '/readyz')).body.demo as Demo
const loaders = (): number[] =>
  processes()
    .filter(({ parent, args }) => parent === product.process.pid && args.endsWith('demo load'))
    .map(({ pid }) => pid)

test('a loader that dies is started again, goes on where it was, and everybody is told', async () => {
  await eventually(demo, ({ parts_done }) => parts_done > 0)
  const [killed = 0] = loaders()
  process.kill(killed, 'SIGKILL')
  const stopped = await eventually(demo, ({ last_error }) => last_error !== null)
  expect(stopped).toMatchObject({ loading: true, last_error: 'the loader was ended by SIGKILL' })
  const resumed = await eventually(
    demo,
    ({ parts_done, last_error }) => last_error === null && parts_done > stopped.parts_done,
  )
  expect(resumed.loading).toBe(true)
  expect(loaders()).not.toContain(killed)
})

test('a connection that breaks in the middle of a capture, or before the answer, costs nothing and doubles nothing', async () => {
  // Two of yesterday's three: today may have just begun.
  const captures = (now: number) => {
    const all = demoCaptures(now)
    const today = all.at(-1)?.midnight ?? 0
    return all.filter(({ midnight }) => midnight === today - 86_400_000).slice(0, 2)
  }
  const stored = async (load: () => Promise<void>): Promise<number> => {
    expect((await call(product, '/api/demo', { method: 'DELETE' })).status).toBe(200)
    const status = async () => (await call(product, '/readyz')).body.ingest as { stored_sessions: number }
    const before = (await status()).stored_sessions
    await load()
    await waitUntilIdle(product)
    expect(await demo()).toMatchObject({ loading: false, storing: false, parts: 2, parts_done: 2 })
    return (await status()).stored_sessions - before
  }
  const whole = await stored(() => loadDemo({ url: product.url, key: product.key }, captures))
  expect(whole).toBeGreaterThan(100)

  const proxy = await breaking(product)
  expect(await stored(() => loadDemo({ url: proxy.url, key: product.key }, captures))).toBe(whole)
  expect(proxy.broken()).toBe(2)
  proxy.close()
})

/** Passes everything on, but breaks one connection in the middle of a body and the next one before its answer. */
async function breaking(to: Product): Promise<{ url: string; broken(): number; close(): void }> {
  const target = new URL(to.url)
  let broken = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    let sent = 0
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
      if (broken === 0 && sent > 20_000) {
        broken = 1
        end()
      } else upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (broken === 1 && sent > 20_000) {
        broken = 2
        end()
      } else client.write(chunk)
    })
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, broken: () => broken, close: () => void server.close() }
}
