import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownPlan } from '#model/entitlements.ts'
import { noFacts, type Vantage } from '#model/session.ts'
import { pcapng } from '#packet/build/pcapng.ts'
import { connection } from '#packet/testing/exchange.ts'
import { startDrain } from '#pipeline/drain/drain.ts'
import { ingestCapture } from '#pipeline/ingest/capture.ts'
import { openDissection } from '#pipeline/ingest/dissection/open.ts'
import { bodyOf } from '#pipeline/ingest/testing.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'
import { changeNextKind } from './change-kinds.ts'
import { setKind } from './set-kind.ts'

const now = Date.UTC(2026, 10, 1, 12)
const workspace = '018f0000-0000-7000-8000-000000000001'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const kinds = defineQuery({
  name: 'kinds of sessions',
  params: z.object({}),
  row: z.object({ port: z.coerce.number(), kind: z.string() }),
  sql: 'SELECT dst_port AS port, toString(vantage) AS kind FROM {db}.sessions ORDER BY port',
})
const kindsByPort = async () =>
  Object.fromEntries((await analytics.app.run(kinds, {})).map(({ port, kind }) => [port, kind]))

test('what a sensor saw at the port of another program stays of a network in use, whatever its capture is said to be and back', async () => {
  await using folder = await scratchFolder()
  const clock = () => now
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  await createWorkspace(store.db, { id: workspace, name: 'w', publish: true, now })
  const files = await openFiles({ dir: join(folder.path, 'files'), clock, minFreeBytes: 0 })
  const spool = await openSpool({ dir: join(folder.path, 'spool'), clock, minFreeBytes: 0 })
  const dissection = openDissection()
  const drain = await startDrain({
    spool,
    clock,
    store: ({ sessions, token }) => insertRows(analytics, { rows: sessions, token }),
  })
  const visit = (destinationPort: number) => connection('hello', 'you', { destinationPort, at: now - 60_000 })
  const ofProgram = visit(443).map((frame, place) =>
    place === 3 ? { ...frame, comments: ['noisefloor-kind:network'] } : frame,
  )
  const { captures } = store.installation
  const { id } = await ingestCapture(
    { spool, files, captures, dissection, enrich: () => noFacts, retentionDays: 90, limit: 1_000_000 },
    {
      body: bodyOf(pcapng([...visit(23), ...ofProgram])),
      name: 'segment',
      batchId: 'one',
      workspace,
      published: true,
      sensor: 'north',
      isOfSensor: true,
      vantage: 'sensor',
      origin: 'live',
      shiftToNow: false,
      now,
    },
  )
  await drain.idle()
  const taken = { 23: 'sensor', 443: 'network' }
  expect(await kindsByPort()).toEqual(taken)

  const deps = {
    analytics,
    clock,
    installation: store.installation,
    workspace: store.installation.workspace(workspace),
    spool,
    drained: () => drain.idle(),
    rules: { product: compileRuleSet([]), none: '', own: async () => new Map() },
    onKindAsked: () => undefined,
    scope: { kind: 'workspace', plan: ownPlan, workspace, keyId: 'k', publish: true },
  } as const
  const { signal } = new AbortController()
  const changeTo = async (kind: Vantage): Promise<void> => {
    await setKind(deps, { id, kind })
    expect(await changeNextKind(deps, { signal })).toBe(id)
  }
  await changeTo('network')
  expect(await kindsByPort()).toEqual({ 23: 'network', 443: 'network' })
  await changeTo('sensor')
  expect(await kindsByPort()).toEqual(taken)
  await drain.stop()
  await Promise.all([dissection.close(), spool.close()])
  await store.close()
})
