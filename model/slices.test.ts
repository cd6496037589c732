import { expect, test } from 'vitest'
import { othersServed } from '#tests/others-served.ts'
import { mapInSlices, sortInSlices } from './slices.ts'

test.each([
  [20, 8],
  [6, 4],
  [1, 0],
])('while 8 are made in order that take %i ms each, others are served %i times', async (cost, times) => {
  let clock = 0
  const { others, result } = await othersServed(() =>
    mapInSlices(
      [1, 2, 3, 4, 5, 6, 7, 8],
      (number) => 2 * number,
      () => (clock += cost),
    ),
  )
  expect(result).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(others).toBe(times)
})

test.each([0, 1, 2000, 2001, 9_999])(
  '%i items are sorted as in one piece, others being served',
  async (length) => {
    const items = Array.from({ length }, (_, n) => ({ key: (n * 7919) % 1009, n }))
    let clock = 0
    const { others, result } = await othersServed(() =>
      sortInSlices(
        items,
        (a, b) => a.key - b.key,
        () => (clock += 6),
      ),
    )
    expect(result).toEqual(items.toSorted((a, b) => a.key - b.key))
    expect(others).toBeGreaterThanOrEqual(Math.floor(length / 4000))
  },
)
