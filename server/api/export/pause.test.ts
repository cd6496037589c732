import { expect, test } from 'vitest'
import { pausing } from './pause.ts'

test('while a file is sent, others have the thread after every 128,000 bytes', async () => {
  const pause = pausing()
  let pieces = 0
  const turns: number[] = []
  const other = (): void => void turns.push(pieces)
  for (pieces = 1; pieces <= 40; pieces += 1) {
    // Only what waits for a timer lets this come between.
    setTimeout(other)
    await pause(16_000)
  }
  expect(new Set(turns)).toEqual(new Set([8, 16, 24, 32, 40]))
})
