import { placeOf } from '#model/address-keys.ts'
import { readAddress } from '#model/address.ts'
import { like } from './like.ts'
import type { Bound, Column, Predicate, Test } from './predicate.ts'
import { parseAddress } from './values/address.ts'
import { compareText, fold } from './values/fold.ts'

/**
 * The plain reading of a predicate over one document whose keys are column names: the yardstick every store is held
 * to. A value that is missing (undefined, null) passes no test; a list passes when any element does.
 * Times are ISO 8601 texts ("YYYY-MM-DD" and "YYYY-MM-DD HH:MM:SS" as UTC) or milliseconds since 1970; "" and 0 mean never.
 */
export function matches(predicate: Predicate, document: object): boolean {
  switch (predicate.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return predicate.operands.every((part) => matches(part, document))
    case 'or':
      return predicate.operands.some((part) => matches(part, document))
    case 'not':
      return !matches(predicate.operand, document)
    case 'test':
      return passes(predicate.column, predicate.test, document)
  }
}

/** A document's own value under a key that is only known at run time. */
const valueAt = (document: object, key: string): unknown =>
  Object.hasOwn(document, key) ? Reflect.get(document, key) : undefined

/** The elements of a column: one for a scalar, any number for a list, members for pairs. */
function elements({ name, shape }: Column, document: object): unknown[] {
  if (shape === 'text-list' || shape === 'number-list') return list(valueAt(document, name))
  if (shape === 'pair-text' || shape === 'pair-number') {
    const [pairs = '', member = ''] = name.split('.')
    return list(valueAt(document, pairs)).map((pair) =>
      typeof pair === 'object' && pair !== null ? valueAt(pair, member) : undefined,
    )
  }
  return [valueAt(document, name)]
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function passes(column: Column, test: Test, document: object): boolean {
  const values = elements(column, document)
  if (test.op !== 'exists') return values.some((value) => passesOne(column, test, value))
  return values.length > 0 && (values.length > 1 || isPresent(column, values[0]))
}

/** The values of a column that pass a test: none exactly when the test fails. */
export function passing(column: Column, test: Test, document: object): unknown[] {
  if (!passes(column, test, document)) return []
  const values = elements(column, document)
  return test.op === 'exists' ? values : values.filter((value) => passesOne(column, test, value))
}

/** What a document holds in a column, present or not. */
export const valuesIn = (column: Column, document: object): unknown[] =>
  elements(column, document).filter((value) => isPresent(column, value))

function isPresent({ shape }: Column, value: unknown): boolean {
  if (shape === 'text') return typeof value === 'string' && value !== ''
  if (shape === 'time') return secondsOf(value) !== null
  return value !== undefined && value !== null
}

function passesOne(column: Column, test: Exclude<Test, { op: 'exists' }>, value: unknown): boolean {
  switch (test.op) {
    case 'equals':
      return typeof value === 'string' && fold(value) === test.value
    case 'like':
      return typeof value === 'string' && like(fold(value), test.pattern)
    case 'text-range':
      return typeof value === 'string' && within(fold(value), test, compareText)
    case 'number-equals':
      return typeof value === 'number' && value === test.value
    case 'number-range':
      return typeof value === 'number' && within(value, test, (left, right) => left - right)
    case 'is':
      return typeof value === 'boolean' && value === test.value
    case 'time-range': {
      const seconds = column.shape === 'time' ? secondsOf(value) : null
      return seconds !== null && seconds >= (test.from ?? 0) && seconds < (test.to ?? Infinity)
    }
    case 'ip-in': {
      const address = typeof value === 'string' ? readAddress(value) : null
      return address !== null && placeOf(test.list.keys, Uint32Array.from(address)) >= 0
    }
    case 'ip-range': {
      const digits = typeof value === 'string' ? parseAddress(value) : null
      return digits !== null && digits >= test.from && digits <= test.to
    }
  }
}

function within<T>(
  value: T,
  range: { from?: Bound<T>; to?: Bound<T> },
  compare: (left: T, right: T) => number,
): boolean {
  const low = range.from ? compare(value, range.from.value) : 1
  const high = range.to ? compare(value, range.to.value) : -1
  return (range.from?.inclusive ? low >= 0 : low > 0) && (range.to?.inclusive ? high <= 0 : high < 0)
}

const zone = /(?:Z|[+-]\d{2}:?\d{2})$/iu

/** Seconds since 1970, null for never and for what is no time. */
function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 ? value / 1000 : null
  if (typeof value !== 'string' || value === '') return null
  const day = value.length === 10
  const text = value.replace(' ', 'T')
  const milliseconds = Date.parse(day || zone.test(text) ? text : `${text}Z`)
  return milliseconds > 0 ? milliseconds / 1000 : null
}
