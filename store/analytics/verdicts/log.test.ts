import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocuments } from '../documents/refresh.ts'
import type { Analytics } from '../open.ts'
import { removeOrigin } from '../rebuild/remove-origin.ts'
import { exampleNow as now, exampleSession } from '../sessions/example.ts'
import { insertSessions, noTagging } from '../sessions/insert.ts'
import { openTestAnalytics } from '../testing.ts'
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
      tagging: noTagging,
    })
  await see(demo, 'demo')
  await see(both, 'demo')
  await see(both, 'live')
  await refreshDocuments(analytics, { now })
  expect(await verdictHistory(analytics, demo, { most: 10 })).toHaveLength(1)
  await removeOrigin(analytics, 'demo')
  await refreshDocuments(analytics, { now })
  expect(await verdictHistory(analytics, demo, { most: 10 })).toEqual([])
  expect(await verdictHistory(analytics, both, { most: 10 })).toMatchObject([
    { before: '', after: 'unknown' },
  ])
})

test('an address that leaves the window has a last line without a verdict, and comes back as a new one', async () => {
  const ip = '198.18.1.1'
  await insertSessions(analytics, {
    sessions: [exampleSession({ from: ip })],
    token: 'old',
    tagging: noTagging,
  })
  for (const at of [now, now, now + 100 * 86_400_000, now + 101 * 86_400_000, now])
    await refreshDocuments(analytics, { now: at, addresses: [ip] })
  const steps = await verdictHistory(analytics, ip, { most: 10 })
  expect(steps.map(({ before, after }) => `${before}>${after}`)).toEqual(['>unknown', 'unknown>', '>unknown'])
})
