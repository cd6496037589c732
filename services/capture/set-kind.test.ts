import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownPlan } from '#model/entitlements.ts'
import type { Vantage } from '#model/session.ts'
import { pcapng } from '#packet/build/pcapng.ts'
import { connection } from '#packet/testing/exchange.ts'
import { captureRecord } from '#pipeline/ingest/capture.ts'
import { udpCapture } from '#pipeline/ingest/testing.ts'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type Capture, getCapture } from '#store/app/captures.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { changeNextKind } from './change-kinds.ts'
import { kindChanges, kindTask, setKind } from './set-kind.ts'
import { openCapture } from './testing.ts'

/** What a capture was taken at, changed while the store is away and after it came back. */

let now = Date.UTC(2026, 10, 1, 12)
const clock = () => now
const workspace = '018f0000-0000-7000-8000-000000000001'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

test('a change is done in the background, once, also after it was cut off, and the batch index keeps its word', async () => {
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
  let asked = 0
  await using taken = await openCapture(
    { analytics, clock, capture: udpCapture([{ at: now - 1000, sourcePort: 1 }]), stored: back },
    () => void (asked += 1),
  )
  const { id, deps, store } = taken
  const changeTo = (kind: 'sensor' | 'network', capture = id) => setKind(deps, { id: capture, kind })
  const status = async () => (await kindChanges(deps.workspace, now)).get(id)
  const { signal } = new AbortController()
  await expect(changeTo('network', 'none')).rejects.toMatchObject({ code: 'not-found' })
  expect(await changeTo('sensor')).toBeNull()
  expect(await changeNextKind(deps, { signal })).toBeNull()
  const queued = { kind: 'network', status: 'queued', lastError: '' }
  // Asked for twice it is one change.
  expect([await changeTo('network'), await changeTo('network')]).toEqual([queued, queued])
  expect(asked).toBe(1)
  expect(await status()).toEqual(queued)

  expect(await changeNextKind(deps, { signal, patienceMs: 1 })).toBe(id)
  expect(await status()).toMatchObject({ status: 'queued', lastError: expect.stringMatching(/not stored/) })
  now += 60_000
  const stopping = new AbortController()
  const cutOff = changeNextKind(deps, { signal: stopping.signal, patienceMs: 2 ** 31 - 1 })
  await expect.poll(status).toMatchObject({ status: 'running' })
  // While one works on it no other does.
  expect(await changeNextKind(deps, { signal })).toBeNull()
  stopping.abort(new Error('the server stops'))
  await expect(cutOff).rejects.toThrow('the server stops')
  expect(await getCapture(store.db, id)).toMatchObject({ vantage: 'sensor' })

  comeBack()
  await deps.drained()
  expect(await changeNextKind(deps, { signal })).toBe(id)
  expect(await status()).toBeUndefined()
  const capture = await getCapture(store.db, id)
  expect(capture).toMatchObject({ vantage: 'network' })
  const kept = deps.spool.promises.find(capture?.batch ?? '')
  expect([kept?.damaged, captureRecord.parse(kept?.receipt).capture.vantage]).toEqual([false, 'network'])

  // What fails again and again is given up, says why, and may be asked for again.
  expect(await changeTo('sensor')).toMatchObject({ status: 'queued' })
  const broken = { ...deps, drained: () => Promise.reject(new Error('the disk is full')) }
  for (let tries = 0; tries < 5; tries++) {
    expect(await changeNextKind(broken, { signal })).toBe(id)
    now += 60_000
  }
  expect(await changeNextKind(broken, { signal })).toBeNull()
  expect(await status()).toEqual({ kind: 'sensor', status: 'failed', lastError: 'the disk is full' })
  expect(await changeTo('sensor')).toMatchObject({ status: 'queued' })
  expect(await changeNextKind(deps, { signal })).toBe(id)
  expect(await getCapture(store.db, id)).toMatchObject({ vantage: 'sensor' })

  // The last word counts, though one that was asked for before it waits to be tried again,
  await changeTo('network')
  const away = { ...deps, drained: () => new Promise<void>(() => undefined) }
  expect(await changeNextKind(away, { signal, patienceMs: 1 })).toBe(id)
  now += 1
  await changeTo('sensor')
  expect(await changeNextKind(deps, { signal })).toBe(id)
  now += 60_000
  expect(await changeNextKind(deps, { signal })).toBeNull()
  expect(await getCapture(store.db, id)).toMatchObject({ vantage: 'sensor' })
  // or is under way on another server.
  await changeTo('network')
  const { promise: drained, resolve: goOn } = Promise.withResolvers<void>()
  const other = changeNextKind({ ...deps, drained: () => drained }, { signal, patienceMs: 2 ** 31 - 1 })
  await expect.poll(status).toMatchObject({ status: 'running' })
  now += 1
  await changeTo('sensor')
  expect(await changeNextKind(deps, { signal })).toBe(id)
  expect(await status()).toMatchObject({ kind: 'sensor', status: 'queued' })
  goOn()
  await other
  now += 60_000
  expect(await changeNextKind(deps, { signal })).toBe(id)
  expect(await getCapture(store.db, id)).toMatchObject({ vantage: 'sensor' })
  expect(await status()).toBeUndefined()
})

test('a hundred changes may wait, of one capture or of many; those that were given up keep nobody from asking', async () => {
  await using folder = await scratchFolder()
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  await createWorkspace(store.db, { id: workspace, name: 'w', publish: true, now })
  const { installation } = store
  const own = installation.workspace(workspace)
  const deps = {
    clock,
    workspace: {
      ...own,
      captures: { ...own.captures, get: async () => ({ vantage: 'sensor' }) as Capture },
    },
    onKindAsked: () => undefined,
    scope: { kind: 'workspace', plan: ownPlan, workspace, keyId: 'k', publish: true },
  } as const
  const waiting = async () => (await own.tasks.open(kindTask)).filter(({ isDone }) => !isDone).length
  // There and back: each is another word about the same capture.
  for (let asked = 0; asked < 100; asked++, now++)
    await setKind(deps, { id: 'one', kind: asked % 2 === 0 ? 'network' : 'sensor' })
  await expect(setKind(deps, { id: 'one', kind: 'network' })).rejects.toMatchObject({ code: 'busy' })
  await expect(setKind(deps, { id: 'other', kind: 'network' })).rejects.toMatchObject({ code: 'busy' })
  expect(await waiting()).toBe(100)
  await own.tasks.end((await own.tasks.open(kindTask)).map(({ id }) => id))

  for (let asked = 0; asked < 100; asked++) {
    await setKind(deps, { id: `broken ${asked}`, kind: 'network' })
    const [task] = await installation.tasks.take({ kinds: [kindTask], now, leaseMs: 1000, limit: 1 })
    await installation.tasks.fail(task!, { error: 'the disk is full', retryAt: null })
  }
  expect([await waiting(), (await kindChanges(own, now)).size]).toEqual([0, 100])
  expect(await setKind(deps, { id: 'broken 1', kind: 'network' })).toMatchObject({ status: 'queued' })
  expect(await setKind(deps, { id: 'whole', kind: 'network' })).toMatchObject({ status: 'queued' })
  await store.close()
})

const kinds = defineQuery({
  name: 'kinds of sessions',
  params: z.object({}),
  row: z.object({ port: z.coerce.number(), kind: z.string() }),
  sql: "SELECT dst_port AS port, toString(vantage) AS kind FROM {db}.sessions WHERE transport = 'tcp' ORDER BY port",
})
const kindsByPort = async () =>
  Object.fromEntries((await analytics.app.run(kinds, {})).map(({ port, kind }) => [port, kind]))

test('what a sensor saw at the port of another program stays of a network in use, whatever its capture is said to be and back', async () => {
  const visit = (destinationPort: number) => connection('hello', 'you', { destinationPort, at: now - 60_000 })
  const ofProgram = visit(443).map((frame, place) =>
    place === 3 ? { ...frame, comments: ['noisefloor-kind:network'] } : frame,
  )
  const capture = Buffer.from(pcapng([...visit(23), ...ofProgram]))
  await using taken = await openCapture({ analytics, clock, capture, isOfSensor: true })
  const { id, deps } = taken
  await deps.drained()
  expect(await kindsByPort()).toEqual({ 23: 'sensor', 443: 'network' })
  const { signal } = new AbortController()
  const changeTo = async (kind: Vantage): Promise<void> => {
    await setKind(deps, { id, kind })
    expect(await changeNextKind(deps, { signal })).toBe(id)
  }
  await changeTo('network')
  expect(await kindsByPort()).toEqual({ 23: 'network', 443: 'network' })
  await changeTo('sensor')
  expect(await kindsByPort()).toEqual({ 23: 'sensor', 443: 'network' })
})
