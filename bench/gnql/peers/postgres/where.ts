import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { likePattern } from '#store/analytics/predicate/like.ts'
import { isList, isText } from '../searched.ts'
import { loweredName, plainName } from './columns.ts'

export interface Where {
  sql: string
  values: unknown[]
}

/** The values of a list of texts that a pattern stands for; undefined when they are too many to name. */
export type TermsOf = (field: string, pattern: string) => readonly string[] | undefined

/** Every wildcard over a list of texts, as the table `terms` is asked for it. */
export function patternsIn(predicate: Predicate): { field: string; pattern: string }[] {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.operands.flatMap(patternsIn)
  if (predicate.kind === 'not') return patternsIn(predicate.operand)
  if (predicate.kind !== 'test' || predicate.test.op !== 'like' || !isList(predicate.column)) return []
  return [{ field: loweredName(predicate.column), pattern: likePattern(predicate.test.pattern) }]
}

/** A predicate as a condition over `ips` that is never NULL; every value is bound, and operators are those of indexes. */
export function compileWhere(predicate: Predicate, termsOf: TermsOf): Where {
  const values: unknown[] = []
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`
  const write = (part: Predicate): string => {
    switch (part.kind) {
      case 'all':
        return 'true'
      case 'none':
        return 'false'
      case 'and':
        return part.operands.length > 0 ? `(${part.operands.map(write).join(' AND ')})` : 'true'
      case 'or':
        return part.operands.length > 0 ? `(${part.operands.map(write).join(' OR ')})` : 'false'
      case 'not':
        return `(NOT ${write(part.operand)})`
      case 'test':
        return `(${isList(part.column) ? overList(part.column, part.test, bind, termsOf) : overScalar(part.column, part.test, bind)})`
    }
  }
  return { sql: write(predicate), values }
}

type Bind = (value: unknown, type: string) => string

function overList(column: Column, test: Test, bind: Bind, termsOf: TermsOf): string {
  const name = isText(column) ? loweredName(column) : plainName(column)
  if (test.op === 'exists') return `${name} <> '{}'`
  if (test.op === 'equals') return `${name} @> ${bind([test.value], 'text[]')}`
  if (test.op === 'number-equals')
    return Number.isSafeInteger(test.value) && Math.abs(test.value) < 2 ** 31
      ? `${name} @> ${bind([test.value], 'integer[]')}`
      : 'false'
  const few = test.op === 'number-range' ? wholeNumbers(test) : null
  if (few) return few.length > 0 ? `${name} && ${bind(few, 'integer[]')}` : 'false'
  const known = test.op === 'like' ? termsOf(name, likePattern(test.pattern)) : undefined
  if (known) return `${name} && ${bind(known, 'text[]')}`
  // No index serves this: each list is walked.
  return `EXISTS (SELECT FROM unnest(${name}) AS element WHERE ${compare('element', test, bind)})`
}

/** A range of a few whole numbers as a list of them, because GIN knows no ranges. */
function wholeNumbers({ from, to }: Extract<Test, { op: 'number-range' }>): number[] | null {
  if (!from || !to) return null
  const first = from.inclusive ? Math.ceil(from.value) : Math.floor(from.value) + 1
  const last = to.inclusive ? Math.floor(to.value) : Math.ceil(to.value) - 1
  if (last - first >= 1000 || Math.abs(first) >= 2 ** 30 || Math.abs(last) >= 2 ** 30) return null
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

function overScalar(column: Column, test: Test, bind: Bind): string {
  if (column.shape === 'ip') return test.op === 'exists' ? 'true' : compare('address', test, bind)
  const name = isText(column) ? loweredName(column) : plainName(column)
  if (test.op === 'exists')
    return column.shape === 'text'
      ? `${name} <> ''`
      : column.shape === 'time'
        ? `${name} > 'epoch'`
        : `${name} IS NOT NULL`
  const condition = compare(name, test, bind)
  // Only degrees may be missing.
  return name === 'latitude' || name === 'longitude' ? `coalesce(${condition}, false)` : condition
}

function compare(name: string, test: Exclude<Test, { op: 'exists' }>, bind: Bind): string {
  switch (test.op) {
    case 'equals':
      return `${name} = ${bind(test.value, 'text')}`
    case 'like':
      return `${name} LIKE ${bind(likePattern(test.pattern), 'text')}`
    case 'text-range':
      return range(name, test, (value) => bind(value, 'text'))
    case 'number-equals':
      return `${name} = ${number(test.value, bind)}`
    case 'number-range':
      return range(name, test, (value) => number(value, bind))
    case 'is':
      return test.value ? name : `NOT ${name}`
    case 'time-range':
      return [
        `${name} >= ${bind(moment(Math.max(1, test.from ?? 1)), 'timestamp')}`,
        ...(test.to === undefined ? [] : [`${name} < ${bind(moment(test.to), 'timestamp')}`]),
      ].join(' AND ')
    case 'ip-in':
      throw new Error('No text of the corpus asks for a list.')
    case 'ip-range':
      return test.from === test.to
        ? `${name} = ${bind(test.from, 'uuid')}`
        : `${name} BETWEEN ${bind(test.from, 'uuid')} AND ${bind(test.to, 'uuid')}`
  }
}

/** Whole numbers stay such: an index on bigint does not serve a comparison with a double. */
const number = (value: number, bind: Bind): string =>
  bind(value, Number.isSafeInteger(value) ? 'bigint' : 'double precision')

const lastSecond = 2 ** 32 - 1
const moment = (seconds: number): string =>
  new Date(Math.min(lastSecond, Math.max(1, Math.ceil(seconds))) * 1000).toISOString().slice(0, 19)

type Range<T> = { from?: { value: T; inclusive: boolean }; to?: { value: T; inclusive: boolean } }

function range<T>(name: string, { from, to }: Range<T>, bound: (value: T) => string): string {
  const parts: string[] = []
  if (from) parts.push(`${name} ${from.inclusive ? '>=' : '>'} ${bound(from.value)}`)
  if (to) parts.push(`${name} ${to.inclusive ? '<=' : '<'} ${bound(to.value)}`)
  return parts.length > 0 ? parts.join(' AND ') : `${name} IS NOT NULL`
}
