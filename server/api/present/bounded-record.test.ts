import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { analyze } from '#gnql/analyze.ts'
import { keptBytes, readCutValue } from '#model/cut-value.ts'
import type { Session } from '#model/session.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { countTruncated } from '#store/analytics/ips/truncated.ts'
import { boundedRecords } from '#store/analytics/migrations/012-bounded-records.ts'
import { marksWithDays } from '#store/analytics/migrations/015-marks-with-days.ts'
import { migrate, migrations } from '#store/analytics/migrations/all.ts'
import { addedColumns } from '#store/analytics/migrations/session-columns.ts'
import { runMigrations } from '#store/analytics/migrate/run.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { rebuild } from '#store/analytics/rebuild/rebuild.ts'
import { retag } from '#store/analytics/rebuild/retag.ts'
import { cutListSql } from '#store/analytics/rollups/bounds.ts'
import { exampleHttp, exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { noTagging } from '#store/analytics/sessions/tagging.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { presentIpRecord } from './ip-record.ts'

/** Values that a source writes itself never make its record large; on one engine that an older release has filled. */

/** As model/cut-value.ts says it. */
function plainlyCut(value: string): string {
  const bytes = Buffer.from(value)
  if (bytes.length <= keptBytes) return value
  let end = keptBytes
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return `${bytes.toString('utf8', 0, end)}… [${bytes.length} bytes, sha256 ${sha256}]`
}

const huge = `/${'ä€😀x'.repeat(700)}`
const twin = `${huge}!`
const old = (path: string): Session =>
  exampleSession({ from: '203.0.113.1', http: exampleHttp({ path, userAgent: path.slice(1) }) })

let analytics: TestAnalytics
let units = 0
const insert = (sessions: Session[], tags: readonly string[] = []): Promise<void> =>
  insertSessions(analytics, { sessions, token: `unit-${++units}`, tagsOf: () => tags })
const documentOf = async (ip: string) => {
  await refreshDocuments(analytics, { now: exampleNow, addresses: [ip] })
  const [document] = await getDocuments(analytics, [ip])
  if (!document) throw new Error(`${ip} has no document.`)
  return document
}

beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  const before = migrations.indexOf(boundedRecords)
  // Marks are those of today.
  await runMigrations(analytics, [...migrations.slice(0, before), marksWithDays])
  // What sessions are written with today has these columns; releases of then had none of them.
  for (const { statements } of addedColumns())
    for (const statement of statements) for (const host of analytics.hosts) await host.command(statement)
  await insert([old(huge), old(twin), old('/short')])
  await migrate(analytics)
})
afterAll(() => analytics.close())

test('what an older release kept whole is cut, adds up with what comes since, and is cut once', async () => {
  await insert([old(huge)])
  const paths = [plainlyCut(huge), ...['/short', plainlyCut(twin)].sort()]
  const document = await documentOf('203.0.113.1')
  expect(document.http_path).toEqual(paths)
  expect(document.truncated).toEqual(['http_path', 'http_useragent'])
  const all = await derived(analytics)
  for (const statement of boundedRecords.statements) await analytics.migrator.command(statement)
  expect(await derived(analytics)).toEqual(all)
  const day = { origin: 'live', day: '2026-03-15' } as const
  await rebuild(analytics, day)
  await documentOf('203.0.113.1')
  expect(await derived(analytics)).toEqual(all)
  await retag(analytics, { ...day, tagging: noTagging })
  await documentOf('203.0.113.1')
  expect(await derived(analytics)).toEqual(all)
})

test('a long value is found by its beginning and by its hash, and a query of its column says what it may miss', async () => {
  const sha256 = createHash('sha256').update(huge).digest('hex')
  const found = async (query: string): Promise<number> =>
    countDocuments(analytics, analyze(query, { catalogue: 'ip', now: exampleNow }).predicate)
  await documentOf('203.0.113.1')
  expect(await found('raw_data.http.path:"/ä€😀xä€*"')).toBe(1)
  expect(await found(`raw_data.http.path:"*sha256 ${sha256}*"`)).toBe(1)
  expect(await found(`raw_data.http.path:"*sha256 ${'0'.repeat(64)}*"`)).toBe(0)
  expect(await countTruncated(analytics, ['http_path'])).toBe(1)
  expect(await countTruncated(analytics, ['http_host'])).toBe(0)
})

test('values are cut between characters, stay different by their hash, and can be read back', async () => {
  const character = fc.constantFrom('a', 'ä', '€', '😀', '\0', '\u2028', '"', '\\')
  const near = fc.array(character, { minLength: 100, maxLength: 700 }).map((all) => all.join(''))
  const values = fc.sample(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 40 })), {
    numRuns: 400,
    seed: 8,
  })
  values.push('x'.repeat(512), 'x'.repeat(513), `${'x'.repeat(511)}ä`, plainlyCut('y'.repeat(9999)))
  const given = values.map((value) => value.toWellFormed())
  const [row] = await analytics.app.run(
    defineQuery({
      name: 'cut values',
      params: z.object({ values: z.array(z.string()) }),
      row: z.object({ cut: z.array(z.string()) }),
      sql: `SELECT ${cutListSql('{values: Array(String)}')} AS cut`,
    }),
    { values: given },
  )
  expect(row?.cut).toEqual(given.map(plainlyCut))
  for (const [at, text] of (row?.cut ?? []).entries()) {
    const value = given[at] ?? ''
    const bytes = Buffer.from(value)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const read = readCutValue(text)
    if (bytes.length <= keptBytes) expect(read).toBeNull()
    else {
      expect(read).toMatchObject({ bytes: bytes.length, sha256 })
      expect(value.startsWith(read?.start ?? '?')).toBe(true)
      expect(read?.startBytes).toBeLessThanOrEqual(keptBytes)
    }
  }
})

test('a record that a source filled with all it can stays below 256 KB, as a document and as an answer', async () => {
  const tags = loadTags()
  await writeTagCatalogue(analytics, tags)
  const ip = '203.0.113.2'
  // Control characters take six bytes each as JSON.
  const value = (field: number, at: number) => `${at}/${field}${'\u0001'.repeat(7900)}`
  const facts = (at: number) => ({
    ...exampleSession().destinationFacts,
    country: `Country of a long name ${at}`,
    city: `City of a long name ${at}`,
    asn: `AS${4_000_000_000 + at}`,
  })
  const sessions = Array.from({ length: 130 }, (_, at) =>
    exampleSession({
      from: ip,
      port: 60_000 + at,
      destinationFacts: facts(at),
      http: exampleHttp({
        method: value(0, at),
        uri: value(1, at),
        path: value(2, at),
        host: value(3, at),
        userAgent: value(4, at),
        headerNames: [value(5, at)],
        cookieKeys: [value(6, at)],
        authorization: value(7, at),
        cookies: value(8, at),
        origin: value(9, at),
        referer: value(10, at),
        bodyMd5: at.toString(16).padStart(32, '0'),
      }),
    }),
  )
  const ports = Array.from({ length: 1200 }, (_, at) =>
    exampleSession({ from: ip, port: 20_000 + at, source: { ip, port: 10_000 + at, bytes: 1, packets: 1 } }),
  )
  await insert(sessions, tags.map(({ slug }) => slug).toSorted())
  await insert(ports)
  const document = await documentOf(ip)
  const record = presentIpRecord(document, new Map(tags.map((tag) => [tag.slug, tag])))
  const limit = 256 * 1024
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(limit)
  expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(limit)
  expect(Buffer.byteLength(JSON.stringify(record))).toBeGreaterThan(limit / 2)
  expect(document.truncated).toEqual(expect.arrayContaining(['http_path', 'http_uri', 'scan', 'tags']))
  expect(document.http_path.length).toBeGreaterThan(0)
  expect(record.internet_scanner_intelligence.tags.length).toBe(128)
})
