import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import type { Predicate } from '#gnql/predicate.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { documents, queries } from '#gnql/testing/generate.ts'
import { analyze } from '#gnql/analyze.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import { consolidateDocuments } from '../documents/consolidate.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { countDocuments } from './count.ts'
import { getDocuments } from './get.ts'
import { pageDocuments } from './page.ts'
import { summarize } from './summarize.ts'
import { stored, write } from './testing/stored.ts'

/** Searches over the real table, with its indexes, terms and generations, find what a plain walk over the documents finds. */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const seed = fc.readConfigureGlobal()?.seed ?? 0

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const byAddress = (a: string, b: string): number => (toColumn(a) < toColumn(b) ? -1 : 1)
const facetNames = [
  'tags',
  'cve',
  'metadata.country',
  'raw_data.scan.port',
  'spoofable',
  'vpn_service',
  'actor',
]
const facetColumns = facetNames.flatMap((name) => fieldOf(registries.ip, name).columns.slice(0, 1))
const facetValues: ((document: IpDocument) => readonly string[])[] = [
  ({ tags }) => tags,
  ({ cves }) => cves,
  ({ country }) => [country],
  ({ scan }) => scan.map(({ port }) => String(port)),
  ({ spoofable }) => [String(spoofable)],
  ({ vpn_service }) => [vpn_service],
  ({ actor }) => [actor],
]

const tally = (counts: readonly { value: string; count: number }[]): Map<string, number> =>
  new Map(counts.map(({ value, count }) => [value, count] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** One query in every way it is asked. */
async function agrees(known: Map<string, IpDocument>, text: string, predicate: Predicate): Promise<number> {
  const expected = [...known.values()]
    .filter((document) => matches(predicate, document))
    .map(({ ip }) => ip)
    .toSorted(byAddress)
  const size = 1 + (expected.length % 7)
  const [first, total, all] = await Promise.all([
    pageDocuments(analytics, predicate, { size }),
    countDocuments(analytics, predicate),
    summarize(analytics, predicate, { columns: facetColumns, top: 10_000 }),
  ])
  const label = `seed ${seed}: ${text}`
  expect(total, label).toBe(expected.length)
  expect(
    first.map(({ ip }) => ip),
    label,
  ).toEqual(expected.slice(0, size))
  const rest = await pageDocuments(analytics, predicate, {
    size: 10_000,
    after: expected[0] === undefined ? undefined : { ip: expected[0], key: 0 },
  })
  expect(
    rest.map(({ ip }) => ip),
    label,
  ).toEqual(expected.slice(1))
  expect(all.total, label).toBe(expected.length)
  const matching = expected.flatMap((ip) => known.get(ip) ?? [])
  expect(all.facets.map(tally), label).toEqual(
    facetValues.map((valuesOf) =>
      tally(
        [
          ...Map.groupBy(
            matching.flatMap((document) => [...new Set(valuesOf(document))]),
            (value) => value,
          ),
        ]
          .filter(([value]) => value !== '')
          .map(([value, found]) => ({ value, count: found.length })),
      ),
    ),
  )
  const days = Object.groupBy(matching, ({ last_seen }) => last_seen.slice(0, 10))
  expect(
    all.histogram.map(({ day, counts }) => [day, counts.malicious, counts.unknown]),
    label,
  ).toEqual(
    Object.keys(days)
      .toSorted()
      .map((day) => [
        day,
        ...(['malicious', 'unknown'] as const).map(
          (verdict) => days[day]?.filter(({ classification }) => classification === verdict).length,
        ),
      ]),
  )
  return expected.length
}

test('documents changed, removed and consolidated in any order are found as they stand', async () => {
  const made = fc.sample(documents(now), { numRuns: 360, seed }).map(stored)
  const [some, later] = [made.slice(0, 300), made.slice(300)]
  const known = new Map<string, IpDocument>()
  const texts = fc.sample(queries(registries.ip, now), { numRuns: 40, seed })
  texts.push(
    'raw_data.http.path:*a*',
    '-raw_data.http.path:*a*',
    'cve:cve-2* OR tags:*',
    'raw_data.web.paths:"/*"',
  )
  const asked = texts.map((text) => ({
    text,
    ...analyze(text, { catalogue: 'ip', now, windowDays: 90 }),
  }))
  let matched = 0
  const check = async (): Promise<void> => {
    for (const { text, predicate } of asked) matched += await agrees(known, text, predicate)
    const ips = [...known.keys()]
    expect(await getDocuments(analytics, ips)).toEqual(ips.toSorted(byAddress).map((ip) => known.get(ip)))
  }
  await write(analytics, known, some.slice(0, 200), [], 1)
  await write(
    analytics,
    known,
    some.slice(200),
    some.slice(0, 10).map(({ ip }) => ip),
    1,
  )
  await check()
  expect(await consolidateDocuments(analytics, { always: true, graceMs: 0 })).toBeGreaterThan(0)
  expect(await consolidateDocuments(analytics, { always: true, graceMs: 0 })).toBe(0)
  await check()
  const again = some.slice(20, 40).map((document, at) => ({ ...(later[at] ?? document), ip: document.ip }))
  await write(
    analytics,
    known,
    again,
    some.slice(60, 80).map(({ ip }) => ip),
    3,
  )
  await write(
    analytics,
    known,
    later,
    again.slice(0, 5).map(({ ip }) => ip),
    4,
  )
  await write(
    analytics,
    known,
    again.slice(3, 9).map((document) => ({ ...document, tags: ['fresh'] })),
    [],
    5,
  )
  await check()
  await consolidateDocuments(analytics, { always: true, graceMs: 0 })
  await check()
  expect(matched).toBeGreaterThan(2000)
})
