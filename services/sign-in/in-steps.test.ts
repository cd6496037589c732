import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

/** Milliseconds until the answer to what takes so many, by a clock that goes only where somebody waits. */
async function took(ms: number): Promise<number> {
  let at = 7
  const wait = async (more: number): Promise<void> => void (at += more)
  expect(await inSteps(() => wait(ms).then(() => 'done'), { now: () => at, wait })).toBe('done')
  return at - 7
}

test('little and somewhat more take as long, and much takes another step', async () => {
  expect([await took(0), await took(32), await took(249.9)]).toEqual([250, 250, 250])
  expect([await took(250), await took(499), await took(700)]).toEqual([500, 500, 750])
})

test('what fails fails at once', async () => {
  await expect(inSteps(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
