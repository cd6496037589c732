import type { Diagnostics } from '../diagnostic.ts'
import type { Clauses } from './clause.ts'
import { none, type Bound, type Column, type Predicate, type Test } from '../predicate.ts'
import { limits } from '../limits.ts'
import type { KnownLists } from '../lists.ts'
import type { Field } from '../registry/field.ts'
import type { RangeBound, Piece, Range, Text } from '../tree.ts'
import { plainText } from '../tree.ts'
import { type AddressRange, parseBlock, parseSpan } from '../values/address.ts'
import { fold } from '../values/fold.ts'
import { parseNumber } from '../values/number.ts'
import { betweenTimes, type Interval, parseTime } from '../values/time.ts'
import { isEmpty, warnOfEmpty } from './empty-range.ts'
import { listNamed, refuseList } from './list.ts'
import { suggestValue, octets } from './suggest-value.ts'

/** What a value of a field means: one written value to one predicate, or an error with its place. */
export interface Reading {
  diagnostics: Diagnostics
  /** Milliseconds since 1970 UTC. */
  now: number
  /** Filled while reading: what came from where. */
  clauses: Clauses
  tags?: KnownNames
  lists?: KnownLists
}

/** What may be called by name, in any case. */
export interface KnownNames {
  /** Lower-cased. */
  has(name: string): boolean
  /** As they are written. */
  all: readonly string[]
}

/** Joins without needless nesting; no operands mean nothing can match. */
export const anyOf = (operands: readonly Predicate[]): Predicate => {
  const [first, second] = operands
  if (!first) return none
  return second ? { kind: 'or', operands } : first
}

export const allOf = (operands: readonly Predicate[]): Predicate => {
  const [first, second] = operands
  if (!first) return { kind: 'all' }
  return second ? { kind: 'and', operands } : first
}

export const not = (operand: Predicate): Predicate => ({ kind: 'not', operand })

export const onColumns = (field: Field, test: Test): Predicate =>
  anyOf(field.columns.map((column: Column): Predicate => ({ kind: 'test', column, test })))

/** `field:*`. The text that stands for "none" is not present. */
export function exists(field: Field): Predicate {
  const [column] = field.columns
  if (!column) return none
  const present: Predicate = { kind: 'test', column, test: { op: 'exists' } }
  if (field.absent === null) return present
  return allOf([present, not(onColumns(field, { op: 'equals', value: fold(field.absent) }))])
}

/** Stars side by side say no more than one. */
const isRun = (piece: Piece | undefined): boolean => typeof piece === 'object' && piece.wildcard === '*'

/** More wildcards than any name needs are refused, for every store would pay for them. */
export function tooWild(text: Text, { diagnostics }: Reading): boolean {
  const count = text.pieces.filter((piece) => typeof piece !== 'string').length
  if (count <= limits.wildcards) return false
  diagnostics.error(text.span, {
    message: `A value may hold ${limits.wildcards} wildcards; this one holds ${count}.`,
    expected: [`at most ${limits.wildcards} wildcards`],
    found: String(count),
  })
  return true
}

/** A text with its wildcards, against a field whose values are text. */
export function textTest(pieces: readonly Piece[]): Test {
  const pattern = pieces
    .filter((piece, index) => !(isRun(piece) && isRun(pieces[index - 1])))
    .map((piece) => (typeof piece === 'string' ? fold(piece) : piece))
  if (pattern.every((piece) => typeof piece === 'string')) return { op: 'equals', value: pattern.join('') }
  return { op: 'like', pattern }
}

/** The meaning of one written value. */
export function valueOf(field: Field, text: Text, reading: Reading): Predicate {
  if (tooWild(text, reading)) return none
  if (field.type === 'text') return onColumns(field, textTest(textPieces(field, text)))
  if (field.type === 'list') {
    const list = listNamed(text, reading)
    return list ? onColumns(field, { op: 'ip-in', list }) : none
  }
  const plain = plainText(text)
  if (plain === null) return refuseWildcard(field, text, reading)
  switch (field.type) {
    case 'number':
      return listOf(
        field,
        plain,
        (part) => {
          const value = parseNumber(part)
          return value === null ? null : [{ op: 'number-equals', value }]
        },
        text,
        reading,
      )
    case 'ip':
      return listOf(field, plain, (part) => parseBlock(part)?.map(addressTest) ?? null, text, reading)
    case 'time': {
      const time = parseTime(plain, reading.now)
      if (!time) return refuseValue(field, text, plain, reading)
      return onColumns(field, { op: 'time-range', from: time.from, to: time.to })
    }
    case 'boolean': {
      const value = fold(plain)
      if (value !== 'true' && value !== 'false') return refuseValue(field, text, plain, reading)
      return onColumns(field, { op: 'is', value: value === 'true' })
    }
  }
}

const digits = /^\d{1,10}$/u

/** An AS number may come without its letters. */
function textPieces(field: Field, text: Text): readonly Piece[] {
  const [only, second] = text.pieces
  if (field.valuePrefix !== null && typeof only === 'string' && second === undefined && digits.test(only))
    return [field.valuePrefix + only]
  return text.pieces
}

const addressTest = ({ from, to }: AddressRange): Test => ({ op: 'ip-range', from, to })

/** Numbers and addresses may stand in a list joined by commas: any of them. */
function listOf(
  field: Field,
  plain: string,
  read: (part: string) => Test[] | null,
  text: Text,
  reading: Reading,
): Predicate {
  const tests: Predicate[] = []
  for (const part of plain.split(',')) {
    const read1 = read(part)
    if (!read1) return refuseValue(field, text, part, reading)
    tests.push(...read1.map((test) => onColumns(field, test)))
  }
  return anyOf(tests)
}

const expectations: Readonly<Record<Field['type'], string[]>> = {
  text: ['a text'],
  number: ['a number', '>number', '[number TO number]'],
  boolean: ['true', 'false'],
  time: [
    'YYYY-MM-DD',
    'today',
    'a number of hours, days, weeks or months (12h, 7d, 2w, 3m)',
    '"YYYY-MM-DD HH:MM:SS"',
  ],
  ip: ['an address', 'a CIDR block'],
  list: ['the name or id of a list'],
}

const nouns: Readonly<Record<Field['type'], string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  time: 'a time',
  ip: 'an address or block',
  list: 'the name or id of a list',
}

function refuseValue(
  field: Field,
  text: Text,
  found: string,
  { diagnostics, now }: Reading,
  isEdge = false,
): Predicate {
  const fixed = suggestValue(field, found, now)
  diagnostics.error(text.span, {
    message: `${field.name} takes ${nouns[field.type]}, not "${found}".`,
    expected: expectations[field.type],
    found,
    // A range has no place inside a range.
    suggestion: isEdge && /^[[{<>]/u.test(fixed ?? '') ? null : fixed,
  })
  return none
}

function refuseWildcard(field: Field, text: Text, { diagnostics }: Reading): Predicate {
  const found = text.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.wildcard)).join('')
  diagnostics.error(text.span, {
    message: `${field.name} takes ${nouns[field.type]}; wildcards work on texts only.`,
    expected: expectations[field.type],
    found,
    suggestion: field.type === 'ip' ? octets(found) : null,
  })
  return none
}

/** `>a`, `[a TO b]` and their kin. */
export function rangeOf(field: Field, range: Range, reading: Reading): Predicate {
  if (field.type === 'list') {
    refuseList(range.span, '', reading)
    return none
  }
  if (!range.from && !range.to) return exists(field)
  switch (field.type) {
    case 'boolean':
      reading.diagnostics.error(range.span, {
        message: `${field.name} is true or false; it has no order.`,
        expected: expectations.boolean,
      })
      return none
    case 'text':
      return bounded(
        field,
        range,
        reading,
        (text) => fold(text),
        (from, to) => [{ op: 'text-range', ...(from && { from }), ...(to && { to }) }],
      )
    case 'number':
      return bounded(field, range, reading, parseNumber, (from, to) => [
        { op: 'number-range', ...(from && { from }), ...(to && { to }) },
      ])
    case 'time':
      return bounded(
        field,
        range,
        reading,
        (text) => parseTime(text, reading.now),
        (from, to) => [{ op: 'time-range', ...betweenTimes(timeEnd(from), timeEnd(to)) }],
      )
    case 'ip':
      return bounded(
        field,
        range,
        reading,
        (text) => (parseSpan({ text, inclusive: true }, null) ? text : null),
        (from, to) => {
          const ranges = parseSpan(addressEnd(from), addressEnd(to))
          if (ranges) return ranges.map(addressTest)
          reading.diagnostics.error(range.span, {
            message: 'One end is an IPv4 address, the other an IPv6 address.',
          })
          return []
        },
      )
  }
}

const timeEnd = (bound: Bound<Interval> | undefined) =>
  bound ? { time: bound.value, inclusive: bound.inclusive } : null
const addressEnd = (bound: Bound<string> | undefined) =>
  bound ? { text: bound.value, inclusive: bound.inclusive } : null

/** Reads both ends, then makes the tests; an end that cannot be read is refused where it stands. */
function bounded<T>(
  field: Field,
  range: Range,
  reading: Reading,
  read: (text: string) => T | null,
  make: (from: Bound<T> | undefined, to: Bound<T> | undefined) => Test[],
): Predicate {
  const ends: (Bound<T> | undefined)[] = []
  for (const edge of [range.from, range.to]) {
    if (!edge) {
      ends.push(undefined)
      continue
    }
    const value = readBound(field, edge, reading, read)
    if (value === null) return none
    ends.push({ value, inclusive: edge.inclusive })
  }
  const tests = make(ends[0], ends[1])
  if (range.from && range.to && !reading.diagnostics.failed && tests.every(isEmpty))
    warnOfEmpty(range, reading.diagnostics)
  return anyOf(tests.map((test) => onColumns(field, test)))
}

function readBound<T>(
  field: Field,
  edge: RangeBound,
  reading: Reading,
  read: (text: string) => T | null,
): T | null {
  const plain = plainText(edge.text)
  if (plain === null) {
    reading.diagnostics.error(edge.text.span, {
      message: 'The end of a range cannot hold wildcards.',
      expected: expectations[field.type].slice(0, 1),
    })
    return null
  }
  const value = read(plain)
  if (value === null) refuseValue(field, edge.text, plain, reading, true)
  return value
}
