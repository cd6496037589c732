import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('a gate tells of what may change something when it comes and when it is over, and of nothing else', async () => {
  let told = 0
  const gate = openGate(() => void (told += 1))
  const server = createServer((incoming, outgoing) => {
    if (gate.admit(incoming, outgoing)) setTimeout(() => outgoing.end(), 5)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const [method, times] of [
    ['GET', 0],
    ['POST', 2],
    ['HEAD', 0],
    ['PUT', 2],
    ['OPTIONS', 0],
    ['PATCH', 2],
    ['DELETE', 2],
    ['GET', 0],
  ] as const) {
    told = 0
    await fetch(url, { method })
    // The answer may have arrived before its request is over.
    await expect.poll(() => told, { message: method }).toBe(times)
  }
  server.closeAllConnections()
  server.close()
})
