import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityOfCves } from '../cves/activity.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { tagFact } from '../rollups/facts.ts'
import { exampleNow as now, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { type CatalogueTag, writeTagCatalogue } from '../tag-catalogue/write.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { latestOfTag, tagAddresses, tagsInADay } from './addresses.ts'
import { refreshTagCounts } from './refresh.ts'
import { tagDays } from './series.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

/** One more than a record keeps. */
const catalogue = Array.from({ length: tagFact.cap + 1 }, (_, at): CatalogueTag => {
  const slug = `tag-${String(at).padStart(4, '0')}`
  const cves = [`CVE-2026-${1000 + at}`]
  return { slug, name: slug, category: 'activity', intention: 'malicious', cves }
})
const each = 100
const slugs = catalogue.map(({ slug }) => slug)
const [first, kept, left] = [slugs[0] ?? '', slugs.at(-2) ?? '', slugs.at(-1) ?? '']

test('an address with more tags than a record keeps counts for those that its record keeps, and by the day for all of them', async () => {
  const ip = '203.0.113.7'
  await writeTagCatalogue(analytics, catalogue)
  await insertSessions(analytics, {
    // Of one session a record takes fewer.
    sessions: Array.from({ length: Math.ceil(slugs.length / each) }, (_, at) =>
      exampleSession({ from: ip, port: at + 1, firstPacket: now - 60_000 }),
    ),
    token: 'unit',
    tagsOf: ({ destination }) => slugs.slice((destination.port - 1) * each, destination.port * each),
  })
  await refreshDocuments(analytics, { now })
  await refreshTagCounts(analytics, { now })
  const detects = catalogue.map(({ slug, cves }) => [slug, cves[0] ?? ''] as const)
  const [cves, day, days] = await Promise.all([
    activityOfCves(analytics, detects, now),
    tagsInADay(analytics, now),
    tagDays(analytics, { now, length: 1 }),
  ])
  const said = async (tag: string) => ({
    latest: await latestOfTag(analytics, { tag, now, days: 1, max: 9 }),
    window: (await tagAddresses(analytics, { tag, now, days: 1 })).malicious,
    hours: day.get(tag) ?? 0,
    cve: cves.get(detects.find(([slug]) => slug === tag)?.[1] ?? '')?.addresses ?? 0,
    byDay: days.counts.get(tag),
  })
  for (const tag of [first, kept])
    expect(await said(tag)).toEqual({ latest: [ip], window: 1, hours: 1, cve: 1, byDay: [1] })
  expect(await said(left)).toEqual({ latest: [], window: 0, hours: 0, cve: 0, byDay: [1] })
})
