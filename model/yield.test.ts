import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield.ts'

test('of several that are ready at once each gets a turn of its own, in order', async () => {
  let turn = 0
  let ends = false
  const count = (): void => {
    turn += 1
    if (!ends) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(Array.from({ length: 5 }, () => yieldToEventLoop().then(() => turn)))
  ends = true
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})
