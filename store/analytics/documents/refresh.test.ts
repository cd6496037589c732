import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { markAddresses } from '../marks/addresses.ts'
import { refreshDocuments } from './refresh.ts'

let analytics: Analytics
const statements: string[] = []

beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => statements.push(sql) })
})
afterAll(() => analytics.close())

describe('a document', () => {
  it('says what the sessions of its address showed', async () => {
    await writeTagCatalogue(analytics, [
      {
        slug: 'web',
        name: 'Web Crawler',
        category: 'activity',
        intention: 'suspicious',
        cves: ['CVE-2020-0001'],
      },
    ])
    const sessions = [
      exampleSession({ http: exampleHttp({ path: '/b' }, { path: '/a' }, { path: '/a' }) }),
      exampleSession({
        http: exampleHttp({ path: '/b' }),
        firstPacket: exampleNow - 60_000,
        sensor: 'sensor-2',
      }),
    ]
    await insertSessions(analytics, {
      sessions,
      token: 'one',
      tagsOf: () => ['retired', 'web'],
    })
    await refreshDocuments(analytics, { now: exampleNow })
    const [document] = await getDocuments(analytics, ['198.51.100.7'])
    expect(document).toMatchObject({
      ip: '198.51.100.7',
      origins: ['live'],
      classification: 'suspicious',
      first_seen: '2026-03-15T11:00:00Z',
      last_seen: '2026-03-15T11:59:01Z',
      last_seen_suspicious: '2026-03-15T11:59:01Z',
      last_seen_malicious: '',
      tags: ['web'],
      tag_names: ['Web Crawler'],
      tag_sessions: [2],
      cves: ['CVE-2020-0001'],
      http_path: ['/b', '/a'],
      scan: [{ port: 80, protocol: 'tcp' }],
      sensor_hits: 2,
      sensor_count: 2,
      country: 'Germany',
      latitude: 52.5,
      destination_countries: ['France'],
      spoofable: false,
      single_destination: true,
      truncated: [],
    })
  })

  it('is looked up by any spelling of its address, IPv6 too', async () => {
    const sessions = [exampleSession({ from: '2001:db8::1' })]
    await insertSessions(analytics, { sessions, token: 'six' })
    await refreshDocuments(analytics, { now: exampleNow })
    const found = await getDocuments(analytics, ['2001:0DB8:0:0::1', '::ffff:198.51.100.7', '203.0.113.1'])
    expect(found.map(({ ip }) => ip)).toEqual(['198.51.100.7', '2001:db8::1'])
  })

  it("names the actor of its own tag, however few of the catalogue's tags have one", async () => {
    await writeTagCatalogue(
      analytics,
      Array.from({ length: 200 }, (_, at) => ({
        slug: `tag-${String(at).padStart(3, '0')}`,
        name: `Tag ${at}`,
        category: 'actor' as const,
        intention: 'benign' as const,
        cves: at === 170 ? ['CVE-2020-0001'] : [],
        ...((at === 40 || at === 150) && { actor: `Actor ${at}` }),
      })),
    )
    const from = ['198.51.100.20', '198.51.100.21', '198.51.100.22', '198.51.100.23']
    const sessions = from.map((ip, at) => exampleSession({ from: ip, port: [1, 40, 150, 170][at] ?? 0 }))
    const tagsOf = ({ destination }: { destination: { port: number } }): string[] => [
      `tag-${String(destination.port).padStart(3, '0')}`,
    ]
    await insertSessions(analytics, { sessions, token: 'few', tagsOf })
    await refreshDocuments(analytics, { now: exampleNow })
    expect((await getDocuments(analytics, from)).map(({ tags, actor, cves }) => [tags, actor, cves])).toEqual(
      [
        [['tag-001'], 'unknown', []],
        [['tag-040'], 'Actor 40', []],
        [['tag-150'], 'Actor 150', []],
        [['tag-170'], 'unknown', ['CVE-2020-0001']],
      ],
    )
  })

  it('goes when its days are gone, whoever marked its address besides; where only sessions came nobody looks for days', async () => {
    const [from, other] = ['198.51.100.77', '198.51.100.78']
    const looks = (): number =>
      statements.filter((sql) => sql.startsWith('SELECT count() AS addresses')).length
    const sessions = [exampleSession({ from }), exampleSession({ from: other })]
    await insertSessions(analytics, { sessions, token: 'gone' })
    const before = looks()
    expect(await refreshDocuments(analytics, { now: exampleNow })).toEqual({ addresses: 2, tooMuch: [] })
    expect(looks()).toBe(before)
    await analytics.migrator.command('DELETE FROM {local}.ip_day WHERE ip = {ip: IPv6}', {
      ip: `::ffff:${from}`,
    })
    await markAddresses(analytics, [from, other], { hasDays: true })
    await markAddresses(analytics, [from])
    await refreshDocuments(analytics, { now: exampleNow })
    expect(looks()).toBe(before + 1)
    expect((await getDocuments(analytics, [from, other])).map(({ ip }) => ip)).toEqual([other])
  })
})
