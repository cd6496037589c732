import { expect, test } from 'vitest'
import { sizeText } from './bytes.ts'
import { readText } from './state-words.ts'

test('sizes are told in thousands, and none as a thousand of the unit below', () => {
  expect([0, 1, 999, 1000, 1234, 999_949, 999_950, 100e6, 2.5e9].map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '1.2 kB',
    '999.9 kB',
    '1 MB',
    '100 MB',
    '2.5 GB',
  ])
})

test('how far a list is read never says more than is read', () => {
  expect(readText({ read: 995, bytes: 1000 })).toBe('995 bytes of 1 kB, 99%')
  expect(readText({ read: 0, bytes: 0 })).toBe('0 bytes of 0 bytes, 100%')
})
