import { expect, test } from 'vitest'
import { camelKey, snakeKey, snakeKeys } from './case.ts'

test('keys change their case at every depth and come back', () => {
  expect(snakeKeys({ shiftMs: 1, refused: [{ firstAt: { offset: 0 } }], plain: null })).toEqual({
    shift_ms: 1,
    refused: [{ first_at: { offset: 0 } }],
    plain: null,
  })
  for (const key of ['shiftMs', 'ja3', 'nextToken', 'a']) expect(camelKey(snakeKey(key))).toBe(key)
})

test('values are never touched', () => {
  expect(snakeKeys({ name: 'camelCase' })).toEqual({ name: 'camelCase' })
})
