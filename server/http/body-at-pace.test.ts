import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bodyAtPace, type Pace } from './body.ts'

let server: Server
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const body = bodyAtPace({ incoming }, new AbortController().signal, { ms: 400 })
    buffer(body).then(
      (bytes) => outgoing.end(String(bytes)),
      (error: { code: string }) => outgoing.end(error.code),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** What is answered to one that says "a" at once, and ends only where it is whole. */
async function told(isWhole: boolean): Promise<string> {
  const { port } = server.address() as AddressInfo
  const asking = request({ port, method: 'PUT' })
  asking.on('error', () => undefined)
  if (isWhole) asking.end('a')
  else asking.write('a')
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const text = String(await buffer(answer))
  asking.destroy()
  return text
}

test('a body that is not there in time is given up, and one that is comes whole', async () => {
  expect(await told(true)).toBe('a')
  expect(await told(false)).toBe('too-slow')
})

describe('at a pace', () => {
  const pace: Pace = { ms: 10_000, bytesPerSecond: 100 }

  /** A body whose sender and whose seconds are ours. */
  function sending(of: Partial<Pace> = {}) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const incoming = new PassThrough()
    const body = bodyAtPace(
      { incoming: incoming as unknown as IncomingMessage },
      new AbortController().signal,
      { ...pace, ...of },
    )
    const failed = { code: null as string | null }
    body.on('error', (error: unknown) => (failed.code = (error as { code: string }).code))
    const second = async (bytes: number): Promise<void> => {
      if (bytes > 0) incoming.write(Buffer.alloc(bytes))
      await new Promise((settled) => setImmediate(settled))
      vi.advanceTimersByTime(1000)
      await new Promise((settled) => setImmediate(settled))
    }
    return { incoming, body, failed, second }
  }

  test('one that comes steadily takes as long as it takes', async () => {
    const { incoming, body, failed, second } = sending()
    const whole = buffer(body)
    for (let n = 0; n < 200; n++) await second(100)
    incoming.end()
    expect([(await whole).length, failed.code]).toEqual([20_000, null])
  })

  test('one that comes ever so slowly is given up', async () => {
    const { body, failed, second } = sending()
    body.resume()
    for (let n = 0; n < 10; n++) await second(10)
    // Ten seconds, and one more for the hundred bytes that came.
    expect(failed.code).toBeNull()
    for (let n = 0; n < 3; n++) await second(10)
    expect(failed.code).toBe('too-slow')
  })

  test('one that falls silent is given up sooner, however much of it came, and not once it is whole', async () => {
    const silent = sending({ silentMs: 3000 })
    silent.body.resume()
    for (let n = 0; n < 5; n++) await silent.second(100_000)
    await silent.second(0)
    await silent.second(1)
    await silent.second(0)
    expect(silent.failed.code).toBeNull()
    for (let n = 0; n < 2; n++) await silent.second(0)
    expect(silent.failed.code).toBe('too-slow')
    vi.useRealTimers()

    const whole = sending({ silentMs: 3000 })
    await whole.second(10)
    whole.incoming.end()
    for (let n = 0; n < 30; n++) await whole.second(0)
    expect([whole.failed.code, (await buffer(whole.body)).length]).toEqual([null, 10])
  })

  test('what the server itself does not read counts for nothing', async () => {
    const { incoming, body, failed, second } = sending()
    await second(1_000_000)
    for (let n = 0; n < 20_000; n++) vi.advanceTimersByTime(1000)
    expect(failed.code).toBeNull()
    const whole = buffer(body)
    incoming.end()
    expect((await whole).length).toBe(1_000_000)
  })
})
