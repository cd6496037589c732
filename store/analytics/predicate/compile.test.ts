import { expect, test } from 'vitest'
import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { compilePredicate } from './compile.ts'
import { columnNames } from './column-names.ts'

const on = (name: string, shape: Column['shape'], test: Test): Predicate => ({
  kind: 'test',
  column: { name, shape },
  test,
})
const compile = (predicate: Predicate, options: Parameters<typeof columnNames>[0] = {}) =>
  compilePredicate(predicate, { names: columnNames(options), prefix: 'p' })

test('the same structure gives the same SQL, whatever the values', () => {
  const make = (text: string, number: number, value: boolean): Predicate => ({
    kind: 'and',
    operands: [
      on('organization', 'text', { op: 'equals', value: text }),
      { kind: 'not', operand: on('scan.port', 'pair-number', { op: 'number-equals', value: number }) },
      on('http_path', 'text-list', { op: 'like', pattern: [text, { wildcard: '*' }] }),
      on('bot', 'boolean', { op: 'is', value }),
      on('last_seen', 'time', { op: 'time-range', from: number, to: number + 5 }),
    ],
  })
  const one = compile(make('a', 1, true))
  const other = compile(make("'{p0:String}\\", -2.5e300, false))
  expect(one.sql).toBe(other.sql)
  expect(Object.keys(one.params)).toEqual(Object.keys(other.params))
  expect(other.sql).not.toContain('\\')
})

test('a text kept lower-cased is asked as it stands, so that an index can answer', () => {
  const lowered = { of: 'i', lowered: new Set(['tags', 'actor']) }
  expect(compile(on('tags', 'text-list', { op: 'equals', value: 'mirai' }), lowered).sql).toBe(
    '(has(i.tags, {p0:String}))',
  )
  expect(compile(on('actor', 'text', { op: 'equals', value: 'x' }), lowered).sql).toBe(
    '(i.actor = {p0:String})',
  )
})

const like = (name: string, text: string): Predicate =>
  on(name, 'text-list', { op: 'like', pattern: [text, { wildcard: '*' }] })

test('patterns that are alternatives over one list become one walk over it; equality keeps its own test', () => {
  const equal = on('tags', 'text-list', { op: 'equals', value: 'mirai' })
  const { sql, params } = compile(
    { kind: 'or', operands: [like('http_path', '/a'), equal, like('http_path', '/b'), like('tags', 'm')] },
    { lowered: new Set(['http_path', 'tags']) },
  )
  expect(sql.match(/arrayExists/g)).toHaveLength(2)
  expect(sql).toContain('has(tags, ')
  expect(Object.values(params).sort()).toEqual(['/a%', '/b%', 'm%', 'mirai'])
})

const address = (last: number): Predicate => {
  const hex = `00000000000000000000ffff0a00000${last}`
  return on('ip', 'ip', { op: 'ip-range', from: hex, to: hex })
}
const column = (last: number): string => `0000:0000:0000:0000:0000:ffff:0a00:000${last}`
const owner = (value: string): Predicate => on('actor', 'text', { op: 'equals', value })
const tag = (value: string): Predicate => on('tags', 'text-list', { op: 'equals', value })
const lowered = { lowered: new Set(['actor', 'tags']) }

test('values that are alternatives over one column become one set, however many they are', () => {
  const operands = [address(1), owner('a'), tag('x'), address(2), owner('b'), tag('y'), address(2)]
  expect(compile({ kind: 'or', operands }, lowered)).toEqual({
    sql: '((ip IN {p0:Array(IPv6)}) OR (actor IN {p1:Array(String)}) OR (hasAny(tags, {p2:Array(String)})))',
    params: { p0: [1, 2, 2].map(column), p1: ['a', 'b'], p2: ['x', 'y'] },
  })
})

test('a test that stands twice as an alternative is asked as it is, whatever it is', () => {
  const exists = on('rdns', 'text', { op: 'exists' })
  const ports = on('port', 'number', { op: 'number-range', from: { value: 1, inclusive: true } })
  for (const operand of [exists, ports]) {
    const { sql } = compile(operand)
    expect(compile({ kind: 'or', operands: [operand, operand] }).sql.split(' OR ')[0]).toBe(`(${sql}`)
  }
})

test('many networks of one length become one set; few, and ranges that are no network, stay ranges', () => {
  const range = (from: number, to: number): Predicate => {
    const hex = (last: number): string => `00000000000000000000ffff0a${last.toString(16).padStart(6, '0')}`
    return on('ip', 'ip', { op: 'ip-range', from: hex(from), to: hex(to) })
  }
  const networks = Array.from({ length: 16 }, (_, at) => range(at * 256, at * 256 + 255))
  const { sql, params } = compile({ kind: 'or', operands: [...networks, range(1, 2)] })
  expect(sql).toBe(
    '((IPv6CIDRToRange(ip, {p0:UInt8}).1 IN {p1:Array(IPv6)}) OR (ip BETWEEN {p2:IPv6} AND {p3:IPv6}))',
  )
  expect(params).toMatchObject({ p0: 120, p2: column(1), p3: column(2) })
  expect(compile({ kind: 'or', operands: networks.slice(1) }).sql.match(/BETWEEN/g)).toHaveLength(15)
})

test('what excludes several values or patterns of one column excludes them at once; what a column must be stays', () => {
  const not = (operand: Predicate): Predicate => ({ kind: 'not', operand })
  const operands = [owner('a'), not(address(1)), not(like('tags', 'x')), owner('b'), not(address(2))]
  expect(compile({ kind: 'and', operands }, lowered).sql).toBe(
    '((actor = {p0:String}) AND (NOT (ip IN {p1:Array(IPv6)})) AND ' +
      '(NOT (arrayExists(element_ -> element_ LIKE {p2:String}, tags))) AND (actor = {p3:String}))',
  )
})

test('characters with a meaning in LIKE lose it', () => {
  const { params } = compile(
    on('rdns', 'text', { op: 'like', pattern: ['50%_\\', { wildcard: '?' }, 'a', { wildcard: '*' }] }),
  )
  expect(params).toEqual({ p0: String.raw`50\%\_\\` + '_a%' })
})

test('empty conjunctions hold, empty disjunctions do not', () => {
  expect(compile({ kind: 'and', operands: [] }).sql).toBe('1')
  expect(compile({ kind: 'or', operands: [] }).sql).toBe('0')
})

test('names that no registry would hold are refused before they reach SQL', () => {
  for (const name of ['', 'a b', 'a`', 'a;b', 'A', 'a.b.c', '__proto__', "a'"]) {
    expect(() => compile(on(name, 'text', { op: 'exists' })), name).toThrow('no column name')
  }
  expect(() => compilePredicate({ kind: 'all' }, { names: columnNames(), prefix: 'a:b' })).toThrow(
    'cannot begin',
  )
})
