import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pcap } from '#packet/build/pcap.ts'
import { limits } from '#packet/limits.ts'
import { connection } from '#packet/testing/exchange.ts'
import { countByTurn } from '../others-served.ts'
import { upload } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

let inside: Inside
beforeAll(async () => void (inside = await openInside()))
afterAll(() => inside.close())

test('a session that says as much as is kept of one is not read on the thread that serves others', async () => {
  // Nothing is longer when it is written down: six characters for one.
  const agent = '\u0001'.repeat(8000)
  const request = `GET / HTTP/1.1\r\nHost: long.test\r\nUser-Agent: ${agent}\r\n\r\n`
  const requests = request.repeat(Math.ceil(limits.httpKept / agent.length))
  const frames = connection(requests, '', { segment: 60_000, at: Date.now() - 60_000 })
  const read = countByTurn()
  const parse = JSON.parse
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((...given: Parameters<typeof parse>) => {
    read.add(given[0].length)
    return parse(...given) as unknown
  })
  expect(await upload(inside, pcap(frames))).toMatchObject({ status: 200, body: { sessions: 1 } })
  await inside.deps.drained().finally(() => spy.mockRestore())
  expect(read.end().highest).toBeLessThan(limits.httpKept)
})
