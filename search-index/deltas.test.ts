import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Delta, haveTooManyFixed, joinedFrom, pieceOf, pieceRows } from './deltas.ts'

/** Which changes are read at a time, and which young segments are joined. */

const partsOf = (rows: readonly number[]) =>
  rows.map((each, at) => ({ name: `${at}`, generation: 1, rows: each, from: at, to: at }))
const rowsOf = (parts: readonly { rows: number }[]): number => parts.reduce((sum, { rows }) => sum + rows, 0)

test('pieces are all parts in their order, and each but a larger part alone is small', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 * pieceRows)), (rows) => {
      const all = partsOf(rows)
      let rest = all
      while (rest.length > 0) {
        const piece = pieceOf(rest)
        expect(piece).toEqual(rest.slice(0, piece.length))
        expect(piece.length === 1 || rowsOf(piece) <= pieceRows).toBe(true)
        rest = rest.slice(piece.length)
      }
    }),
  )
})

const deltas = (rows: readonly number[]): Delta[] =>
  rows.map((each, at) => ({ number: at, rows: each, joinable: true }))

test('what is larger than all younger ones together twice over stays as it is', () => {
  expect(joinedFrom(deltas([9000, 10, 10, 10]), () => true)).toBe(1)
  expect(joinedFrom(deltas([10, 10, 10, 10]), () => true)).toBe(0)
  expect(joinedFrom(deltas([10, 10, 10, 9000]), () => true)).toBe(0)
  // Two are joined in any case.
  expect(joinedFrom(deltas([9000, 9000, 10]), () => true)).toBe(1)
})

test('nothing is joined with what may not be', () => {
  expect(joinedFrom(deltas([10, 10, 10, 10]), ({ number }) => number > 1)).toBe(2)
})

test('of those that came from a file there are 32 before everything is read anew; others count for nothing', () => {
  const fixed = (count: number): Delta[] =>
    deltas(Array.from({ length: count }, () => 1)).map((delta) => ({ ...delta, joinable: false }))
  expect(haveTooManyFixed([...fixed(32), ...deltas(Array.from({ length: 40 }, () => 1))])).toBe(false)
  expect(haveTooManyFixed(fixed(33))).toBe(true)
})
