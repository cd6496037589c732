import * as fc from 'fast-check'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import type { Column, Predicate } from '#gnql/predicate.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { documents, queries } from '#gnql/testing/generate.ts'
import { analyze } from '#gnql/analyze.ts'
import { readAddress } from '#model/address.ts'
import { type IpOrder, ipOrders, orderKeyOf } from '#model/ip-order.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { classifications } from '#model/tag.ts'
import { cases } from '#tests/cases.ts'
import { toHex } from '#store/analytics/address.ts'
import { consolidateDocuments } from '#store/analytics/documents/consolidate.ts'
import { countSharing } from '#store/analytics/ips/fingerprint-counts.ts'
import { getRecords } from '#store/analytics/ips/get.ts'
import { pageRecords } from '#store/analytics/ips/page.ts'
import { documentsOf } from '#store/analytics/ips/texts.ts'
import { summarize } from '#store/analytics/ips/summarize.ts'
import type { ValueCount } from '#store/analytics/ips/value-count.ts'
import { countTruncated } from '#store/analytics/ips/truncated.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { silent } from '#store/log.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openMemoryIndex, type MemoryIndex } from './open.ts'

/** What the index in memory answers is what a walk over the documents finds, and what the engine answers, to the order of ties. */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const seed = fc.readConfigureGlobal()?.seed ?? 0

let analytics: TestAnalytics
let memoryIndex: MemoryIndex
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const opened = (options: { file?: string } = {}): MemoryIndex =>
  openMemoryIndex(analytics, { maxDocuments: 1_000_000, log: silent, intervalMs: 60_000, ...options })

/** Until it answers: what follows depends on nothing but what was written before. */
async function ready(index: MemoryIndex): Promise<void> {
  const until = Date.now() + 600_000
  do {
    await index.refreshed()
    if (Date.now() > until) throw new Error(`The index stays ${index.state()}.`)
  } while (index.state() !== 'ready')
}

const predicateOf = (text: string): Predicate =>
  analyze(text, { catalogue: 'ip', now, windowDays: 90 }).predicate

/** Seen on its last day and on some before, and of some lists it holds only a part: which, differs from address to address. */
function withDaysAndCuts(document: IpDocument, at: number): IpDocument {
  const last = Math.floor(Date.parse(document.last_seen) / 86_400_000)
  const days = [0, 1, 3, 8].filter((ago) => ago === 0 || (at + ago) % 3 !== 0).map((ago) => last - ago)
  // What an earlier release made knows none.
  const truncated = ['http_path', 'scan', 'tags'].filter((_, place) => (at + place) % 7 < 2)
  return { ...document, truncated, active_days: at % 5 === 0 ? [] : days.toReversed() }
}

/** How many of them were seen on each day, by verdict. */
function daysOf(found: readonly IpDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { active_days: days, last_seen: seen, classification } of found) {
    const all = days.length > 0 ? days : [Math.floor(Date.parse(seen) / 86_400_000)]
    for (const day of all) {
      const key = `${new Date(day * 86_400_000).toISOString().slice(0, 10)} ${classification}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

const hexes = (found: readonly IpDocument[]): string[] => found.map(({ ip }) => toHex(ip) ?? '').sort()

const facetColumns: Column[] = [
  'classification',
  'tags',
  'cve',
  'actor',
  'metadata.country',
  'metadata.organization',
  'metadata.asn',
  'metadata.category',
  'raw_data.scan.port',
  'metadata.os',
  'spoofable',
  'vpn_service',
  'destination_countries',
].flatMap((name) => fieldOf(registries.ip, name).columns.slice(0, 1))
const columns = facetColumns.map(({ name }) => name)

describe('generated queries over 250 documents', () => {
  const held = fc.sample(documents(now), { numRuns: 250, seed }).map(stored).map(withDaysAndCuts)
  const known = new Map<string, IpDocument>()
  beforeAll(async () => {
    await write(analytics, known, held, [], 1)
    memoryIndex = opened()
    await ready(memoryIndex)
  })
  afterAll(async () => {
    await memoryIndex.close()
    await write(analytics, known, [], [...known.keys()], 1)
  })

  test('find what the matcher finds', async () => {
    let [asked, matched, telling] = [0, 0, 0]
    for (const text of fc.sample(queries(registries.ip, now), { numRuns: cases(800, 5000), seed })) {
      const predicate = predicateOf(text)
      const matching = held.filter((document) => matches(predicate, document))
      const wanted = hexes(matching)
      const answer = await memoryIndex.search(predicate, { columns: [], top: 1, size: 10_000 })
      const days = (answer?.histogram ?? []).flatMap(({ day, counts }) =>
        classifications.flatMap((name): [string, number][] =>
          counts[name] > 0 ? [[`${day} ${name}`, counts[name]]] : [],
        ),
      )
      expect(new Map(days), `seed ${seed}: ${text}`).toEqual(daysOf(matching))
      expect(answer?.addresses, `seed ${seed}: ${text}`).toEqual(wanted)
      expect(answer?.total).toBe(wanted.length)
      asked += 1
      matched += wanted.length
      if (wanted.length > 0 && wanted.length < held.length) telling += 1
    }
    // Otherwise the law would hold for nothing.
    expect(matched).toBeGreaterThan(5 * asked)
    expect(telling).toBeGreaterThan(asked / 4)
  })
})

/** The most frequent first, of equal counts by their text, in which numbers stand by size. */
const asListed = (a: ValueCount, b: ValueCount): number =>
  b.count - a.count || a.value.localeCompare(b.value, 'en', { numeric: true })

const someLists = [['scan'], ['http_path', 'tags'], ['ja3', 'scan', 'tags', 'http_path'], ['ja3'], []]

/** The whole answer of the engine's path beside that of the index, in some orders for the first page and for one behind an address. */
async function agrees(
  index: MemoryIndex,
  text: string,
  orders: readonly IpOrder[],
  after: IpDocument | undefined,
): Promise<number> {
  const predicate = predicateOf(text)
  const label = `seed ${seed}: ${text}`
  const lists = someLists[text.length % someLists.length] ?? []
  const engine = {
    ...(await summarize(analytics, predicate, { columns: facetColumns, top: 5 })),
    truncated: await countTruncated(analytics, lists),
  }
  for (const values of engine.facets) expect(values, label).toEqual(values.toSorted(asListed))
  for (const order of orders) {
    const behind = after && { ip: after.ip, key: orderKeyOf(after, order) }
    for (const place of [undefined, behind]) {
      const [page, memory] = await Promise.all([
        pageRecords(analytics, predicate, { order, size: 11, after: place }),
        index.search(predicate, { columns, top: 5, lists, order, size: 11, after: place }),
      ])
      if (!memory) throw new Error(`The index does not answer: ${label}`)
      const { addresses, keys, records, more, ...counts } = memory
      expect(counts, label).toEqual(engine)
      expect({ addresses, keys, more }, `${label} by ${order}`).toEqual({
        addresses: page.addresses,
        keys: page.keys,
        more: page.more,
      })
      expect(documentsOf(records), label).toEqual(documentsOf(page.records))
      expect(keys, label).toEqual(documentsOf(records).map((document) => orderKeyOf(document, order)))
    }
  }
  return engine.total
}

/** Look-ups of some addresses, with and without documents, and who else shows their fingerprints. */
async function looksUp(index: MemoryIndex, known: ReadonlyMap<string, IpDocument>): Promise<void> {
  const ips = [...known.keys(), '198.51.100.200', '2001:db8:1::1'].filter((_, at) => at % 3 !== 1)
  const records = await getRecords(analytics, ips)
  expect(index.documents(ips.toReversed()), `seed ${seed}`).toEqual(records)
  const shown = documentsOf(records)
  const found = ips.filter((ip) => index.has(Uint32Array.from(readAddress(ip) ?? [])))
  expect(new Set(found.map(toHex)), `seed ${seed}`).toEqual(new Set(shown.map(({ ip }) => toHex(ip))))
  const values = {
    ja3: [...new Set(shown.flatMap(({ ja3 }) => ja3.map(({ fingerprint }) => fingerprint)))],
    ja4: [...new Set(shown.flatMap(({ tls_ja4: ja4 }) => ja4))],
    hassh: [...new Set(shown.flatMap(({ hassh }) => hassh.map(({ fingerprint }) => fingerprint)))],
  }
  const asked = [
    { column: 'ja3.fingerprint', values: [...values.ja3, 'nobody shows this'] },
    { column: 'tls_ja4', values: values.ja4 },
    { column: 'hassh.fingerprint', values: values.hassh },
  ]
  const counted = await index.holders(asked)
  for (const [place, kind] of (['ja3', 'ja4', 'hassh'] as const).entries()) {
    const engine = await countSharing(analytics, kind, values[kind])
    const wanted = (asked[place]?.values ?? []).map((value) => engine.get(value) ?? 0)
    expect(counted?.[place], `seed ${seed}: ${kind}`).toEqual(wanted)
  }
  expect(await index.holders([{ column: 'last_seen', values: [''] }])).toBeNull()
}

test('documents changed, removed and consolidated in any order are found as they stand, also by an index that was saved before or killed', async () => {
  const made = fc.sample(documents(now), { numRuns: 460, seed }).map(stored).map(withDaysAndCuts)
  const texts = fc.sample(queries(registries.ip, now), { numRuns: 30, seed })
  texts.push('tags:*', '-tags:*', 'raw_data.http.path:*a*', 'ip:198.51.0.0/22', 'last_seen:90d')
  const known = new Map<string, IpDocument>()
  const file = join(mkdtempSync(join(tmpdir(), 'noisefloor-agrees-')), 'index')
  let index = opened({ file })
  let [matched, looks] = [0, 0]
  /** Every other one, and at the next look the rest. */
  const ordersFor = (text: number) => ipOrders.filter((_, at) => (at + text + looks) % cases(2, 1) === 0)
  /** Ends the index and starts the next one, from what it saved or, after a kill, from what one before it had. */
  const restart = async (isKilled: boolean): Promise<void> => {
    const before = existsSync(file) ? readFileSync(file) : null
    await index.close()
    if (isKilled && before) writeFileSync(file, before)
    else if (isKilled) rmSync(file, { force: true })
    index = opened({ file })
  }
  const check = async (): Promise<void> => {
    await ready(index)
    const after = [...known.values()][7]
    for (const [at, text] of texts.entries()) matched += await agrees(index, text, ordersFor(at), after)
    looks += 1
    await looksUp(index, known)
    const answer = await index.search({ kind: 'all' }, { columns: [], top: 0, size: 10_000 })
    expect(answer?.addresses, `seed ${seed}`).toEqual(hexes([...known.values()]))
  }
  try {
    await write(analytics, known, made.slice(0, 200), [], 1)
    await check()
    const random = fc.sample(
      fc.record({
        change: fc.uniqueArray(fc.nat(459), { maxLength: 30 }),
        remove: fc.uniqueArray(fc.nat(459), { maxLength: 12 }),
        consolidate: fc.nat(3),
        look: fc.nat(2),
        restart: fc.nat(3),
      }),
      { numRuns: cases(5, 14), seed },
    )
    let generation = 1
    for (const { change, remove, consolidate, look, restart: how } of random) {
      const changed = change.flatMap((at) => {
        const [place, content] = [made[at], made[(at * 7 + generation) % made.length]]
        return place && content ? [{ ...content, ip: place.ip }] : []
      })
      await write(analytics, known, changed, [], generation)
      const removed = remove.flatMap((at) => made[at]?.ip ?? []).filter((ip) => known.has(ip))
      await write(analytics, known, [], removed, generation)
      if (look === 0) await index.refreshed()
      if (how < 2) await restart(how === 0)
      if (consolidate === 0) {
        // What was taken in goes before the index looks, or after it.
        const consolidated = consolidateDocuments(analytics, { always: true, graceMs: 200 * look })
        await index.refreshed()
        await consolidated
        generation += 1
      }
      if (look < 2) await check()
    }
    await check()
    await restart(false)
    await check()
    expect(matched).toBeGreaterThan(1000)
  } finally {
    await index.close()
    rmSync(dirname(file), { recursive: true, force: true })
  }
})
