import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { noFacts } from '#model/session.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { balance } from '#store/analytics/rebuild/rebuild.ts'
import { makeWhole } from '#store/analytics/rebuild/ensure-balanced.ts'
import { storedByBatch } from '#store/analytics/sessions/stored.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { type Log, silent } from '#store/log.ts'
import { openFiles } from '#store/files/files.ts'
import { startDrain } from '../drain/drain.ts'
import { insertUnit } from '../drain/insert-unit.ts'
import type { UnitRules } from '../drain/tag-unit.ts'
import { type CaptureInput, ingestCapture } from '../ingest/capture.ts'
import { openDissection } from '../ingest/dissection/open.ts'
import { bodyOf, udpCapture } from '../ingest/testing.ts'
import { openSpool } from '../spool/spool.ts'
import { buildTagger } from '../tag/intake/tagger.ts'
import { openAudit } from './audit.ts'

export const noRules: UnitRules = { tagger: () => buildTagger([]) }

/** What is dear to start, once a file of claims. */
export async function openBench() {
  const analytics = await openTestAnalytics()
  const dissection = openDissection()
  return {
    analytics,
    dissection,
    close: () => Promise.all([analytics.close(), dissection.close()]),
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>

export const now = Date.UTC(2026, 10, 1, 12)
export const day = '2026-11-01'
const workspace = '018f0000-0000-7000-8000-000000000001'

const stored = defineQuery({
  name: 'rows and ids',
  params: z.object({}),
  row: z.object({ rows: count, ids: count }),
  sql: 'SELECT count() AS rows, uniqExact(id) AS ids FROM {db}.sessions',
})
/** Sessions stored and their ids. */
export const isStored = async (analytics: TestAnalytics): Promise<number[]> => {
  const [found] = await analytics.app.run(stored, {})
  const [sums] = await analytics.app.run(balance, { origin: 'live', day })
  // The rollup stands for just the sessions, whatever happened to them.
  expect(sums?.rolled).toBe(sums?.stored)
  return [found?.rows ?? 0, found?.ids ?? 0]
}

export const capture = udpCapture(
  [1, 2, 3, 4, 5].map((port) => ({ at: now - 1000 * port, sourcePort: port })),
)

/** Everything a capture passes through, on one engine, with the comparison of what was promised. */
export async function openHome(
  { analytics, dissection }: Bench,
  folder: string,
  { keepSessions = false, log = silent }: { keepSessions?: boolean; log?: Log } = {},
) {
  const store = await openAppStore({ file: join(folder, 'app.db') })
  await createWorkspace(store.db, { id: workspace, name: 'w', publish: true, now }).catch(() => undefined)
  const files = await openFiles({ dir: join(folder, 'files'), clock: () => now, minFreeBytes: 0 })
  const spool = await openSpool({
    dir: join(folder, 'spool'),
    clock: () => now,
    minFreeBytes: 0,
    segmentBytes: 1,
  })
  const drain = await startDrain({
    spool,
    clock: () => now,
    store: async (unit, again) => {
      await insertUnit(analytics, unit, again, noRules)
      if (again) await makeWhole(analytics, unit)
    },
  })
  const ingest = {
    spool,
    files,
    captures: store.installation.captures,
    dissection,
    enrich: () => noFacts,
    retentionDays: 90,
    limit: 1_000_000,
  }
  const audit = openAudit({
    ...ingest,
    stored: (of) => storedByBatch(analytics, of),
    drained: () => drain.idle(),
    clock: () => now,
    batchIdRetentionMs: 40 * 86_400_000,
    log,
  })
  const input = (): CaptureInput => ({
    body: bodyOf(capture),
    name: 'monday.pcap',
    workspace,
    published: true,
    sensor: 'upload',
    vantage: 'sensor',
    origin: 'live',
    shiftToNow: false,
    now,
  })
  return {
    ...ingest,
    app: store.db,
    drain,
    audit,
    send: () => ingestCapture(ingest, input()),
    async round() {
      const { signal } = new AbortController()
      while (await audit.step(signal));
      await drain.idle()
    },
    async [Symbol.asyncDispose]() {
      await drain.stop()
      await spool.close()
      await store.close()
      if (keepSessions) return
      for (const table of ['sessions', 'ip_day', 'tag_day', 'ip_life'])
        await analytics.migrator.command(`TRUNCATE TABLE {db}.${table}`)
    },
  }
}
