import { expect, test } from 'vitest'
import type { Pattern } from '#gnql/like.ts'
import type { Predicate } from '#gnql/predicate.ts'
import { costOf } from './cost.ts'

const star = { wildcard: '*' } as const
const like = (...pattern: Pattern): Predicate => ({
  kind: 'test',
  column: { name: 'http_path', shape: 'text-list' },
  test: { op: 'like', pattern },
})
const known = { bytesOf: () => 1000, valuesOf: () => undefined }
const steps = (predicate: Predicate): number => costOf(predicate, known).steps

test('a pattern costs more the less it says how a value begins, and the longer it is behind a wildcard for one', () => {
  const long = like(star, 'a'.repeat(4000), { wildcard: '?' }, 'b', star)
  const costs = [like('a', star), like(star, 'a', star, 'b'), long].map(steps)
  expect(costs.toSorted((a, b) => a - b)).toEqual(costs)
  expect(steps(long)).toBeGreaterThan(4000 * steps(like('a', star)))
})

test('texts that are sought together cost a small part of what each would alone', () => {
  const operands = Array.from({ length: 100 }, (_, n) => like(star, `q${n}`, star))
  const alone = operands.reduce((sum, operand) => sum + steps(operand), 0)
  expect(steps({ kind: 'or', operands })).toBeLessThan(alone / 10)
})

test('of alternatives it names the very one that costs most', () => {
  const costly = like(star, 'a', { wildcard: '?' }, 'b')
  expect(costOf({ kind: 'or', operands: [like('a', star), costly] }, known).costliest).toBe(costly)
})

test('many values of one column cost what one does: they are looked up in one set', () => {
  const equals = (count: number): Predicate[] =>
    Array.from({ length: count }, (_, n) => ({
      kind: 'test',
      column: { name: 'asn', shape: 'text' },
      test: { op: 'equals', value: `as${n}` },
    }))
  const values = (count: number): Predicate => ({ kind: 'or', operands: equals(count) })
  const excluded = equals(900).map((operand): Predicate => ({ kind: 'not', operand }))
  expect(steps(values(900))).toBe(steps(values(1)))
  expect(steps({ kind: 'and', operands: excluded })).toBe(steps(values(1)))
  expect(steps({ kind: 'and', operands: [values(2), values(3)] })).toBe(2 * steps(values(1)))
})

test('it names the test that costs most, and what is looked up costs little', () => {
  const costly = like(star, 'a', { wildcard: '?' }, 'b')
  const predicate: Predicate = { kind: 'and', operands: [like('a', star), { kind: 'not', operand: costly }] }
  expect(costOf(predicate, known).costliest).toBe(costly)
  const looked = costOf(predicate, { ...known, valuesOf: () => ['/ab'] })
  expect(looked.steps).toBeLessThan(steps(predicate) / 4)
})
