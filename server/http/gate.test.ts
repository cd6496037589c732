import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('a gate tells of what may change something when it comes and when it is over, and of nothing else', async () => {
  const told: string[] = []
  let last = ''
  const gate = openGate(() => void told.push(last))
  const server = createServer((incoming, outgoing) => {
    last = incoming.method ?? ''
    if (gate.admit(incoming, outgoing)) setTimeout(() => outgoing.end(), 5)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const method of ['GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'PATCH', 'DELETE'])
    await fetch(url, { method })
  expect(told).toEqual(['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [method, method]))
  server.closeAllConnections()
  server.close()
})
