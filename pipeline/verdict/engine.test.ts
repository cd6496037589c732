import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCatalogue } from '#store/analytics/catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { judge } from './judge.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await migrate(analytics)
  await writeCatalogue(analytics, loadTags())
})
afterAll(() => analytics.close())

test('the engine and the plain rule judge the same over any tags', async () => {
  const tags = loadTags()
  // Few of each kind, so that every mixture comes up among the samples.
  const some = tags.filter((tag, index) => tag.intention === 'benign' || index % 9 === 0)
  const drawn = fc.sample(fc.subarray(some, { maxLength: 4 }), { numRuns: 120, seed: 20_261_121 })
  const addresses = drawn.map((_, index) => `198.18.${index >> 8}.${index & 255}`)
  await insertSessions(analytics, {
    sessions: drawn.map((mine, index) =>
      exampleSession({ from: addresses[index] ?? '', sensor: mine.map(({ slug }) => slug).join() }),
    ),
    token: 'drawn',
    tagging: { sql: "arrayFilter(slug_ -> slug_ != '', splitByChar(',', toString(sensor)))", params: {} },
  })
  await refreshDocuments(analytics, { now: exampleNow })
  const judged = new Map(
    (await getDocuments(analytics, addresses)).map(({ ip, classification }) => [ip, classification]),
  )
  const plainly = drawn.map(
    (mine) => judge(mine.map((tag) => ({ ...tag, firstSeen: '', lastSeen: '', sessions: 1 }))).classification,
  )
  expect(addresses.map((ip) => judged.get(ip))).toEqual(plainly)
  expect(new Set(plainly)).toEqual(new Set(['benign', 'malicious', 'suspicious', 'unknown']))
})
