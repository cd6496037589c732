import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Enricher } from '#pipeline/enrich/open.ts'
import { startDrain } from '#pipeline/drain/drain.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { openPatrol } from '#store/analytics/parts/patrol.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'
import { exampleFacts, exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openAppStore } from '#store/app/open.ts'
import { silent } from '#store/log.ts'
import { reEnrichment } from './re-enrichment.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const clock = () => exampleNow
const ip = '198.51.100.7'
const refresh = () => refreshDocuments(analytics, { now: exampleNow })
const countryNow = async (): Promise<string | undefined> => (await getDocuments(analytics, [ip]))[0]?.country

const partsOf = defineQuery({
  name: 'parts of a table',
  params: z.object({ table: z.string() }),
  row: z.object({ name: z.string() }),
  sql: "SELECT name FROM system.parts WHERE active AND rows > 0 AND database = '{local}' AND table = {table: String}",
})

test('what reference data had said of addresses, lost with a part of the engine, is looked up again', async () => {
  await using folder = await scratchFolder()
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  const enricher = {
    enrich: () => ({ ...exampleFacts, country: 'Peru' }),
    version: () => 'one',
  } as Partial<Enricher> as Enricher
  const { settings } = store.installation
  const job = reEnrichment({
    analytics,
    settings,
    enricher,
    spool: { batchesEnded: async () => undefined },
    drain: { idle: async () => undefined },
    refresh,
    clock,
    log: silent,
  })
  const { signal } = new AbortController()
  await insertSessions(analytics, { sessions: [exampleSession({ from: ip })], token: 'lost' })
  expect(await job.run(signal)).toBe(true)
  expect(await countryNow()).toBe('Peru')
  expect(await job.run(signal)).toBe(false)

  const [part] = await analytics.migrator.run(partsOf, { table: 'ip_facts' })
  await analytics.migrator.command(`ALTER TABLE {local}.ip_facts DETACH PART '${part?.name}'`)
  const patrol = openPatrol({
    analytics,
    clock,
    known: [],
    remember: async () => undefined,
    onSessionsLost: () => undefined,
    onFactsLost: () => job.again(),
  })
  while (await patrol.step(signal));
  expect(patrol.status().damaged).toMatchObject([
    { table: 'ip_facts', outcome: expect.stringContaining('made anew') },
  ])
  await refresh()
  await job.run(signal)
  expect(await countryNow()).toBe('Peru')
  expect(await job.run(signal)).toBe(false)
  await store.close()
})

test('a capture that is dissected while reference data is swapped is waited for, and what it brings is looked up again', async () => {
  await using folder = await scratchFolder()
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  const spool = await openSpool({ dir: join(folder.path, 'spool'), clock, minFreeBytes: 0 })
  const drain = await startDrain({
    spool,
    clock,
    store: ({ sessions, token }) => insertRows(analytics, { rows: sessions, token }),
  })
  let country = 'Germany'
  const enricher = {
    enrich: () => ({ ...exampleFacts, country }),
    version: () => country,
  } as Partial<Enricher> as Enricher
  const { promise: waited, resolve: waits } = Promise.withResolvers<'waits'>()
  const job = reEnrichment({
    analytics,
    settings: store.installation.settings,
    enricher,
    spool: {
      batchesEnded() {
        waits('waits')
        return spool.batchesEnded()
      },
    },
    drain,
    refresh,
    clock,
    log: silent,
  })
  const { signal } = new AbortController()
  const batch = await spool.begin('a capture')
  if (batch.kind !== 'open') return expect.fail('it is new')
  const from = '203.0.113.80'
  const session = exampleSession({ from, sourceFacts: enricher.enrich(from, 'live') })
  country = 'Peru'
  const round = job.run(signal)
  expect(await Promise.race([round, waited])).toBe('waits')
  await batch.append([session])
  await batch.commit({})
  await round
  await drain.idle()
  await refresh()
  await job.run(signal)
  expect((await getDocuments(analytics, [from]))[0]?.country).toBe('Peru')
  await drain.stop()
  await spool.close()
  await store.close()
})
