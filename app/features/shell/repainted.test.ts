import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitsForPaint } from './repainted.ts'

let draw: (() => void) | null

beforeEach(() => {
  draw = null
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => (draw = frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A navigation whose data comes at once, and whether it is over. */
function navigation() {
  const order: string[] = []
  const over = waitsForPaint(null, async () => order.push('data')).then(() => order.push('page'))
  return { order, over }
}

test('the next page comes when the window was drawn, and its data was asked for before', async () => {
  const { order, over } = navigation()
  await vi.advanceTimersByTimeAsync(99)
  expect(order).toEqual(['data'])
  draw?.()
  await vi.advanceTimersByTimeAsync(0)
  await over
  expect(order).toEqual(['data', 'page'])
})

test('a window that is not drawn waits 100 ms', async () => {
  const { order } = navigation()
  await vi.advanceTimersByTimeAsync(99)
  expect(order).toEqual(['data'])
  await vi.advanceTimersByTimeAsync(1)
  expect(order).toEqual(['data', 'page'])
})

test('a page that cannot be fetched waits for nothing', async () => {
  await expect(waitsForPaint(null, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})
