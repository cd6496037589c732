import { expect, test } from 'vitest'
import { mapInSlices } from './slices.ts'

test.each([
  [20, 8],
  [6, 4],
  [1, 0],
])('what takes %i ms each lets others have %i turns while 8 are made, in order', async (cost, turns) => {
  let clock = 0
  let others = 0
  let made = false
  const other = (): void => {
    if (made) return
    others++
    setImmediate(other)
  }
  setImmediate(other)
  const doubled = await mapInSlices(
    [1, 2, 3, 4, 5, 6, 7, 8],
    (number) => 2 * number,
    () => (clock += cost),
  )
  made = true
  expect(doubled).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(others).toBe(turns)
})
