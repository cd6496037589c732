import type { Pattern } from '#gnql/like.ts'
import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { hexToColumn } from '../address.ts'
import type { Fragment } from '../query/define.ts'
import { alternatives, networkOf, valueOf, withoutAny, type AnyOf } from './alternatives.ts'
import type { Bind } from './bind.ts'
import { isInside, searchedTogether } from './cost.ts'
import { likePattern, type ValuesOf } from './like.ts'
import { writeListed } from './listed.ts'
import { loweredList, loweredSql, writtenList } from './lower.ts'
import type { ColumnSql, Names } from './column-names.ts'

export interface CompileOptions {
  names: Names
  /** Begins every parameter's name, so that several predicates fit into one statement. */
  prefix: string
  /** Without it or when it gives nothing, every element is compared with the pattern. */
  valuesOf?: ValuesOf
}

/** What every step of writing needs. */
interface Writer {
  names: Names
  bind: Bind
  valuesOf: ValuesOf
}

/**
 * A predicate as a 0/1 expression of the engine's SQL. Every value is a bound parameter: predicates of the same
 * structure give the same text. No test yields NULL, so that NOT is the exact complement.
 */
export function compilePredicate(
  predicate: Predicate,
  { names, prefix, valuesOf = () => undefined }: CompileOptions,
): Fragment {
  if (!/^[a-z][a-z0-9_]*$/.test(prefix)) throw new Error(`"${prefix}" cannot begin a parameter's name.`)
  const params: Record<string, unknown> = {}
  let used = 0
  const bind: Bind = (value, type) => {
    const name = `${prefix}${used++}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { sql: write(predicate, { names, bind, valuesOf }), params }
}

type Scalar = Exclude<Test, { op: 'exists' }>

function writeAnyOf({ column, operands }: AnyOf, { names, bind }: Writer): string {
  const sql = names(column)
  const tests = operands.map(({ test }) => test)
  const patterns = tests.flatMap((test) => (test.op === 'like' ? [test.pattern] : []))
  if (patterns.length > 0) {
    const value = isList(column) ? { ...sql, expr: 'element_', neverNull: true } : sql
    const any = anyPattern(patterns, value, bind)
    return isList(column) ? `(arrayExists(element_ -> ${any}, ${sql.expr}))` : `(${any})`
  }
  const [network, ...networks] = tests.flatMap((test) => networkOf(test) ?? [])
  if (network) {
    const firsts = [network, ...networks].map(({ first }) => hexToColumn(first))
    const own = `IPv6CIDRToRange(${sql.expr}, ${bind(network.bits, 'UInt8')}).1`
    return `(${own} IN ${bind(firsts, 'Array(IPv6)')})`
  }
  const values = tests.flatMap((test) => valueOf(test) ?? [])
  if (column.shape === 'ip') return `(${sql.expr} IN ${bind(values.map(hexToColumn), 'Array(IPv6)')})`
  const texts = bind(values, 'Array(String)')
  return isList(column) ? `(hasAny(${textsOf(sql)}, ${texts}))` : `(${textOf(sql)} IN ${texts})`
}

/** Texts that may stand anywhere are looked for all at once: one pass over the value for up to 255 of them. */
function anyPattern(patterns: readonly Pattern[], sql: ColumnSql, bind: Bind): string {
  const inside = [...new Set(patterns.filter(isInside).map(([, text]) => text))]
  const texts = inside.length > 1 ? inside : []
  const rest = texts.length > 0 ? patterns.filter((pattern) => !isInside(pattern)) : patterns
  const parts = rest.map((pattern) => writeScalar({ op: 'like', pattern }, sql, bind))
  for (let at = 0; at < texts.length; at += searchedTogether)
    parts.push(
      `multiSearchAny(${textOf(sql)}, ${bind(texts.slice(at, at + searchedTogether), 'Array(String)')})`,
    )
  return parts.join(' OR ')
}

const textOf = ({ lowered, expr }: ColumnSql): string => (lowered ? expr : loweredSql(expr))

const textsOf = ({ lowered, expr }: ColumnSql): string => (lowered ? expr : loweredList(expr))

function write(predicate: Predicate | AnyOf, writer: Writer): string {
  switch (predicate.kind) {
    case 'all':
      return '1'
    case 'none':
      return '0'
    case 'and':
      return join(withoutAny(predicate.operands), 'AND', '1', writer)
    case 'or':
      return join(alternatives(predicate.operands, writer.valuesOf), 'OR', '0', writer)
    case 'any-of':
      return writeAnyOf(predicate, writer)
    case 'not':
      return `(NOT ${write(predicate.operand, writer)})`
    case 'test':
      return `(${writeTest(predicate.column, predicate.test, writer)})`
  }
}

function join(parts: readonly (Predicate | AnyOf)[], word: string, empty: string, writer: Writer): string {
  const [first, ...others] = parts
  if (!first) return empty
  if (others.length === 0) return write(first, writer)
  return `(${parts.map((part) => write(part, writer)).join(` ${word} `)})`
}

const listShapes: ReadonlySet<Column['shape']> = new Set([
  'text-list',
  'number-list',
  'pair-text',
  'pair-number',
])
const isList = ({ shape }: Column): boolean => listShapes.has(shape)

function writeTest(column: Column, test: Test, { names, bind, valuesOf }: Writer): string {
  const sql = names(column)
  if (!isList(column)) {
    return test.op === 'exists' ? writeExists(column, sql.expr) : writeScalar(test, sql, bind)
  }
  if (test.op === 'exists') return `notEmpty(${sql.expr})`
  const texts = textsOf(sql)
  // `has` instead of a lambda with a comparison, because only it uses an index on the list.
  if (test.op === 'equals') return `has(${texts}, ${bind(test.value, 'String')})`
  if (test.op === 'number-equals' && sql.written && Number.isSafeInteger(test.value))
    return `has(${writtenList(sql.expr)}, ${bind(String(test.value), 'String')})`
  const values = test.op === 'like' ? valuesOf(column, test.pattern) : undefined
  if (values) return `hasAny(${texts}, ${bind(values, 'Array(String)')})`
  const element = writeScalar(test, { ...sql, expr: 'element_', neverNull: true }, bind)
  return `arrayExists(element_ -> ${element}, ${sql.expr})`
}

function writeExists({ shape }: Column, expr: string): string {
  if (shape === 'text') return `${expr} != ''`
  if (shape === 'time') return `${expr} >= toDateTime(1)`
  return `isNotNull(${expr})`
}

function writeScalar(test: Scalar, sql: ColumnSql, bind: Bind): string {
  const text = textOf(sql)
  const guarded = (condition: string): string => (sql.neverNull ? condition : `ifNull(${condition}, 0)`)
  switch (test.op) {
    case 'equals':
      return `${text} = ${bind(test.value, 'String')}`
    case 'like':
      return `${text} LIKE ${bind(likePattern(test.pattern), 'String')}`
    case 'text-range':
      return bounds(text, test, (value) => bind(value, 'String'))
    case 'number-equals':
      return guarded(`${sql.expr} = ${bind(test.value, 'Float64')}`)
    case 'number-range':
      return guarded(bounds(sql.expr, test, (value) => bind(value, 'Float64')))
    case 'is':
      return `${sql.expr} = ${bind(test.value ? 1 : 0, 'UInt8')}`
    case 'time-range':
      return writeTime(sql.expr, test, bind)
    case 'ip-in':
      return writeListed(sql.expr, test.list, bind)
    case 'ip-range':
      return `${sql.expr} BETWEEN ${bind(hexToColumn(test.from), 'IPv6')} AND ${bind(hexToColumn(test.to), 'IPv6')}`
  }
}

type Range<T> = {
  from?: { value: T; inclusive: boolean }
  to?: { value: T; inclusive: boolean }
}

function bounds<T>(expr: string, { from, to }: Range<T>, bind: (value: T) => string): string {
  const parts: string[] = []
  if (from) parts.push(`${expr} ${from.inclusive ? '>=' : '>'} ${bind(from.value)}`)
  if (to) parts.push(`${expr} ${to.inclusive ? '<=' : '<'} ${bind(to.value)}`)
  // Without bounds it holds for every value, yet as a comparison, so that a missing number stays out.
  return parts.length > 0 ? parts.join(' AND ') : `${expr} = ${expr}`
}

const lastSecond = 2 ** 32 - 1

/** Seconds the engine's DateTime can hold; 1 at least, because 0 means never and must match nothing. */
const seconds = (value: number): number => Math.min(lastSecond, Math.max(1, Math.ceil(value)))

function writeTime(expr: string, { from, to }: { from?: number; to?: number }, bind: Bind): string {
  const parts = [`${expr} >= toDateTime(${bind(seconds(from ?? 1), 'UInt32')})`]
  if (to !== undefined) parts.push(`${expr} < toDateTime(${bind(seconds(to), 'UInt32')})`)
  return parts.join(' AND ')
}
