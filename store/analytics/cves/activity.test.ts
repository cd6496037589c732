import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import type { Classification } from '#model/tag.ts'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import type { Analytics } from '../open.ts'
import { exampleFacts, exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import {
  activityOfCves,
  type Detects,
  firstWatchedDay,
  type SeenActivity,
  unseenActivity,
} from './activity.ts'

const cve = 'CVE-2030-0001'
const other = 'CVE-2030-0002'
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Two tags detect the CVE, one of them a second one, too; the actor makes an address benign. */
const catalogue = [
  { slug: 'try-one', name: 'Try One', category: 'activity', intention: 'malicious', cves: [cve] },
  { slug: 'try-two', name: 'Try Two', category: 'activity', intention: 'suspicious', cves: [cve, other] },
  { slug: 'apart', name: 'Apart', category: 'activity', intention: 'malicious', cves: ['CVE-2030-0003'] },
  { slug: 'lab', name: 'Lab', category: 'actor', intention: 'benign', cves: [] },
] as const
const mine: readonly string[] = ['try-one', 'try-two']
const detects: Detects = catalogue.flatMap(({ slug, cves }) => cves.map((one) => [slug, one] as const))

/** Of one CVE, out of the answer for all. */
const activityOf = async (of: string): Promise<SeenActivity> =>
  (await activityOfCves(analytics, detects, exampleNow)).get(of) ?? unseenActivity(exampleNow)

const tagsOf = (session: Session): string[] =>
  catalogue
    .map(({ slug }) => slug)
    .filter((slug) => session.http?.requests.some(({ path }) => path === `/${slug}`))

/** Three hundred sessions of forty addresses over a hundred days, some unpublished; the same every time. */
const sessions: Session[] = fc
  .sample(
    fc.record({
      host: fc.integer({ min: 1, max: 40 }),
      hoursAgo: fc.integer({ min: 1, max: 88 * 24 }),
      path: fc.constantFrom('/', '/try-one', '/try-two', '/apart', '/lab'),
      port: fc.constantFrom(80, 443, 8080),
      published: fc.integer({ min: 0, max: 9 }),
      country: fc.constantFrom('Germany', 'France', ''),
    }),
    { numRuns: 300, seed: 7 },
  )
  .map(({ host, hoursAgo, path, port, published, country }) =>
    exampleSession({
      from: `198.51.100.${host}`,
      port,
      published: published > 0,
      firstPacket: exampleNow - hoursAgo * hourMs,
      lastPacket: exampleNow - hoursAgo * hourMs + 1000,
      http: exampleHttp({ path }),
      sourceFacts: { ...exampleFacts, country },
    } as Partial<Session>),
  )

let analytics: Analytics

beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(
    analytics,
    catalogue.map((tag) => ({ ...tag, cves: [...tag.cves] })),
  )
  await insertSessions(analytics, { sessions, token: 'cves', tagsOf })
  await refreshDocuments(analytics, { now: exampleNow })
})
afterAll(() => analytics.close())

/** The same numbers once more, from the sessions alone. */
const seen = sessions.filter(({ published }) => published)
const tries = (slugs: readonly string[]) =>
  seen.filter((session) => tagsOf(session).some((slug) => slugs.includes(slug)))
const addresses = (of: Session[]): Set<string> => new Set(of.map(({ source }) => source.ip))

function verdictOf(ip: string): Classification {
  const tags = new Set(seen.filter(({ source }) => source.ip === ip).flatMap(tagsOf))
  const intentions = catalogue.filter(({ slug }) => tags.has(slug)).map(({ intention }) => intention)
  for (const intention of ['benign', 'malicious', 'suspicious'] as const)
    if (intentions.includes(intention)) return intention
  return 'unknown'
}

const within = (slugs: readonly string[], days: number, verdicts: Classification[]): number =>
  [...addresses(tries(slugs).filter(({ lastPacket }) => lastPacket >= exampleNow - days * dayMs))].filter(
    (ip) => verdicts.includes(verdictOf(ip)),
  ).length

const windows = (slugs: readonly string[], verdicts: Classification[]) => ({
  d1: within(slugs, 1, verdicts),
  d10: within(slugs, 10, verdicts),
  d30: within(slugs, 30, verdicts),
})

describe('what addresses do that carry the tags of a CVE', () => {
  test('is counted as a recount of the sessions counts it', async () => {
    const got = await activityOf(cve)
    const attempts = tries(mine)
    expect(got.addresses).toBe(addresses(attempts).size)
    expect(got.threat).toEqual(windows(mine, ['malicious', 'suspicious']))
    expect(got.benign).toEqual(windows(mine, ['benign']))
    expect(got.threat.d30).toBeGreaterThan(got.threat.d1)
    expect(got.benign.d30).toBeGreaterThan(0)
    expect(Date.parse(got.firstSeen)).toBe(Math.min(...attempts.map(({ firstPacket }) => firstPacket)))
    expect(Date.parse(got.lastSeen)).toBe(
      Math.floor(Math.max(...attempts.map(({ lastPacket }) => lastPacket)) / 1000) * 1000,
    )
  })

  test('stands on the days of the sessions, by verdict', async () => {
    const { days } = await activityOf(cve)
    expect(days).toHaveLength(90)
    expect(days.at(-1)?.day).toBe(new Date(exampleNow).toISOString().slice(0, 10))
    for (const { day, counts } of days) {
      const those = [
        ...addresses(
          tries(mine).filter(({ firstPacket }) => new Date(firstPacket).toISOString().startsWith(day)),
        ),
      ]
      const wanted = (verdict: Classification) => those.filter((ip) => verdictOf(ip) === verdict).length
      expect([day, counts]).toEqual([
        day,
        {
          malicious: wanted('malicious'),
          suspicious: wanted('suspicious'),
          benign: wanted('benign'),
          unknown: 0,
        },
      ])
    }
  })

  test('its ports and paths are those of the attempts of 30 days alone', async () => {
    const { ports, paths } = await activityOf(cve)
    const recent = tries(mine).filter(({ firstPacket }) => firstPacket >= exampleNow - 30 * dayMs)
    const ranked = (valuesOf: (session: Session) => string[]) =>
      [...new Set(recent.flatMap(valuesOf))]
        .map((value) => ({
          value,
          addresses: addresses(recent.filter((session) => valuesOf(session).includes(value))).size,
        }))
        .toSorted((a, b) => b.addresses - a.addresses || (a.value < b.value ? -1 : 1))
    expect(ports).toEqual(ranked(({ destination }) => [`${destination.port}/tcp`]))
    expect(paths).toEqual(ranked(({ http }) => http?.requests.map(({ path }) => path) ?? []))
  })

  test('names the latest attackers, latest first, and what else they try', async () => {
    const { attackers, cves } = await activityOf(cve)
    const last = (ip: string) =>
      Math.max(
        ...tries(mine)
          .filter(({ source }) => source.ip === ip)
          .map(({ lastPacket }) => lastPacket),
      )
    const wanted = [...addresses(tries(mine))].toSorted((a, b) => last(b) - last(a)).slice(0, 10)
    expect(attackers.map(({ lastSeen }) => Date.parse(lastSeen))).toEqual(
      wanted.map((ip) => Math.floor(last(ip) / 1000) * 1000),
    )
    const tried = [...addresses(tries(mine))]
    const both = tried.filter((ip) => addresses(tries(['apart'])).has(ip)).length
    expect(cves.find(({ value }) => value === 'CVE-2030-0003')?.addresses).toBe(both)
    expect(cves.find(({ value }) => value === cve)?.addresses).toBe(tried.length)
  })

  test('is told of every CVE that was tried, and of each the same as if it alone were asked for', async () => {
    const all = await activityOfCves(analytics, detects, exampleNow)
    expect([...all.keys()].sort()).toEqual([cve, other, 'CVE-2030-0003'])
    for (const [of, activity] of all) {
      const alone = await activityOfCves(
        analytics,
        detects.filter(([, detected]) => detected === of),
        exampleNow,
      )
      expect(alone).toEqual(new Map([[of, activity]]))
    }
    expect(all.get(other)?.threat).toEqual(windows(['try-two'], ['malicious', 'suspicious']))
    expect(all.get(other)?.paths.map(({ value }) => value)).toEqual(['/try-two'])
  })

  test('of tags that nobody carries is nothing', async () => {
    expect(await activityOfCves(analytics, [['never', cve]], exampleNow)).toEqual(new Map())
    const none = unseenActivity(exampleNow)
    expect(none.days.map(({ day }) => day)).toEqual((await activityOf(cve)).days.map(({ day }) => day))
    expect(none).toMatchObject({
      addresses: 0,
      firstSeen: '',
      lastSeen: '',
      attackers: [],
      ports: [],
      cves: [],
    })
    expect(await firstWatchedDay(analytics, exampleNow)).toBe(
      new Date(Math.min(...seen.map(({ firstPacket }) => firstPacket))).toISOString().slice(0, 10),
    )
  })
})
