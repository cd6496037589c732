import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { neverIdle, openPolling } from './polling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The moments, in seconds, at which something looks that wants to look every two seconds. */
function looks(polling = openPolling()) {
  const at: number[] = []
  const stop = polling.every(2000, () => at.push(performance.now() / 1000))
  return { polling, at, stop }
}

test('what looks again and again looks at whole seconds until it is stopped, be it by a look', () => {
  vi.advanceTimersByTime(300)
  const at: number[] = []
  const stop = neverIdle.every(2000, () => {
    at.push(performance.now() % 1000)
    if (at.length === 100) stop()
  })
  // Without a server nothing is given to do, and it is never idle.
  vi.advanceTimersByTime(220_000)
  expect(at).toHaveLength(100)
  for (const one of at) expect(one).toBeCloseTo(0)
})

test('after a minute in which nothing was given to do it looks every ten seconds, all in one moment', () => {
  const { at, polling } = looks()
  const others: number[] = []
  polling.every(5000, () => others.push(performance.now() / 1000))
  vi.advanceTimersByTime(61_000)
  expect(at.length).toBeGreaterThanOrEqual(29)
  for (const list of [at, others]) list.length = 0
  vi.advanceTimersByTime(120_000)
  expect(at.length).toBeGreaterThanOrEqual(10)
  expect(at.length).toBeLessThanOrEqual(12)
  for (const one of at) expect(one % 10).toBeCloseTo(0)
  expect(others).toEqual(at)
})

test('what would have looked already looks about a second after idleness ends, the others when they would have looked', () => {
  const { at, polling } = looks()
  vi.advanceTimersByTime(200_500)
  // A pause that nothing would have ended yet.
  let isOver = false
  polling.after(5000, () => (isOver = true))
  vi.advanceTimersByTime(3000)
  at.length = 0
  polling.note()
  vi.advanceTimersByTime(400)
  expect(at).toHaveLength(0)
  vi.advanceTimersByTime(1100)
  expect(at).toHaveLength(1)
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(isOver).toBe(true)
  vi.advanceTimersByTime(55_000)
  expect(at.length).toBeGreaterThanOrEqual(28)
})

test('what is given to do again and again keeps it from being idle; longer pauses stay as long as they were', () => {
  const { at, polling } = looks()
  const hourly: number[] = []
  polling.every(3_600_000, () => hourly.push(performance.now()))
  const noting = setInterval(() => polling.note(), 50_000)
  vi.advanceTimersByTime(600_000)
  expect(at.length).toBeGreaterThanOrEqual(295)
  clearInterval(noting)
  vi.advanceTimersByTime(3_599_000 - 600_000)
  polling.note()
  expect(hourly).toHaveLength(0)
  vi.advanceTimersByTime(6000)
  expect(hourly).toHaveLength(1)
})

test('what was called off does not look, nor when idleness ends', () => {
  const { at, polling, stop } = looks()
  vi.advanceTimersByTime(100_000)
  stop()
  const callOff = polling.after(1000, () => at.push(0))
  callOff()
  at.length = 0
  polling.note()
  vi.advanceTimersByTime(100_000)
  expect(at).toEqual([])
})
