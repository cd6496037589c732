import { expect, test } from 'vitest'
import { partsToRun } from './parts.ts'

const parts = ['laws', 'mirror', 'product']

test('without captures of others everything runs but what needs them, unless it is named', () => {
  expect(partsToRun(parts, { only: undefined, hasCaptures: false })).toEqual(['laws', 'product'])
  expect(partsToRun(parts, { only: undefined, hasCaptures: true })).toEqual(parts)
  expect(partsToRun(parts, { only: 'mirror', hasCaptures: true })).toEqual(['mirror'])
  expect(() => partsToRun(parts, { only: 'mirror', hasCaptures: false })).toThrow('--data FOLDER')
})

test('a part that there is none of is refused, and does not pass for one without faults', () => {
  expect(() => partsToRun(parts, { only: 'nonsense', hasCaptures: true })).toThrow('none of laws, mirror')
})
