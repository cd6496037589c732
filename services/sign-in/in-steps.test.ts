import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

test('little and somewhat more take as long, and much takes longer', async () => {
  const took = async (ms: number) => {
    const begun = performance.now()
    expect(await inSteps(() => pause(ms, 'done'))).toBe('done')
    // A timer may be late, and not early by more than its own millisecond.
    return Math.floor((performance.now() - begun + 2) / 250)
  }
  expect(await Promise.all([took(0), took(40)])).toEqual([1, 1])
  expect(await took(300)).toBeGreaterThan(1)
})

test('what fails fails at once', async () => {
  await expect(inSteps(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
