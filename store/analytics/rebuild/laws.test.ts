import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { type CatalogueTag, writeTagCatalogue } from '../tag-catalogue/write.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { refreshTagCounts } from '../tag-counts/refresh.ts'
import { insertSessions, type TagsOf } from '../sessions/testing.ts'
import { cutIpDay } from '../migrations/frozen/cut-ip-day.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { selectIpDay } from '../rollups/ip-day.ts'
import { openTestAnalytics, removeRows } from '../testing.ts'
import { type Derived, derived } from './derived.ts'
import { nightly } from '../retention/nightly.ts'
import { rebuild } from './rebuild.ts'
import { retag } from './retag.ts'
import { removeOrigin } from './remove-origin.ts'

const dayMs = 86_400_000
const today = '2026-03-15'
/** The same tags as they are given on the way in, and to stored days. */
const tagsOf: TagsOf = ({ http }) =>
  http?.requests.some(({ path }) => path === '/admin') ? ['admin', 'any'] : ['any']
const tagging = { sql: "arrayConcat(['any'], if(has(http_path, '/admin'), ['admin'], []))", params: {} }
const catalogue: CatalogueTag[] = [
  { slug: 'any', name: 'Any', category: 'activity', intention: 'unknown', cves: [] },
  {
    slug: 'admin',
    name: 'Admin Finder',
    category: 'activity',
    intention: 'malicious',
    cves: ['CVE-2021-0002'],
  },
]

let analytics: Analytics

beforeAll(async () => {
  analytics = await openTestAnalytics()
})
/** The engine remembers tokens also of rows that were removed: each store has its own. */
let stores = 0
const empty = async (): Promise<void> => {
  stores += 1
  await removeRows(analytics)
  await writeTagCatalogue(analytics, catalogue)
}
beforeEach(empty)
afterAll(() => analytics.close())

interface Unit {
  token: string
  sessions: Session[]
}

const insert = async (units: readonly Unit[], as = tagsOf): Promise<void> => {
  for (const { token, sessions } of units)
    await insertSessions(analytics, { token: `${stores}-${token}`, sessions, tagsOf: as })
}
const refresh = async (now = exampleNow): Promise<void> => {
  await refreshDocuments(analytics, { now })
  await refreshTagCounts(analytics, { now })
}

/** Three units over two days and two families, with ties in every list. */
const units = (): Unit[] => [
  {
    token: 'a',
    sessions: [
      exampleSession({ http: exampleHttp({ path: '/b' }, { path: '/a' }) }),
      exampleSession({ from: '2001:db8::9', port: 443, tcp: null, transport: 'udp' }),
    ],
  },
  {
    token: 'b',
    sessions: [
      exampleSession({
        http: exampleHttp({ path: '/admin' }),
        firstPacket: exampleNow - 5000,
        sensor: 'sensor-9',
      }),
      exampleSession({ http: exampleHttp({ path: '/a' }) }),
    ],
  },
  { token: 'c', sessions: [exampleSession({ port: 22, firstPacket: exampleNow - dayMs })] },
]

const counts = ({ ipDay, documents }: Derived) => ({ ipDay: ipDay.length, documents: documents.length })

describe('rollups and documents', () => {
  it('count a unit once when it is delivered twice with its token', async () => {
    const all = units()
    await insert(all)
    await refresh()
    const once = await derived(analytics)
    expect(counts(once)).toEqual({ ipDay: 3, documents: 2 })
    await insert(all)
    await refresh()
    expect(await derived(analytics)).toEqual(once)
  })

  it('count a unit of many megabytes once, too', async () => {
    const requests = Array.from({ length: 1000 }, (_, at) => ({ path: `/${at}/${'a'.repeat(1000)}` }))
    const sessions = ['198.18.0.1', '198.18.0.2', '198.18.0.3'].map((from) =>
      exampleSession({ from, http: exampleHttp(...requests, { path: '/admin' }) }),
    )
    await insert([{ token: 'large', sessions }])
    await refresh()
    const once = await derived(analytics)
    expect(counts(once)).toEqual({ ipDay: 3, documents: 3 })
    expect((await getDocuments(analytics, ['198.18.0.3']))[0]?.tags).toHaveLength(2)
    await insert([{ token: 'large', sessions }])
    await refresh()
    expect(await derived(analytics)).toEqual(once)
  })

  it("are the same by the text that migration 013 put in the place of 010's", async () => {
    const long = ['ä', 'a', '\u{1f9ff}'].map((letter) => ({ path: `/${letter.repeat(600)}`, userAgent: 'a' }))
    const many = Array.from({ length: 300 }, (_, at) => ({
      path: `/${at % 250}`,
      uri: `/${at}`,
      cookies: 'c',
    }))
    await insert([
      ...units(),
      {
        token: 'long',
        sessions: [
          exampleSession({ http: exampleHttp(...long) }),
          exampleSession({ http: exampleHttp(...many) }),
          exampleSession({ direction: 'backscatter' }),
          exampleSession({ published: false }),
        ],
      },
    ])
    const rows = (select: string) =>
      analytics.app.run(
        defineQuery({
          name: 'rows of a rollup',
          params: z.object({}),
          row: z.object({ row: z.string() }),
          sql: `SELECT toString(tuple(*)) AS row FROM (${select}) ORDER BY row`,
        }),
        {},
      )
    const before = await rows(cutIpDay)
    expect(before).toHaveLength(3)
    expect(await rows(selectIpDay('{local}.sessions', notBackscatter))).toEqual(before)
  })

  it('count it twice under another token, so the law above can fail', async () => {
    const [unit] = units()
    await insert([unit!, { ...unit!, token: 'other' }])
    await refresh()
    const [document] = await getDocuments(analytics, ['198.51.100.7'])
    expect(document?.sensor_hits).toBe(2)
  })

  it('do not depend on the order of units', async () => {
    const all = units()
    await insert(all)
    await refresh()
    const forward = await derived(analytics)
    await empty()
    for (const unit of all.toReversed()) {
      await insert([unit])
      await refresh()
    }
    expect(await derived(analytics)).toEqual(forward)
  })

  it('are the same after a rebuild', async () => {
    await insert(units())
    await refresh()
    const before = await derived(analytics)
    await rebuild(analytics, { origin: 'live', day: today })
    await rebuild(analytics, { origin: 'live', day: '2026-03-14' })
    await refresh()
    expect(await derived(analytics)).toEqual(before)
  })

  it('count a unit once also when its retry comes after a rebuild', async () => {
    const all = units()
    await insert(all)
    await refresh()
    const once = await derived(analytics)
    await rebuild(analytics, { origin: 'live', day: today })
    await insert(all)
    await refresh()
    expect(await derived(analytics)).toEqual(once)
  })

  it('count a unit once also when its retry comes after a retag', async () => {
    const all = units()
    await insert(all)
    await retag(analytics, { origin: 'live', day: today, tagging })
    await refresh()
    const once = await derived(analytics)
    await insert(all)
    await refresh()
    expect(await derived(analytics)).toEqual(once)
  })

  it('outlive their sessions: a rebuild of a day past the retention takes nothing away', async () => {
    await insert(units())
    await refresh()
    const before = await derived(analytics)
    await nightly(analytics, { now: exampleNow, retentionDays: 1 })
    await rebuild(analytics, { origin: 'live', day: '2026-03-14' })
    await refresh()
    expect(await derived(analytics)).toEqual(before)
  })

  it('are made whole again by a rebuild after damage', async () => {
    await insert(units())
    await refresh()
    const before = await derived(analytics)
    await analytics.migrator.command(
      `ALTER TABLE {local}.ip_day DELETE WHERE day = '${today}' SETTINGS mutations_sync = 1`,
    )
    await analytics.migrator.command('TRUNCATE TABLE {local}.tag_day')
    await analytics.migrator.command('TRUNCATE TABLE {local}.tag_counts')
    await rebuild(analytics, { origin: 'live', day: today })
    await rebuild(analytics, { origin: 'live', day: '2026-03-14' })
    await refresh()
    expect(await derived(analytics)).toEqual(before)
  })

  it('know nothing of unpublished sessions', async () => {
    await insert([{ token: 'u', sessions: [exampleSession({ published: false })] }])
    await refresh()
    await rebuild(analytics, { origin: 'live', day: today })
    await refresh()
    expect(await derived(analytics)).toEqual({
      ipDay: [],
      tagDay: [],
      tagCounts: [],
      life: [],
      documents: [],
    })
  })

  it('lose the demo and nothing else', async () => {
    await insert(units())
    await refresh()
    const before = await derived(analytics)
    const demo = [
      exampleSession({ origin: 'demo', port: 8080 }),
      exampleSession({ origin: 'demo', from: '198.18.0.1' }),
    ]
    await insert([{ token: 'demo', sessions: demo }])
    await refresh()
    const mixed = await getDocuments(analytics, ['198.51.100.7', '198.18.0.1'])
    expect(mixed.map(({ origins }) => origins)).toEqual([['demo'], ['demo', 'live']])
    await removeOrigin(analytics, 'demo')
    await refresh()
    expect(await derived(analytics)).toEqual(before)
  })

  it('take the demo again after its removal, under the same tokens', async () => {
    const demo = { token: 'demo', sessions: [exampleSession({ origin: 'demo', from: '198.18.0.1' })] }
    await insert([demo])
    await refresh()
    const before = await derived(analytics)
    await removeOrigin(analytics, 'demo')
    await refresh()
    await insert([demo])
    await refresh()
    expect(await derived(analytics)).toEqual(before)
  })

  it('leave no trace of removed documents behind after a night', async () => {
    await insert([
      { token: 'demo', sessions: [exampleSession({ origin: 'demo', from: '198.18.0.1' })] },
      ...units(),
    ])
    await refresh()
    await removeOrigin(analytics, 'demo')
    await refresh()
    await nightly(analytics, { now: exampleNow, retentionDays: 90 })
    const rows = await analytics.app.run(
      defineQuery({
        name: 'rows of ips, merged or not',
        params: z.object({}),
        row: z.object({ ip: z.string() }),
        sql: 'SELECT ip FROM {db}.ips ORDER BY ip',
      }),
      {},
    )
    expect(rows.map(({ ip }) => ip)).toEqual(['::ffff:198.51.100.7', '2001:db8::9'])
  })

  it('leave the record on day 91', async () => {
    await insert(units())
    await refresh()
    const lastDay = exampleNow + 88 * dayMs
    await nightly(analytics, { now: lastDay, retentionDays: 90 })
    await refresh(lastDay)
    expect((await getDocuments(analytics, ['198.51.100.7']))[0]?.scan.length).toBe(2)
    await nightly(analytics, { now: lastDay + dayMs, retentionDays: 90 })
    await refresh(lastDay + dayMs)
    const [document] = await getDocuments(analytics, ['198.51.100.7'])
    expect(document).toMatchObject({
      scan: [{ port: 80, protocol: 'tcp' }],
      first_seen: '2026-03-14T12:00:00Z',
    })
    await nightly(analytics, { now: lastDay + 40 * dayMs, retentionDays: 90 })
    await refresh(lastDay + 40 * dayMs)
    expect(await derived(analytics)).toMatchObject({ ipDay: [], tagDay: [], tagCounts: [], documents: [] })
  })

  it('follow the catalogue: a retired tag leaves, a changed one judges anew', async () => {
    await insert(units())
    await refresh()
    expect((await getDocuments(analytics, ['198.51.100.7']))[0]).toMatchObject({
      classification: 'malicious',
      cves: ['CVE-2021-0002'],
      last_seen_malicious: '2026-03-15T11:59:56Z',
    })
    expect(await writeTagCatalogue(analytics, [{ ...catalogue[0]!, intention: 'suspicious' }])).toEqual([
      'admin',
      'any',
    ])
    await refresh()
    expect((await getDocuments(analytics, ['198.51.100.7']))[0]).toMatchObject({
      classification: 'suspicious',
      tags: ['any'],
      cves: [],
      last_seen_malicious: '',
    })
    expect(await writeTagCatalogue(analytics, [{ ...catalogue[0]!, intention: 'suspicious' }])).toEqual([])
  })

  it('carry the tags of new rules after a retag, as if those had always been there', async () => {
    const all = units()
    const later = { sql: "if(dst_port = 22, ['any'], ['admin'])", params: {} }
    await insert(all, ({ destination }) => (destination.port === 22 ? ['any'] : ['admin']))
    await refresh()
    const wanted = await derived(analytics)
    await empty()
    await insert(all)
    await refresh()
    for (const day of ['2026-03-14', today]) await retag(analytics, { origin: 'live', day, tagging: later })
    await refresh()
    expect(await derived(analytics)).toEqual(wanted)
  })
})
