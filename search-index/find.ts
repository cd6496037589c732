import type { Bound, Column, Predicate, Test } from '#gnql/predicate.ts'
import {
  and,
  type Condition,
  everything,
  inBits,
  inBounds,
  inDocs,
  inRange,
  not,
  nothing,
  or,
  withValues,
} from './conditions.ts'
import { between, equalTo, matching, numbersBetween, searchedFor, type Values } from './term-dictionary.ts'
import { listedIn } from './listed.ts'
import { holdingEach } from './multi-search.ts'
import { compareKeys, firstNotBelow, keyOf } from '#model/address-keys.ts'
import { type NumbersColumn, type Segment, type WordColumn } from './segment.ts'
import type { Steps } from './steps.ts'

/** The predicate looks at something that the index does not hold: the engine has to answer. */
export class NotHeld extends Error {}

/** A predicate over one segment, as `gnql/match.ts` reads it. @throws NotHeld, TooCostly, Cancelled */
export function conditionOf(predicate: Predicate, segment: Segment, steps: Steps): Condition {
  return compose(predicate, { segment, steps, holding: searchTogether(predicate, segment, steps) })
}

/** So many searches through the values of one column are done in one pass. */
const many = 6

function searchTogether(predicate: Predicate, segment: Segment, steps: Steps): Reading['holding'] {
  const wanted = new Map<WordColumn, Set<string>>()
  const collect = (part: Predicate): void => {
    if (part.kind === 'not') collect(part.operand)
    else if (part.kind === 'and' || part.kind === 'or') for (const each of part.operands) collect(each)
    else if (part.kind === 'test' && part.test.op === 'like') {
      const column = segment.columns.get(part.column.name)
      const text = searchedFor(part.test.pattern)
      if ((column?.kept !== 'word' && column?.kept !== 'words') || text === null) return
      wanted.set(column, (wanted.get(column) ?? new Set()).add(text))
    }
  }
  collect(predicate)
  const crowded = [...wanted].filter(([, texts]) => texts.size >= many)
  return new Map(crowded.map(([column, texts]) => [column, holdingEach(column, [...texts], steps)]))
}

interface Reading {
  segment: Segment
  steps: Steps
  /** Of columns with many searches what each found. */
  holding: ReadonlyMap<WordColumn, ReadonlyMap<string, readonly number[]>>
}

function compose(predicate: Predicate, reading: Reading): Condition {
  const { size } = reading.segment
  const inside = (part: Predicate): Condition => compose(part, reading)
  // Sets of documents are joined 32 at a time.
  reading.steps.spend(50 + (size >>> 4))
  switch (predicate.kind) {
    case 'all':
      return everything(size)
    case 'none':
      return nothing
    case 'and':
      return and(predicate.operands.map(inside), size)
    case 'or':
      return or(predicate.operands.map(inside), size)
    case 'not':
      return not(inside(predicate.operand), size)
    case 'test':
      return testOf(predicate.column, predicate.test, reading)
  }
}

function testOf({ name }: Column, test: Test, reading: Reading): Condition {
  const { segment, steps } = reading
  const { size } = segment
  if (name === 'ip') return addressTest(test, reading)
  const column = segment.columns.get(name)
  switch (column?.kept) {
    case 'word':
    case 'words':
      return wordTest(column, test, reading)
    case 'numbers':
      return numbersTest(column, test, reading)
    case 'number':
      steps.spend(size)
      return inBounds(column, ...numberBounds(test))
    case 'time':
      steps.spend(size)
      return inBounds(column, ...timeBounds(test))
    case 'flag':
      if (test.op === 'exists') return everything(size)
      if (test.op !== 'is') break
      return test.value ? inBits(column.words, size) : not(inBits(column.words, size), size)
    case undefined:
  }
  throw new NotHeld(name)
}

function addressTest(test: Test, { segment: { keys, size }, steps }: Reading): Condition {
  if (test.op === 'exists') return everything(size)
  if (test.op === 'ip-in') return inDocs(listedIn(keys, test.list.keys, steps), size)
  if (test.op !== 'ip-range') throw new NotHeld('ip')
  const to = keyOf(test.to)
  const from = firstNotBelow(keys, keyOf(test.from))
  const last = firstNotBelow(keys, to)
  const isIn = last < size && compareKeys(keys, last, to, 0) === 0
  return inRange(size, from, Math.max(from, isIn ? last + 1 : last))
}

function wordTest(column: WordColumn, test: Test, { segment: { size }, steps, holding }: Reading): Condition {
  const having = (values: Values): Condition => withValues(column.postings, size, values, steps)
  switch (test.op) {
    case 'exists':
      if (column.postings.some) return inBits(column.postings.some, size)
      return not(having(equalTo(column, '')), size)
    case 'equals':
      return having(equalTo(column, test.value))
    case 'like': {
      const known = holding.get(column)?.get(searchedFor(test.pattern) ?? '')
      return having(matching(column, test.pattern, { steps, holding: known }))
    }
    case 'text-range':
      return having(between(column, test))
    default:
      throw new NotHeld(test.op)
  }
}

function numbersTest(
  { values, postings }: NumbersColumn,
  test: Test,
  { segment: { size }, steps }: Reading,
): Condition {
  const having = (some: Values): Condition => withValues(postings, size, some, steps)
  switch (test.op) {
    case 'exists':
      return inBits(postings.some ?? new Uint32Array(0), size)
    case 'number-equals': {
      const bound = { value: test.value, inclusive: true }
      return having(numbersBetween(values, { from: bound, to: bound }))
    }
    case 'number-range':
      return having(numbersBetween(values, test))
    default:
      throw new NotHeld(test.op)
  }
}

/** Inclusive bounds; NaN lies within none. */
function numberBounds(test: Test): [low: number, high: number] {
  switch (test.op) {
    case 'exists':
      return [-Infinity, Infinity]
    case 'number-equals':
      return [test.value, test.value]
    case 'number-range':
      return [lowest(test.from), highest(test.to)]
    default:
      throw new NotHeld(test.op)
  }
}

/** The next number above or below, where the bound itself is left out. */
const lowest = (bound: Bound<number> | undefined): number =>
  bound === undefined ? -Infinity : bound.inclusive ? bound.value : neighbour(bound.value, 1)
const highest = (bound: Bound<number> | undefined): number =>
  bound === undefined ? Infinity : bound.inclusive ? bound.value : neighbour(bound.value, -1)

/** IEEE 754 numbers are in the order of their bits, above zero upwards and below it downwards. */
function neighbour(value: number, direction: 1 | -1): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction))
  return view.getFloat64(0)
}

/** Whole seconds; 0 is never and lies within no bounds. */
function timeBounds(test: Test): [low: number, high: number] {
  if (test.op === 'exists') return [1, Infinity]
  if (test.op !== 'time-range') throw new NotHeld(test.op)
  return [Math.max(1, test.from ?? 1), test.to === undefined ? Infinity : Math.ceil(test.to) - 1]
}
