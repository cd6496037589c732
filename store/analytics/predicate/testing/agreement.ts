import * as fc from 'fast-check'
import { z } from 'zod'
import { matches } from '#gnql/match.ts'
import type { Predicate } from '#gnql/predicate.ts'
import { registries } from '#gnql/registry/registries.ts'
import { queries } from '#gnql/testing/generate.ts'
import { analyze } from '#gnql/analyze.ts'
import { count } from '../../query/columns.ts'
import { defineQuery, type Fragment } from '../../query/define.ts'
import type { TestAnalytics } from '../../testing.ts'
import { compilePredicate } from '../compile.ts'
import type { Held } from './held.ts'

const perStatement = 40

/** Every predicate for every row: the expressions themselves, no index. */
const asValues = ({ table, key }: Held, compiled: readonly Fragment[]): string =>
  `SELECT toUInt64(${key}) AS n, [${compiled.map((_, at) => `toUInt8({{p${at}}})`).join(', ')}] AS hits FROM {db}.${table}`

/** Every predicate as a condition, as the product asks: indexes and moved conditions take part. */
const asConditions = ({ table, key }: Held, compiled: readonly Fragment[]): string =>
  compiled
    .map((_, at) => {
      const hits = compiled.map((__, other) => Number(other === at)).join(', ')
      return `SELECT toUInt64(${key}) AS n, [${hits}] AS hits FROM {db}.${table} WHERE {{p${at}}}`
    })
    .join(' UNION ALL ')

export type Way = 'values' | 'conditions'

/** For each predicate the numbers of the documents that the engine finds, ascending. */
export async function answers(
  analytics: TestAnalytics,
  held: Held,
  predicates: readonly Predicate[],
  way: Way = 'values',
): Promise<number[][]> {
  const found = predicates.map((): number[] => [])
  for (let start = 0; start < predicates.length; start += perStatement) {
    const compiled = predicates
      .slice(start, start + perStatement)
      .map((predicate, index) => compilePredicate(predicate, { names: held.names, prefix: `q${index}_` }))
    const query = defineQuery({
      name: 'many predicates',
      params: z.object({}),
      row: z.object({ n: count, hits: z.array(z.number()) }),
      sql: (way === 'values' ? asValues : asConditions)(held, compiled),
    })
    const fragments = Object.fromEntries(compiled.map((fragment, at) => [`p${at}`, fragment]))
    const rows = await analytics.app.run(query, {}, { fragments })
    for (const { n, hits } of rows)
      for (const [index, hit] of hits.entries()) if (hit === 1) found[start + index]?.push(n)
  }
  return found.map((list) => list.toSorted((left, right) => left - right))
}

/** What the plain matcher finds. */
export const expected = ({ documents }: Held, predicate: Predicate): number[] =>
  documents.flatMap((document, n) => (matches(predicate, document) ? [n] : []))

export interface Agreement {
  queries: number
  /** Queries × documents. */
  pairs: number
  /** Pairs that matched: without any the law would hold for nothing. */
  matched: number
  /** Queries that both found somewhere and not everywhere. */
  telling: number
  /** Texts on which engine and matcher differ, with what each found. */
  differing: string[]
}

/** Asks the engine and the matcher the same and compares. Texts that are refused take no part. */
export async function agreementOn(
  analytics: TestAnalytics,
  held: Held,
  texts: readonly string[],
  { now, way = 'values' }: { now: number; way?: Way },
): Promise<Agreement> {
  const asked = texts.flatMap((text) => {
    const { ok, predicate } = analyze(text, { catalogue: held.catalogue, now, windowDays: 90 })
    return ok ? [{ text, predicate }] : []
  })
  const found = await answers(
    analytics,
    held,
    asked.map(({ predicate }) => predicate),
    way,
  )
  const total: Agreement = { queries: asked.length, pairs: 0, matched: 0, telling: 0, differing: [] }
  for (const [index, { text, predicate }] of asked.entries()) {
    const wanted = expected(held, predicate)
    const actual = found[index] ?? []
    total.pairs += held.documents.length
    total.matched += wanted.length
    if (wanted.length > 0 && wanted.length < held.documents.length) total.telling += 1
    if (String(wanted) !== String(actual))
      total.differing.push(`${text}: the matcher finds [${wanted}], the engine [${actual}]`)
  }
  return total
}

/** Random valid queries over a catalogue. */
export const generatedQueries = (
  { catalogue }: Held,
  { now, seed, count: numRuns }: { now: number; seed: number; count: number },
): string[] => fc.sample(queries(registries[catalogue], now), { numRuns, seed })
