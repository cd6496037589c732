import { expect, test } from 'vitest'
import { openTraffic } from './traffic.ts'

const second = 1000

test('the longer nothing was written, the longer one waits who found nothing: half a minute at least, five minutes at most', () => {
  let now = 7 * second
  const traffic = openTraffic(() => now)
  const waitAfter = (quietMs: number): number => traffic.lookAgainAt(now + quietMs) - (now + quietMs)
  const waits = (): number[] => [0, 29, 31, 100, 299, 301, 86_400].map((quiet) => waitAfter(quiet * second))
  const expected = [30, 30, 31, 100, 299, 300, 300].map((seconds) => seconds * second)
  // A process that begins knows nothing of what the one before it sent.
  expect(waits()).toEqual(expected)
  now += 3600 * second
  expect(waitAfter(0)).toBe(300 * second)
  traffic.onWritten()
  expect(waits()).toEqual(expected)
})

test('a wait for what is written ends with it, with its time, and with its signal', async () => {
  const traffic = openTraffic()
  const { signal } = new AbortController()
  const known = traffic.written()
  const waiting = traffic.writtenSince(known, { ms: 60 * second, signal })
  traffic.onWritten()
  await waiting
  // What was written before one waits is not waited for.
  await traffic.writtenSince(known, { ms: 60 * second, signal })
  await traffic.writtenSince(traffic.written(), { ms: 1, signal })
  const stopping = new AbortController()
  const stopped = traffic.writtenSince(traffic.written(), { ms: 60 * second, signal: stopping.signal })
  stopping.abort()
  await stopped
})

test('who watches it is told when somebody begins to wait where nobody did', () => {
  const traffic = openTraffic()
  const waits: boolean[] = []
  traffic.onAsked(() => waits.push(traffic.isAsked()))
  for (const change of [1, 1, -1, -1, 1, -1] as const) traffic.onUnderWay(change)
  expect(waits).toEqual([true, true])
})
