import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Classification } from '#model/tag.ts'
import type { Session } from '#model/session.ts'
import { type CatalogueTag, writeTagCatalogue } from '../tag-catalogue/write.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import type { Analytics } from '../open.ts'
import { markTagDays } from '../marks/days.ts'
import { derived } from '../rebuild/derived.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { latestOfTag, pageOfTag, tagAddresses, tagsInADay } from './addresses.ts'
import { type TagStep, tagSteps } from './counts.ts'
import { refreshTagCounts } from './refresh.ts'
import { tagBuckets, tagDays } from './series.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const catalogue: CatalogueTag[] = [
  { slug: 'worm', name: 'Worm', category: 'worm', intention: 'malicious', cves: [] },
  { slug: 'probe', name: 'Probe', category: 'activity', intention: 'suspicious', cves: [] },
  { slug: 'census', name: 'Census', category: 'actor', intention: 'benign', cves: [] },
  { slug: 'quiet', name: 'Quiet', category: 'activity', intention: 'unknown', cves: [] },
]
/** The path says which tags: "/worm+probe". */
const tagsOf = ({ http }: Session): string[] => http?.requests[0]?.path.slice(1).split('+').toSorted() ?? []

let state = 7
const next = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((state / 2 ** 31) * below)
}

interface Sent {
  at: number
  ip: string
  tags: string[]
  published: boolean
}

/** Over six days and every hour, many addresses in several hours, both families, some unpublished. */
const sent: Sent[] = Array.from({ length: 900 }, () => ({
  at: exampleNow - next(6 * dayMs),
  ip: next(5) === 0 ? `2001:db8::${(next(20) + 1).toString(16)}` : `198.51.100.${next(60)}`,
  tags: catalogue.flatMap(({ slug }) => (next(3) === 0 ? [slug] : [])),
  published: next(20) !== 0,
})).map((one) => (one.tags.length === 0 ? { ...one, tags: ['quiet'] } : one))

const carried = sent.filter(({ published }) => published)
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function verdictOn(ip: string, day: string): Classification {
  const tags = new Set(
    carried.filter((one) => one.ip === ip && dayOf(one.at) === day).flatMap((one) => one.tags),
  )
  return tags.has('census')
    ? 'benign'
    : tags.has('worm')
      ? 'malicious'
      : tags.has('probe')
        ? 'suspicious'
        : 'unknown'
}

/** Counted one session after another, as a person would. */
function recount(tag: string, step: TagStep): Record<string, number> {
  const seen = new Map<string, Set<string>>()
  for (const { at, ip, tags } of carried) {
    if (!tags.includes(tag)) continue
    const start = Math.floor(at / (step * hourMs)) * step * hourMs
    const key = `${new Date(start).toISOString()} ${verdictOn(ip, dayOf(at))}`
    seen.set(key, (seen.get(key) ?? new Set()).add(ip))
  }
  return Object.fromEntries([...seen].map(([key, ips]) => [key, ips.size]).sort())
}

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, catalogue)
  const units = new Map<string, Session[]>()
  for (const [place, { at, ip, tags, published }] of sent.entries()) {
    const session = exampleSession({
      from: ip,
      firstPacket: at,
      published,
      http: exampleHttp({ path: `/${tags.join('+')}` }),
    })
    const token = `${dayOf(at)} ${place % 2}`
    units.set(token, [...(units.get(token) ?? []), session])
  }
  for (const [token, sessions] of units) await insertSessions(analytics, { token, sessions, tagsOf })
  await refreshDocuments(analytics, { now: exampleNow })
  await refreshTagCounts(analytics, { now: exampleNow })
})
afterAll(() => analytics?.close())

const distinct = (tag: string, since: number): string[] =>
  [
    ...new Set(carried.filter((one) => one.tags.includes(tag) && one.at + 1500 >= since).map(({ ip }) => ip)),
  ].sort()
const firstDay = (days: number): number => Math.floor(exampleNow / dayMs - (days - 1)) * dayMs

describe('addresses of tags', () => {
  it.each(tagSteps)('are counted exactly in buckets of %i h, by the verdict of the day', async (step) => {
    for (const { slug } of catalogue) {
      const buckets = await tagBuckets(analytics, { tag: slug, now: exampleNow, days: 30, step })
      const kept = buckets.flatMap(({ start, addresses }) =>
        Object.entries(addresses).flatMap(([verdict, n]) =>
          n === 0 ? [] : [[`${new Date(start).toISOString()} ${verdict}`, n] as const],
        ),
      )
      expect(Object.fromEntries(kept.sort())).toEqual(recount(slug, step))
      expect(kept.length).toBeGreaterThan(6)
    }
  })

  it('are the same when a day is counted in several statements', async () => {
    const { tagCounts } = await derived(analytics)
    const days = [...new Set(carried.map(({ at }) => dayOf(at)))]
    for (const host of analytics.hosts) await markTagDays(host, days)
    await analytics.migrator.command('TRUNCATE TABLE {local}.tag_counts')
    await refreshTagCounts(analytics, { now: exampleNow, rowsAtOnce: 20 })
    expect((await derived(analytics)).tagCounts).toEqual(tagCounts)
    expect(tagCounts.length).toBeGreaterThan(20)
  })

  it('fill every bucket of the window, oldest first, up to now', async () => {
    const buckets = await tagBuckets(analytics, { tag: 'worm', now: exampleNow, days: 2, step: 4 })
    expect(buckets.map(({ start }) => new Date(start).toISOString().slice(5, 13))).toEqual(
      ['14T00', '14T04', '14T08', '14T12', '14T16', '14T20', '15T00', '15T04', '15T08', '15T12'].map(
        (at) => `03-${at}`,
      ),
    )
  })

  it('are counted per day for every tag at once; days before the record are unknown', async () => {
    const { days, counts, unknown } = await tagDays(analytics, { now: exampleNow, length: 10 })
    expect(days.at(-1)).toBe('2026-03-15')
    expect(days.length - unknown).toBe(new Set(carried.map(({ at }) => dayOf(at))).size)
    for (const { slug } of catalogue)
      expect(counts.get(slug)).toEqual(
        days.map(
          (day) =>
            new Set(
              carried.filter((one) => dayOf(one.at) === day && one.tags.includes(slug)).map(({ ip }) => ip),
            ).size,
        ),
      )
  })

  it('of 24 hours are those of this clock hour and the 23 before', async () => {
    const since = Math.floor(exampleNow / hourMs) * hourMs - 23 * hourMs
    const counted = await tagsInADay(analytics, exampleNow)
    for (const { slug } of catalogue) expect(counted.get(slug)).toBe(distinct(slug, since).length)
  })

  it('of a window are different ones, by the verdict as it stands', async () => {
    for (const days of [1, 3, 90]) {
      const counts = await tagAddresses(analytics, { tag: 'probe', now: exampleNow, days })
      const ips = distinct('probe', firstDay(days))
      expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(ips.length)
    }
    expect((await tagAddresses(analytics, { tag: 'worm', now: exampleNow, days: 90 })).suspicious).toBe(0)
  })

  it('are listed in order, each once, page after page', async () => {
    const found: string[] = []
    for (let after = ''; ;) {
      const page = await pageOfTag(analytics, { tag: 'probe', since: '2026-03-13', after, size: 7 })
      found.push(...page.map(({ ip }) => ip))
      if (page.length < 7) break
      const last = page.at(-1)?.ip ?? ''
      after = last.includes(':') ? last : `::ffff:${last}`
    }
    expect(found.toSorted()).toEqual(distinct('probe', firstDay(3)))
    expect(new Set(found).size).toBe(found.length)
  })

  it('that carried it last come first, whatever they did since', async () => {
    const last = (ip: string): number => {
      const times = carried.filter((one) => one.ip === ip && one.tags.includes('worm')).map(({ at }) => at)
      return Math.floor((Math.max(...times) + 1500) / 1000)
    }
    const order = [...new Set(carried.filter(({ tags }) => tags.includes('worm')).map(({ ip }) => ip))]
    const expected = order.map(last).toSorted((a, b) => b - a)
    const ips = await latestOfTag(analytics, { tag: 'worm', now: exampleNow, days: 90, max: 20 })
    expect(ips.map(last)).toEqual(expected.slice(0, 20))
  })

  it('follow the catalogue: another intention judges the days anew', async () => {
    const changed = catalogue.map((tag) =>
      tag.slug === 'census' ? { ...tag, intention: 'unknown' as const } : tag,
    )
    await writeTagCatalogue(analytics, changed)
    expect((await refreshTagCounts(analytics, { now: exampleNow })).days).toBeGreaterThan(5)
    const buckets = await tagBuckets(analytics, { tag: 'census', now: exampleNow, days: 30, step: 24 })
    expect(buckets.every(({ addresses }) => addresses.benign === 0)).toBe(true)
    await writeTagCatalogue(analytics, catalogue)
    await refreshTagCounts(analytics, { now: exampleNow })
    expect(await refreshTagCounts(analytics, { now: exampleNow })).toEqual({ days: 0, reach: false })
  })

  it('follow the catalogue also where another server counts while it is written', async () => {
    const unknown = catalogue.map((tag) => ({ ...tag, intention: 'unknown' as const }))
    let counting: Promise<unknown> = Promise.resolve()
    const hosts = analytics.hosts.map((host) => ({
      ...host,
      async insert(...of: Parameters<typeof host.insert>) {
        counting = refreshTagCounts(analytics, { now: exampleNow })
        await Promise.race([counting, sleep(3000)])
        return host.insert(...of)
      },
    }))
    await writeTagCatalogue({ ...analytics, hosts }, unknown)
    await counting
    await refreshTagCounts(analytics, { now: exampleNow })
    const buckets = await tagBuckets(analytics, { tag: 'worm', now: exampleNow, days: 30, step: 24 })
    expect(buckets.some(({ addresses }) => addresses.unknown > 0)).toBe(true)
    expect(buckets.every(({ addresses }) => addresses.malicious === 0)).toBe(true)
  })
})
