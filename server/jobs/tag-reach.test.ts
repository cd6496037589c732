import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noOlder } from '#model/dispute.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { writeAnswers } from '#store/analytics/evidence/answers.ts'
import { exampleNow as now, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { tagAddresses } from '#store/analytics/tag-counts/addresses.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { tagCounts } from './derivation.ts'

let reachCounted = 0
let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({
    onStatement: ({ sql }) => void (reachCounted += Number(/^\s*INSERT INTO \S+tag_reach_staging/.test(sql))),
  })
})
afterAll(() => analytics.close())

const ip = '203.0.113.7'
let units = 0
beforeEach(async () => {
  await removeRows(analytics)
  await writeTagCatalogue(analytics, [
    { slug: 'probe', name: 'Probe', category: 'activity', intention: 'suspicious', cves: [] },
  ])
  await insertSessions(analytics, {
    sessions: [exampleSession({ from: ip, firstPacket: now - 60_000 })],
    token: `unit-${++units}`,
    tagsOf: () => ['probe'],
  })
})

const { signal } = new AbortController()
/** Until there is nothing left to count. */
async function countUntilDone(job = tagCounts({ analytics, clock: () => now })): Promise<typeof job> {
  for (let rounds = 0; await job.run(signal); rounds++) if (rounds > 5) throw new Error('It never ends.')
  return job
}
const probes = () => tagAddresses(analytics, { tag: 'probe', now, days: 1 })
const none = { malicious: 0, suspicious: 0, benign: 0, unknown: 0 }

test('addresses whose documents come long after the days were counted are among those of a tag', async () => {
  const job = await countUntilDone()
  expect(await probes()).toEqual(none)
  await refreshDocuments(analytics, { now })
  await countUntilDone(job)
  expect(await probes()).toEqual({ ...none, suspicious: 1 })
})

test('an address of another class is counted as that, though nothing came from it since', async () => {
  await refreshDocuments(analytics, { now })
  const job = await countUntilDone()
  expect(await probes()).toEqual({ ...none, suspicious: 1 })
  await writeAnswers(analytics, {
    answers: [{ id: 'a', ip, verdict: 'benign', note: '', at: now, until: null, older: noOlder }],
    now,
  })
  await refreshDocuments(analytics, { now })
  await countUntilDone(job)
  expect(await probes()).toEqual({ ...none, benign: 1 })
})

test('while no document changes, documents are not counted again, whatever else is written', async () => {
  await refreshDocuments(analytics, { now })
  const job = await countUntilDone()
  reachCounted = 0
  await analytics.migrator.command('TRUNCATE TABLE {local}.tag_counts_staging')
  await countUntilDone(job)
  expect(reachCounted).toBe(0)
  await refreshDocuments(analytics, { now, addresses: [ip] })
  await countUntilDone(job)
  expect(reachCounted).toBe(1)
})
