import { expect, test } from 'vitest'
import { exampleSession } from './example.ts'
import { rowsOf } from './rows.ts'

test.each([
  [20, 8],
  [6, 4],
  [1, 0],
])('rows that take %i ms each let others have %i turns while 8 are made', async (cost, turns) => {
  let clock = 0
  let made = false
  let others = 0
  const other = (): void => {
    if (made) return
    others++
    setImmediate(other)
  }
  setImmediate(other)
  const rows = await rowsOf(
    Array.from({ length: 8 }, () => exampleSession({})),
    () => [],
    () => {
      clock += cost
      return clock
    },
  )
  made = true
  expect(rows).toHaveLength(8)
  expect(others).toBe(turns)
})
