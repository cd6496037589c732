import { expect, test } from 'vitest'
import { giveBack } from './give-back.ts'

test('a chunk that is all of its memory gives it back; a part of a larger one leaves the others as they are', () => {
  const whole = new Uint8Array(100).fill(1)
  giveBack(whole)
  giveBack(whole)
  expect(whole.length).toBe(0)
  const all = new Uint8Array(100).fill(1)
  giveBack(all.subarray(0, 60))
  giveBack(Buffer.from('from the pool'))
  expect([all.length, all[99]]).toEqual([100, 1])
})
