import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyWithin } from './body.ts'

let server: Server
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const body = bodyWithin({ incoming }, new AbortController().signal, 400)
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
