import { join } from 'node:path'
import { ownPlan } from '#model/entitlements.ts'
import { noFacts } from '#model/session.ts'
import { startDrain } from '#pipeline/drain/drain.ts'
import { ingestCapture } from '#pipeline/ingest/capture.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { bodyOf } from '#pipeline/ingest/testing.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'

const workspace = '018f0000-0000-7000-8000-000000000001'

interface Taken {
  analytics: Analytics
  /** Milliseconds since 1970 UTC. */
  clock: () => number
  capture: Buffer
  /** It is the segment of a sensor's agent. */
  isOfSensor?: boolean
  /** Its sessions are stored from then on. */
  stored?: Promise<void>
}

/** One published capture of a workspace, taken by a sensor, and what changes its kind. `onKindAsked` is told each time. */
export async function openCapture(
  { analytics, clock, capture, isOfSensor = false, stored = Promise.resolve() }: Taken,
  onKindAsked: () => void = () => undefined,
) {
  const folder = await scratchFolder()
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  const { installation } = store
  await createWorkspace(store.db, { id: workspace, name: 'w', publish: true, now: clock() })
  const files = await openFiles({ dir: join(folder.path, 'files'), clock, minFreeBytes: 0 })
  const spool = await openSpool({ dir: join(folder.path, 'spool'), clock, minFreeBytes: 0 })
  const dissection = openDissection()
  const drain = await startDrain({
    spool,
    clock,
    store: async ({ sessions, token }) => {
      await stored
      await insertRows(analytics, { rows: sessions, token })
    },
  })
  const { captures } = installation
  const { id } = await ingestCapture(
    { spool, files, captures, dissection, enrich: () => noFacts, retentionDays: 90, limit: 1_000_000 },
    {
      body: bodyOf(capture),
      name: 'monday.pcap',
      workspace,
      published: true,
      sensor: 'north',
      ...(isOfSensor && { batchId: 'one', isOfSensor }),
      vantage: 'sensor',
      origin: 'live',
      shiftToNow: false,
      now: clock(),
    },
  )
  const deps = {
    analytics,
    clock,
    installation,
    workspace: installation.workspace(workspace),
    spool,
    drained: () => drain.idle(),
    rules: { product: compileRuleSet([]), none: '', own: async () => new Map() },
    onKindAsked,
    scope: { kind: 'workspace', plan: ownPlan, workspace, keyId: 'k', publish: true },
  } as const
  return {
    id,
    deps,
    store,
    async [Symbol.asyncDispose]() {
      await drain.stop()
      await Promise.all([dissection.close(), spool.close()])
      await store.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
