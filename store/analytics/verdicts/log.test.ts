import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocuments } from '../documents/refresh.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { nightly } from '../retention/nightly.ts'
import { removeOrigin } from '../rebuild/remove-origin.ts'
import { exampleNow as now, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { maxChanges } from './forget.ts'
import { verdictHistory } from './history.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

test('the history of an address goes with the origin that alone saw it, and no other', async () => {
  const [demo, both] = ['198.18.0.1', '198.18.0.2']
  const see = (from: string, origin: 'demo' | 'live') =>
    insertSessions(analytics, {
      sessions: [exampleSession({ from, origin })],
      token: `${from} ${origin}`,
    })
  await see(demo, 'demo')
  await see(both, 'demo')
  await see(both, 'live')
  await refreshDocuments(analytics, { now })
  expect(await verdictHistory(analytics, demo, { max: 10 })).toHaveLength(1)
  await removeOrigin(analytics, 'demo')
  await refreshDocuments(analytics, { now })
  expect(await verdictHistory(analytics, demo, { max: 10 })).toEqual([])
  expect(await verdictHistory(analytics, both, { max: 10 })).toMatchObject([{ before: '', after: 'unknown' }])
})

test('an address that leaves the window has a last line without a verdict, and comes back as a new one', async () => {
  const ip = '198.18.1.1'
  await insertSessions(analytics, {
    sessions: [exampleSession({ from: ip })],
    token: 'old',
  })
  for (const at of [now, now, now + 100 * 86_400_000, now + 101 * 86_400_000, now])
    await refreshDocuments(analytics, { now: at, addresses: [ip] })
  const steps = await verdictHistory(analytics, ip, { max: 10 })
  expect(steps.map(({ before, after }) => `${before}>${after}`)).toEqual(['>unknown', 'unknown>', '>unknown'])
})

const dayMs = 86_400_000
const row = (ip: string, at: number, before: string, after: string) => ({
  ip: `::ffff:${ip}`,
  at: new Date(at).toISOString().slice(0, -1),
  before,
  after,
  method: 'tests',
  decided: [],
})

test('changes past the retention go, but for a verdict that stands: nothing is written anew for it', async () => {
  const [stands, left] = ['198.18.2.1', '198.18.2.2']
  await insertSessions(analytics, {
    sessions: [exampleSession({ from: stands })],
    token: 's',
  })
  const old = now - 40 * dayMs
  await analytics.app.insert('{db}.verdict_log', [
    row(stands, old - 2000, '', 'malicious'),
    row(stands, old - 1000, 'malicious', 'suspicious'),
    row(stands, old, 'suspicious', 'unknown'),
    row(left, old - 1000, '', 'unknown'),
    row(left, old, 'unknown', ''),
  ])
  const held = async () => (await getDocuments(analytics, [stands]))[0]?.verdicts
  await refreshDocuments(analytics, { now })
  expect(await held()).toHaveLength(3)
  for (let night = 0; night < 2; night++) {
    await nightly(analytics, { now, retentionDays: 30 })
    // Its document forgets them, too, without anybody asking for that.
    await refreshDocuments(analytics, { now })
    expect(await held()).toHaveLength(1)
    await refreshDocuments(analytics, { now, addresses: [stands, left] })
    expect(await verdictHistory(analytics, left, { max: 10 })).toEqual([])
    expect(await verdictHistory(analytics, stands, { max: 10 })).toMatchObject([
      { before: 'suspicious', after: 'unknown' },
    ])
  }
})

test('an address that flips with every refresh keeps its newest thousand changes, others all of theirs', async () => {
  const [flips, calm] = ['198.18.3.1', '198.18.3.2']
  const verdicts = ['unknown', 'malicious']
  await analytics.app.insert('{db}.verdict_log', [
    ...Array.from({ length: maxChanges + 200 }, (_, at) =>
      row(flips, now - dayMs + at * 1000, verdicts[at % 2] ?? '', verdicts[(at + 1) % 2] ?? ''),
    ),
    row(calm, now - 2 * dayMs, '', 'unknown'),
    row(calm, now - 2 * dayMs + 1, 'unknown', 'malicious'),
  ])
  await nightly(analytics, { now, retentionDays: 90 })
  const kept = await verdictHistory(analytics, flips, { max: maxChanges + 1 })
  expect(kept).toHaveLength(maxChanges)
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual(
    [maxChanges + 199, 200].map((at) => new Date(now - dayMs + at * 1000).toISOString()),
  )
  expect(await verdictHistory(analytics, calm, { max: 10 })).toHaveLength(2)
})
