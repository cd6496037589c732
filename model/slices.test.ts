import { expect, test } from 'vitest'
import { othersServed } from '#tests/others-served.ts'
import { mapInSlices } from './slices.ts'

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
