import { expect, test } from 'vitest'
import { tortureDissector } from './dissect.ts'

test('captures cut short and 500 mutated ones dissect without crash, hang or hunger for memory', async () => {
  const result = await tortureDissector({ mutations: 500, stride: 101, seed: 'npm test' })
  expect(result.mutations).toBe(500)
  expect(result.captures).toBeGreaterThanOrEqual(10)
  expect(result.cuts).toBeGreaterThan(100)
})
