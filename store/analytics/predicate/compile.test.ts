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

test('patterns that are alternatives over one list become one walk over it; equality keeps its own test', () => {
  const like = (name: string, text: string) =>
    on(name, 'text-list', { op: 'like', pattern: [text, { wildcard: '*' }] })
  const equal = on('tags', 'text-list', { op: 'equals', value: 'mirai' })
  const { sql, params } = compile(
    { kind: 'or', operands: [like('http_path', '/a'), equal, like('http_path', '/b'), like('tags', 'm')] },
    { lowered: new Set(['http_path', 'tags']) },
  )
  expect(sql.match(/arrayExists/g)).toHaveLength(2)
  expect(sql).toContain('has(tags, ')
  expect(Object.values(params).sort()).toEqual(['/a%', '/b%', 'm%', 'mirai'])
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
