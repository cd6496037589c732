import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { ipDocument } from '#gnql/testing/documents.ts'
import { everyText, hostileLetters } from '#gnql/testing/hostile.ts'
import { quote } from '#gnql/quoting.ts'
import { readAddress } from '#model/address.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { analyze } from '#gnql/analyze.ts'
import { fold } from '#gnql/values/fold.ts'
import { cases } from '#tests/cases.ts'
import { toHex } from '../address.ts'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { likePattern } from './like.ts'
import { loweredSql } from './lower.ts'
import { agreementOn, answers, expected, generatedQueries } from './testing/agreement.ts'
import { hold, holdAddresses, type Held } from './testing/held.ts'

/**
 * The engine's answers equal those of the plain matcher, for whatever people ask about whatever is known, over the
 * product's own tables. `npm run torture` does the same with a hundred thousand queries and more.
 */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const seed = fc.readConfigureGlobal()?.seed ?? 0

let analytics: TestAnalytics
const statements: { sql: string; params: Record<string, unknown> }[] = []
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: (statement) => statements.push(statement) })
})
afterAll(() => analytics.close())

describe.each([
  ['ip', cases(1350, 4500), cases(150, 500)],
  ['session', cases(540, 1800), cases(60, 200)],
] as const)('generated queries over %s documents', (catalogue, asValues, asConditions) => {
  test(`find the same in the engine as in memory: ${asValues + asConditions} queries`, async () => {
    const held = await hold(analytics, catalogue, { now, seed, count: 250 })
    const texts = generatedQueries(held, { now, seed, count: asValues + asConditions })
    for (const [way, some] of [
      ['values', texts.slice(0, asValues)],
      ['conditions', texts.slice(asValues)],
    ] as const) {
      const { queries, matched, telling, differing } = await agreementOn(analytics, held, some, {
        now,
        way,
      })
      expect(differing, `seed ${seed}`).toEqual([])
      expect(queries).toBe(some.length)
      // Otherwise the law would hold for nothing.
      expect(matched).toBeGreaterThan(5 * queries)
      expect(telling).toBeGreaterThan(queries / 4)
    }
  })
})

test('every text of up to 3 hostile characters that is a query runs, and finds what the matcher finds', async () => {
  const texts = [...everyText(hostileLetters, 3)]
  const held = await holdAddresses(
    analytics,
    [...everyText(hostileLetters, 2)].map((organization) => ipDocument({ organization })),
  )
  const { queries, matched, differing } = await agreementOn(analytics, held, texts, { now })
  expect(differing).toEqual([])
  expect(queries).toBeGreaterThan(1500)
  expect(matched).toBeGreaterThan(5000)
})

test('a list of any length holds its addresses and no others', async () => {
  const held = await hold(analytics, 'ip', { now, seed, count: 250 })
  const own = held.documents.flatMap((document) => {
    const address = 'ip' in document ? readAddress(String(document.ip)) : null
    return address && address[3] % 2 === 0 ? [address] : []
  })
  expect(own.length).toBeGreaterThan(10)
  const lists = [0, 900, 1100, 150_100].map((others): Predicate => {
    const foreign = Array.from({ length: others }, (_, at) => [0x20010db8, 7, at, 1] as const)
    const all = [...(others === 0 ? [] : own), ...foreign].toSorted(
      (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3],
    )
    const keys = Uint32Array.from([...new Map(all.map((key) => [key.join(), key])).values()].flat())
    return {
      kind: 'test',
      column: { name: 'ip', shape: 'ip' },
      test: { op: 'ip-in', list: { id: '', keys } },
    }
  })
  for (const way of ['values', 'conditions'] as const) {
    const found = await answers(analytics, held, lists, way)
    const wanted = lists.map((list) => expected(held, list))
    expect(found).toEqual(wanted)
    expect(wanted.map(({ length }) => length > 0)).toEqual([false, true, true, true])
  }
})

const addressIs = (key: string): Predicate => ({
  kind: 'test',
  column: { name: 'ip', shape: 'ip' },
  test: { op: 'ip-range', from: key, to: key },
})

/** A test for each value of five columns: addresses, texts and elements of lists. */
function valuesHeld({ documents }: Held): Predicate[] {
  return (documents as readonly IpDocument[]).flatMap(({ ip, organization, actor, tags, http_path }) => {
    const equal = (name: string, shape: Column['shape'], value: string): Predicate => ({
      kind: 'test',
      column: { name, shape },
      test: { op: 'equals', value: fold(value) },
    })
    return [
      addressIs(toHex(ip) ?? ''),
      equal('organization', 'text', organization),
      equal('actor', 'text', actor),
      ...tags.map((tag) => equal('tags', 'text-list', tag)),
      ...http_path.map((path) => equal('http_path', 'text-list', path)),
    ]
  })
}

test('values of one column, as alternatives or excluded together, find what each finds alone', async () => {
  const held = await hold(analytics, 'ip', { now, seed, count: 250 })
  const some = fc.array(fc.constantFrom(...valuesHeld(held)), { minLength: 2, maxLength: 12 })
  const asked = fc.sample(some, { numRuns: 150, seed }).flatMap((operands): Predicate[] => [
    { kind: 'or', operands },
    { kind: 'and', operands: operands.map((operand) => ({ kind: 'not', operand })) },
  ])
  // More than one value of a statement may hold (query/in-pieces.ts).
  const foreign = Array.from({ length: 1600 }, (_, at) => addressIs((at + 1).toString(16).padStart(32, '0')))
  asked.push({ kind: 'or', operands: [...valuesHeld(held), ...foreign] })
  for (const way of ['values', 'conditions'] as const) {
    expect(await answers(analytics, held, asked, way)).toEqual(asked.map((each) => expected(held, each)))
  }
})

test('many networks as alternatives, or excluded together, find what each finds alone', async () => {
  const held = await hold(analytics, 'ip', { now, seed, count: 250 })
  const keys = (held.documents as readonly IpDocument[]).map(({ ip }) => BigInt(`0x${toHex(ip)}`))
  const network = fc.record({
    key: fc.constantFrom(...keys),
    bits: fc.constantFrom(0n, 1n, 8n, 20n),
  })
  const some = fc.array(network, { minLength: 60, maxLength: 160 })
  const hex = (key: bigint): string => key.toString(16).padStart(32, '0')
  const asked = fc.sample(some, { numRuns: 20, seed }).flatMap((networks): Predicate[] => {
    const operands = networks.map(({ key, bits }): Predicate => {
      const from = (key >> bits) << bits
      const test: Test = { op: 'ip-range', from: hex(from), to: hex(from + (1n << bits) - 1n) }
      return { kind: 'test', column: { name: 'ip', shape: 'ip' }, test }
    })
    return [
      { kind: 'or', operands },
      { kind: 'and', operands: operands.map((operand) => ({ kind: 'not', operand })) },
    ]
  })
  for (const way of ['values', 'conditions'] as const) {
    statements.length = 0
    expect(await answers(analytics, held, asked, way)).toEqual(asked.map((each) => expected(held, each)))
    expect(statements.every(({ sql }) => sql.includes('IPv6CIDRToRange'))).toBe(true)
  }
})

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
  const held = await holdAddresses(analytics, rows)
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
    const found = await answers(analytics, held, predicates)
    for (const [index, predicate] of predicates.entries()) {
      const wanted = expected(held, predicate)
      expect(wanted).toContain(index)
      expect(found[index], JSON.stringify(hostile[index])).toEqual(wanted)
    }
    statements.length = 0
    for (const predicate of predicates) await answers(analytics, held, [predicate])
    expectApart(hostile.map(fold))
  }
})

test('hostile values in a query’s text stay values as well', async () => {
  const held = await holdAddresses(analytics, [ipDocument()])
  const fields = ['organization', 'tags', 'http.path', 'rdns', 'useragent', 'ja3', 'country']
  for (const write of [
    ...fields.map((field) => (text: string) => `${field}:${quote([text])}`),
    (text: string) => `-(rdns:>${quote([text])})`,
    (text: string) => `vpn:true os:(${quote([text])} OR -b)`,
  ]) {
    statements.length = 0
    for (const text of hostile) {
      const { ok, predicate } = analyze(write(text), { catalogue: 'ip', now, windowDays: 0 })
      expect(ok, write(text)).toBe(true)
      await answers(analytics, held, [predicate])
    }
    expectApart(hostile.map(fold))
  }
})

/** One constant text for all, and each value among its own statement's parameters. */
function expectApart(values: readonly string[]): void {
  expect(new Set(statements.map(({ sql }) => sql)).size).toBe(1)
  const sent = statements.map(({ params }) => Object.values(params).map(String))
  for (const [at, value] of values.entries()) {
    const written = [value, likePattern([value])]
    const isThere = sent[at]?.some((bound) => written.some((each) => bound.includes(each)))
    expect(isThere, JSON.stringify(value)).toBe(true)
  }
}

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
