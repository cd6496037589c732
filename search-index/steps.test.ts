import { expect, test } from 'vitest'
import { stepsUpTo } from './steps.ts'

test('in the middle of a question there is time for what takes little', () => {
  let looks = 0
  const steps = stepsUpTo(10_000_000, undefined, () => (looks += 1))
  for (let at = 0; at < 9_000; at++) steps.spend(1_000)
  expect(looks).toBe(9)
})
