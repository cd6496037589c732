import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { matches } from '#gnql/match.ts'
import type { Predicate } from '#gnql/predicate.ts'
import { registries } from '#gnql/registry/registries.ts'
import { ipDocument } from '#gnql/testing/documents.ts'
import { documents, queries } from '#gnql/testing/generate.ts'
import { understand } from '#gnql/understand.ts'
import { fold } from '#gnql/values/fold.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import { count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { compilePredicate } from './compile.ts'
import { loweredSql } from './lower.ts'
import { columnNames, type Names } from './names.ts'

/** The engine's answers equal those of the plain matcher, for whatever people ask about whatever is known. */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const seed = Date.now() % 2 ** 31

let analytics: TestAnalytics
const statements: { sql: string; params: Record<string, unknown> }[] = []
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: (statement) => statements.push(statement) })
})
afterAll(() => analytics.close())

const example = ipDocument()
const isTime = (name: string): boolean => /^(first|last)_seen/.test(name)
const loweredTwins = new Set(['tags', 'tag_names', 'cves', 'organization', 'country'])

/** The column type of an IpDocument's key, as the store shapes it. */
function columnType(name: string, value: unknown): string {
  if (name === 'ip') return 'IPv6'
  if (isTime(name)) return 'DateTime'
  if (name === 'latitude' || name === 'longitude') return 'Nullable(Float64)'
  if (name === 'scan') return 'Array(Tuple(port UInt32, protocol LowCardinality(String)))'
  if (name === 'ja3' || name === 'hassh') return 'Array(Tuple(fingerprint String, port UInt32))'
  if (name.startsWith('source_ports') || name === 'tag_sessions') return 'Array(UInt32)'
  if (name === 'classification' || name === 'country_code') return 'LowCardinality(String)'
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'number') return 'UInt64'
  return Array.isArray(value) ? 'Array(String)' : 'String'
}

const row = (document: IpDocument, n: number): object =>
  Object.fromEntries([
    ['n', n],
    ...Object.entries(document).flatMap(([name, value]) => {
      if (name === 'ip') return [[name, toColumn(String(value))]]
      if (isTime(name)) return [[name, value === '' ? 0 : Date.parse(String(value)) / 1000]]
      if (!loweredTwins.has(name)) return [[name, value]]
      const lowered = Array.isArray(value) ? value.map((each) => fold(String(each))) : fold(String(value))
      return [
        [name, value],
        [`${name}_lowered`, lowered],
      ]
    }),
  ])

async function fill(table: string, rows: readonly IpDocument[]): Promise<void> {
  const columns = Object.entries(example).flatMap(([name, value]) => {
    const type = columnType(name, value)
    return loweredTwins.has(name) ? [`${name} ${type}`, `${name}_lowered ${type}`] : [`${name} ${type}`]
  })
  await analytics.migrator.command(
    `CREATE TABLE {db}.${table} (n UInt32, ${columns.join(', ')}) ENGINE = {E:MergeTree} ORDER BY ip`,
  )
  await analytics.app.insert(`{db}.${table}`, rows.map(row))
}

const plainNames = columnNames()
const twinNames = columnNames({
  of: 'i',
  written: Object.fromEntries(
    [...loweredTwins].map((name) => [name, { expr: `i.${name}_lowered`, lowered: true }]),
  ),
})

/** For each predicate the numbers of the documents that the engine finds. */
async function answers(
  table: string,
  predicates: readonly Predicate[],
  names: Names,
): Promise<Set<number>[]> {
  const found = predicates.map(() => new Set<number>())
  const batch = 40
  for (let start = 0; start < predicates.length; start += batch) {
    const compiled: Fragment[] = predicates
      .slice(start, start + batch)
      .map((predicate, index) => compilePredicate(predicate, { names, prefix: `q${index}_` }))
    const hits: Fragment = {
      sql: compiled.map(({ sql }) => `toUInt8(${sql})`).join(', '),
      params: Object.assign({}, ...compiled.map(({ params }) => params)),
    }
    const query = defineQuery({
      name: 'many predicates',
      params: z.object({}),
      row: z.object({ n: count, hits: z.array(z.number()) }),
      sql: `SELECT n, [{{hits}}] AS hits FROM {db}.${table} AS i`,
    })
    for (const { n, hits: each } of await analytics.app.run(query, {}, { fragments: { hits } })) {
      for (const [index, hit] of each.entries()) if (hit === 1) found[start + index]?.add(n)
    }
  }
  return found
}

test(
  'generated queries find the same documents in the engine as in memory',
  { timeout: 120_000 },
  async () => {
    const rows = fc.sample(documents(now), { numRuns: 250, seed })
    await fill('generated', rows)
    const texts = fc.sample(queries(registries.ip, now), { numRuns: 1000, seed })
    const predicates = texts.map(
      (text) => understand(text, { catalogue: 'ip', now, windowDays: 90 }).predicate,
    )
    let matched = 0
    for (const names of [plainNames, twinNames]) {
      const found = await answers('generated', predicates, names)
      for (const [index, predicate] of predicates.entries()) {
        const expected = rows.flatMap((document, n) => (matches(predicate, document) ? [n] : []))
        matched += expected.length
        const actual = [...(found[index] ?? [])].toSorted((a, b) => a - b)
        expect(actual, `seed ${seed}: ${texts[index]} ${JSON.stringify(predicate)}`).toEqual(expected)
      }
    }
    // Otherwise the law would hold for nothing.
    expect(matched).toBeGreaterThan(10_000)
  },
)

const hostile = [
  "'; DROP TABLE x --",
  "' OR 1=1 --",
  '{p:String}',
  '{q0_0:String}',
  '{{hits}}',
  '\\',
  '\\\\',
  "\\'",
  'a\\nb',
  'nul\0inside',
  '\0',
  '\t\r\n\b',
  '%',
  '_',
  '100%_\\%',
  '[a-z]+(.*)$',
  '?*'.repeat(20),
  'ünï😀cødé',
  '\uFEFFbom',
  '`"$(id)`',
  '/* */',
  'x'.repeat(5000),
]

test('hostile values stay values: the SQL is the same for all, and they match exactly themselves', async () => {
  const rows = hostile.map((text) => ipDocument({ organization: text, http_path: ['/', text], tags: [text] }))
  await fill('hostile', rows)
  const shapes: ((text: string) => Predicate)[] = [
    (value) => ({
      kind: 'test',
      column: { name: 'organization', shape: 'text' },
      test: { op: 'equals', value },
    }),
    (value) => ({
      kind: 'test',
      column: { name: 'http_path', shape: 'text-list' },
      test: { op: 'equals', value },
    }),
    (value) => ({
      kind: 'test',
      column: { name: 'tags', shape: 'text-list' },
      test: { op: 'equals', value },
    }),
    (value) => ({
      kind: 'test',
      column: { name: 'organization', shape: 'text' },
      test: { op: 'like', pattern: [value, { wildcard: '*' }] },
    }),
    (value) => ({
      kind: 'test',
      column: { name: 'http_path', shape: 'text-list' },
      test: { op: 'like', pattern: [{ wildcard: '*' }, value] },
    }),
    (value) => ({
      kind: 'test',
      column: { name: 'organization', shape: 'text' },
      test: { op: 'text-range', from: { value, inclusive: true }, to: { value, inclusive: true } },
    }),
  ]
  for (const shape of shapes) {
    const predicates = hostile.map((text) => shape(fold(text)))
    const found = await answers('hostile', predicates, twinNames)
    for (const [index, predicate] of predicates.entries()) {
      const expected = rows.flatMap((document, n) => (matches(predicate, document) ? [n] : []))
      expect(expected).toContain(index)
      expect([...(found[index] ?? [])], JSON.stringify(hostile[index])).toEqual(expected)
    }
    statements.length = 0
    for (const predicate of predicates) await answers('hostile', [predicate], twinNames)
    expect(new Set(statements.map(({ sql }) => sql)).size).toBe(1)
    const values = statements.flatMap(({ params }) => Object.values(params))
    expect(values.length).toBeGreaterThanOrEqual(hostile.length)
  }
})

test('the engine lowers every code point as the language does, wherever it stands in a word', async () => {
  const query = defineQuery({
    name: 'lowered',
    params: z.object({ texts: z.array(z.string()) }),
    row: z.object({ lowered: z.array(z.string()) }),
    sql: `SELECT arrayMap(text -> ${loweredSql('text')}, {texts:Array(String)}) AS lowered`,
  })
  const differing: string[] = []
  for (let plane = 0; plane < 0x11_0000; plane += 0x4000) {
    const texts: string[] = []
    for (let point = plane; point < plane + 0x4000; point += 1) {
      if (point < 0xd800 || point > 0xdfff) texts.push(String.fromCodePoint(point))
    }
    const [answer] = await analytics.app.run(query, { texts })
    for (const [index, text] of texts.entries()) {
      if (answer?.lowered[index] !== fold(text)) differing.push(text)
    }
  }
  expect(differing).toEqual([])
  const words = ['ΟΔΟΣ', 'ΟΔΟΣ ΑΣΑ.Σ', 'ΣΣ', 'straße', 'STRASSE', 'ﬁ', 'ǅ', 'Å']
  expect(await analytics.app.run(query, { texts: words })).toEqual([{ lowered: words.map(fold) }])
})
