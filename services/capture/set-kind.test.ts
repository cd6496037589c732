import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { noFacts } from '#model/session.ts'
import { startDrain } from '#pipeline/drain/drain.ts'
import { captureRecord, ingestCapture } from '#pipeline/ingest/capture.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { bodyOf, udpCapture } from '#pipeline/ingest/testing.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { insertSessions, noTagging } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { getCapture } from '#store/app/captures.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'
import { setKind } from './set-kind.ts'

/** What a capture was taken at, changed while the store is away and after it came back. */

const now = Date.UTC(2026, 10, 1, 12)
const workspace = '018f0000-0000-7000-8000-000000000001'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

test('a change waits for the store no longer than its asker, one at a time, and the batch index keeps its word', async () => {
  await using folder = await scratchFolder()
  const clock = () => now
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  await createWorkspace(store.db, { id: workspace, name: 'w', publish: true, now })
  const files = await openFiles({ dir: join(folder.path, 'files'), clock, minFreeBytes: 0 })
  const spool = await openSpool({ dir: join(folder.path, 'spool'), clock, minFreeBytes: 0 })
  const dissection = openDissection()
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
  const drain = await startDrain({
    spool,
    clock,
    store: async ({ sessions, token }) => {
      await back
      await insertSessions(analytics, { sessions, token, tagging: noTagging })
    },
  })
  const enrich = () => noFacts
  const { id } = await ingestCapture(
    { spool, files, app: store.db, dissection, enrich, retentionDays: 90, limit: 1_000_000 },
    {
      body: bodyOf(udpCapture([{ at: now - 1000, sourcePort: 1 }])),
      name: 'monday.pcap',
      workspace,
      published: true,
      sensor: 'upload',
      vantage: 'sensor',
      origin: 'live',
      shiftToNow: false,
      now,
    },
  )
  const change = (signal: AbortSignal, patienceMs?: number) =>
    setKind(
      {
        analytics,
        db: store.db,
        spool,
        drained: () => drain.idle(),
        rules: { tagging: noTagging, counting: [] },
        scope: { kind: 'workspace', plan: ownPlan, workspace, keyId: 'k', publish: true },
      },
      { id, kind: 'network', signal, ...(patienceMs !== undefined && { patienceMs }) },
    )
  const { signal } = new AbortController()
  await expect(change(signal, 1)).rejects.toMatchObject({ code: 'busy', retryAfter: 30 })
  const hangUp = new AbortController()
  const left = change(hangUp.signal, 2 ** 31 - 1)
  await expect(change(signal)).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  hangUp.abort(new Error('the asker left'))
  await expect(left).rejects.toThrow('the asker left')
  expect(await getCapture(store.db, id)).toMatchObject({ vantage: 'sensor' })
  comeBack()
  await drain.idle()
  expect(await change(signal)).toEqual({ id, kind: 'network', days: 1 })
  const capture = await getCapture(store.db, id)
  expect(capture).toMatchObject({ vantage: 'network' })
  const kept = spool.promises.find(capture?.batch ?? '')
  expect([kept?.damaged, captureRecord.parse(kept?.receipt).capture.vantage]).toEqual([false, 'network'])
  await drain.stop()
  await Promise.all([dissection.close(), spool.close()])
  await store.close()
})
