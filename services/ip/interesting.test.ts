import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyze } from '#gnql/analyze.ts'
import { registries } from '#gnql/registry/registries.ts'
import { type CatalogueTag, writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { windowDays } from '#model/window.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/methods/interesting.md'), 'utf8')
const example = [
  ...page.matchAll(/^\| (198\.18\.\S+) \| (\w+) \| (yes|no) \| (\d+) days ago \| (yes|no) \|$/gm),
].map(([, ip = '', verdict = '', handshake, days, interesting]) => ({
  ip,
  verdict,
  handshake: handshake === 'yes',
  days: Number(days),
  interesting: interesting === 'yes',
}))

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(
    analytics,
    (['malicious', 'suspicious', 'benign'] as const).map((intention): CatalogueTag => ({
      slug: intention,
      name: intention,
      category: intention === 'benign' ? 'actor' : 'activity',
      intention,
      cves: [],
    })),
  )
  for (const { ip, verdict, handshake, days } of example)
    // Seen for the first time so long ago, and once more an hour ago.
    for (const [at, firstPacket] of [
      exampleNow - days * 86_400_000 + 3_600_000,
      exampleNow - 3_600_000,
    ].entries()) {
      const session = exampleSession({ from: ip, firstPacket })
      await insertSessions(analytics, {
        sessions: [{ ...session, tcp: session.tcp && { ...session.tcp, handshake } }],
        token: `${ip} ${at}`,
        tagsOf: () => (verdict === 'unknown' ? [] : [verdict]),
      })
    }
  await refreshDocuments(analytics, { now: exampleNow })
})
afterAll(() => analytics?.close())

const matching = async (query: string): Promise<string[]> => {
  const understood = analyze(query, { catalogue: 'ip', now: exampleNow, windowDays })
  return (await pageDocuments(analytics, understood.predicate, { size: 100 })).map(({ ip }) => ip)
}

test('the worked example of docs/methods/interesting.md', async () => {
  expect(example.length).toBe(6)
  expect(await matching('interesting')).toEqual(example.filter((row) => row.interesting).map(({ ip }) => ip))
  expect(await matching('-interesting')).toEqual(
    example.filter((row) => !row.interesting).map(({ ip }) => ip),
  )
})

test('the page shows the query the word stands for', () => {
  expect(page).toContain(`\n${registries.ip.interesting}\n`)
  expect(registries.session.interesting).toBeNull()
})
