import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { analyze } from '#gnql/analyze.ts'
import type { Session } from '#model/session.ts'
import { type CatalogueTag, writeTagCatalogue } from './tag-catalogue/write.ts'
import { activityOfCves } from './cves/activity.ts'
import { epssHistories, cveData } from './cves/data.ts'
import { stageCves } from './cves/stage.ts'
import { consolidateDocuments } from './documents/consolidate.ts'
import { refreshDocuments } from './documents/refresh.ts'
import { storeReEnriched } from './documents/re-enrich.ts'
import { writeActors } from './evidence/actors.ts'
import { sightingsOf, writeSightings } from './evidence/sightings.ts'
import { listSources } from './evidence/sources.ts'
import { countDocuments } from './ips/count.ts'
import { getDocuments } from './ips/get.ts'
import { homeNumbers } from './ips/home.ts'
import { pageDocuments } from './ips/page.ts'
import { summarize } from './ips/summarize.ts'
import { migrate } from './migrations/all.ts'
import type { Analytics } from './open.ts'
import { count } from './query/columns.ts'
import { defineQuery } from './query/define.ts'
import { keepAnswers, reverseAnswers } from './rdns/answers.ts'
import type { Counting } from './rebuild/threshold-tags.ts'
import { derived } from './rebuild/derived.ts'
import { nightly } from './retention/nightly.ts'
import { removeOrigin } from './rebuild/remove-origin.ts'
import { staleDays, type Rules, retagIfTouched } from './rebuild/stale-days.ts'
import { exampleFacts, exampleHttp, exampleNow as now, exampleSession } from './sessions/example.ts'
import { insertSessions, type TagsOf } from './sessions/testing.ts'
import { latestOfTag, pageOfTag, tagAddresses, tagsInADay } from './tag-counts/addresses.ts'
import { refreshTagCounts } from './tag-counts/refresh.ts'
import { tagBuckets, tagDays } from './tag-counts/series.ts'
import { openTestShards, type TestShards } from './testing.ts'
import { verdictHistory } from './verdicts/history.ts'

/** Two shards answer what one machine answers, for everything that is derived, joined and counted. */

const hourMs = 3_600_000
const cve = 'CVE-2030-0001'
const tag = (slug: string, intention: CatalogueTag['intention'], cves: string[] = []): CatalogueTag => ({
  slug,
  name: slug,
  category: 'activity',
  intention,
  cves,
})
const catalogue = [tag('try', 'malicious', [cve]), tag('probe', 'suspicious'), tag('busy', 'suspicious')]
const slugs = catalogue.map(({ slug }) => slug)
const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 3, within: 3600, base: { sql: '1', params: {} } },
]
const tagsOf: TagsOf = ({ http }) => http?.requests[0]?.path.slice(1).split('+').toSorted() ?? []
const rules: Rules = {
  name: 'tests',
  tagging: { sql: "splitByChar('+', substring(arrayElement(http_path, 1), 2))", params: {} },
  counting,
}

const ips = Array.from({ length: 60 }, (_, at) =>
  at % 6 === 0 ? `2001:db8::${(at + 1).toString(16)}` : `20.0.${at % 3}.${at}`,
)
/** Some of each tag on five days, both origins, some unpublished; four addresses often within an hour. */
const sessions: Session[] = ips.flatMap((from, at) =>
  Array.from({ length: at % 7 === 3 ? 1 : at % 15 === 0 ? 5 : 3 }, (_, visit) =>
    exampleSession({
      from,
      origin: at % 7 === 3 ? 'demo' : 'live',
      published: at % 11 !== 5,
      port: 80 + (at % 4),
      firstPacket: now - hourMs - (at % 15 === 0 ? visit * 60_000 : visit * 31 * hourMs + at * 1000),
      http: exampleHttp({
        path: `/${['try', 'probe', 'try+probe', 'quiet'][at % 4]}`,
        userAgent: `agent-${at % 5}`,
      }),
      sourceFacts: { ...exampleFacts, country: ['Germany', 'France'][at % 2] ?? '', rdns: '', domain: '' },
    }),
  ),
)

let opened: TestShards
let cluster: Analytics
let single: Analytics

async function fill(analytics: Analytics): Promise<void> {
  await migrate(analytics)
  await writeTagCatalogue(analytics, catalogue)
  const units = Map.groupBy(
    sessions,
    ({ origin, firstPacket }) => `${new Date(firstPacket).toISOString().slice(0, 10)} ${origin}`,
  )
  for (const [token, some] of units) {
    // A repetition, as after a crash.
    await insertSessions(analytics, { sessions: some, token, tagsOf })
    await insertSessions(analytics, { sessions: some, token, tagsOf })
  }
  await refreshDocuments(analytics, { now })
  await writeSightings(analytics, {
    name: 'others',
    trust: 'malicious',
    licence: '',
    reference: '',
    now,
    addresses: ips
      .slice(20, 40)
      .map((ip) => ({ ip, tags: ['ssh'], note: '', firstSeen: 0, lastSeen: now / 1000 })),
  })
  const lab = { slug: 'lab', name: 'Lab', category: 'actor', reference: '', agents: ['agent-4'] } as const
  await writeActors(analytics, {
    name: 'vetted',
    licence: '',
    reference: '',
    now,
    actors: [{ ...lab, names: ['lab.example'], ranges: ['20.0.1.0/27'], allRanges: true, allNames: false }],
  })
  await keepAnswers(
    analytics,
    ips
      .slice(40, 50)
      .map((ip, at) => ({ ip, state: 'confirmed', name: `h${at}.lab.example`, asked: now, until: now })),
  )
  await storeReEnriched(
    analytics,
    ips.slice(5, 15).map((ip) => ({ ip, facts: { ...exampleFacts, country: 'Chile', asn: 'AS64999' } })),
    now,
  )
  await refreshDocuments(analytics, { now: now + 1000 })
  for (const day of (await staleDays(analytics, rules.name)).due) await retagIfTouched(analytics, day, rules)
  await refreshDocuments(analytics, { now: now + 2000 })
  await refreshTagCounts(analytics, { now })
  const staged = await stageCves(analytics, 'epss', { now, partial: false })
  await staged.insert(
    (async function* () {
      yield { cve, facts: { epss: { date: '2026-03-10', score: 0.5, percentile: 0.9 } } as never }
    })(),
  )
  await staged.publish({ rows: 1, last: cve, dataDate: '2026-03-10' })
}

beforeAll(async () => {
  opened = await openTestShards()
  ;({ cluster, single } = opened)
  for (const analytics of [cluster, single]) await fill(analytics)
}, 240_000)
afterAll(() => opened.close())

/** Asks both, one after the other, and gives what one machine says. */
async function same<T>(query: (analytics: Analytics) => Promise<T>): Promise<T> {
  const [ofCluster, ofSingle] = [await query(cluster), await query(single)]
  expect(ofCluster).toEqual(ofSingle)
  return ofSingle
}

const tables = [
  'sessions',
  'ip_day',
  'ips',
  'ip_facts',
  'rdns',
  'sightings',
  'verdict_log',
  'tag_day',
  'tag_counts',
  'tag_reach',
  'terms',
]

test.each(tables)('a part of %s lies on either shard', async (table) => {
  const here = defineQuery({
    name: 'rows here',
    params: z.object({}),
    row: z.object({ n: count }),
    sql: `SELECT count() AS n FROM {local}.${table}`,
  })
  for (const host of cluster.hosts) expect((await host.run(here, {}))[0]?.n).toBeGreaterThan(0)
})

describe('two shards', () => {
  test('derive what one machine derives, counts over time and evidence of others included', async () => {
    const all = await same(derived)
    expect(all.documents.length).toBeGreaterThan(40)
    expect(all.tagCounts.some((row) => row.includes('busy'))).toBe(true)
    const documents = await same((analytics) => getDocuments(analytics, ips))
    for (const said of ['malicious:others', 'range:lab', 'name:lab', 'claim:lab'])
      expect(
        documents.some(({ evidence }) => evidence.includes(said)),
        said,
      ).toBe(true)
    expect(documents.some(({ country }) => country === 'Chile')).toBe(true)
    expect(await same(async (analytics) => (await staleDays(analytics, rules.name)).due)).toEqual([])
  })

  test('tell the same evidence, answers and history of an address', async () => {
    expect((await same(listSources)).length).toBe(2)
    expect((await same((analytics) => reverseAnswers(analytics, ips))).size).toBe(10)
    let [reports, changes] = [0, 0]
    for (const ip of ips) {
      reports += (await same((analytics) => sightingsOf(analytics, ip))).length
      changes += (await same((analytics) => verdictHistory(analytics, ip, { max: 10 }))).length
    }
    expect(reports).toBe(20)
    expect(changes).toBeGreaterThan(60)
  })

  test('count tags alike', async () => {
    for (const slug of slugs) {
      for (const step of [1, 4, 24] as const)
        await same((analytics) => tagBuckets(analytics, { tag: slug, now, days: 6, step }))
      for (const days of [1, 90]) await same((analytics) => tagAddresses(analytics, { tag: slug, now, days }))
      expect(
        (await same((analytics) => latestOfTag(analytics, { tag: slug, now, days: 90, max: 7 }))).length,
      ).toBeGreaterThan(2)
      for (const after of ['', '::ffff:20.0.1.10'])
        await same((analytics) => pageOfTag(analytics, { tag: slug, since: '2026-03-01', after, size: 5 }))
    }
    expect((await same((analytics) => tagsInADay(analytics, now))).get('busy')).toBeGreaterThan(2)
    expect((await same((analytics) => tagDays(analytics, { now, length: 10 }))).counts.size).toBeGreaterThan(
      2,
    )
  })

  test('tell the same of a CVE', async () => {
    const detects = [
      ['try', cve],
      ['probe', cve],
    ] as const
    const activity = (await same((analytics) => activityOfCves(analytics, detects, now))).get(cve)
    expect(activity?.attackers.length).toBe(10)
    expect(activity?.days.filter(({ counts }) => counts.malicious > 0).length).toBeGreaterThan(2)
    for (const host of cluster.hosts) {
      const reads = { ...cluster, app: host }
      expect((await cveData(reads, [cve])).size).toBe(1)
      expect((await epssHistories(reads, [cve])).get(cve)).toEqual([{ date: '2026-03-10', score: 0.5 }])
    }
  })

  const columns = ['tags', 'metadata.country', 'raw_data.scan.port'].flatMap((name) =>
    fieldOf(registries.ip, name).columns.slice(0, 1),
  )
  const predicateOf = (text: string) => {
    const understood = analyze(text, { catalogue: 'ip', now, windowDays: 90 })
    if (!understood.ok) throw new Error(text)
    return understood.predicate
  }
  const searches = [
    'tags:try',
    'metadata.country:Chile',
    'raw_data.web.paths:*tr*',
    '-classification:malicious',
    'last_seen:90d',
  ]

  test.each(searches)('find the same for %s, before and after a consolidation', async (text) => {
    const predicate = predicateOf(text)
    const answersOf = async (analytics: Analytics) => ({
      total: await countDocuments(analytics, predicate),
      page: (await pageDocuments(analytics, predicate, { size: 9 })).map(({ ip }) => ip),
      summary: await summarize(analytics, predicate, { columns, top: 20 }),
    })
    const before = await same(answersOf)
    expect(before.total).toBeGreaterThan(0)
    for (const analytics of [cluster, single])
      await consolidateDocuments(analytics, { always: true, graceMs: 0 })
    expect(await same(answersOf)).toEqual(before)
    await same((analytics) => homeNumbers(analytics, { now }))
  })

  test('lose an origin, old days and nothing else alike', async () => {
    for (const analytics of [cluster, single]) {
      await removeOrigin(analytics, 'demo')
      await nightly(analytics, { now, retentionDays: 3 })
      await refreshDocuments(analytics, { now: now + 3000 })
      await refreshTagCounts(analytics, { now })
    }
    const all = await same(derived)
    expect(all.ipDay.some((row) => row.startsWith("('demo'"))).toBe(false)
    expect(all.ipDay.length).toBeGreaterThan(40)
  })
})
