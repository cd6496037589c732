import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Origin } from '#model/session.ts'
import { getCapture, listCaptures } from '#store/app/captures.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { openSpool, type Spool, type SpoolOptions } from '../spool/spool.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { type CaptureIngest, type CaptureInput, ingestCapture } from './capture.ts'
import { openDissection } from './dissection/open.ts'
import { repairCaptures } from './repair.ts'
import { bodyOf, udpCapture } from './testing.ts'

const now = Date.UTC(2026, 10, 1)
const day = 86_400_000
const workspace = '018f0000-0000-7000-8000-000000000001'
const facts = sampleSession('').sourceFacts

const dissection = openDissection()
afterAll(() => dissection.close())

/** Everything ingest needs in one folder, which may be opened again. */
async function opened(dir: string, spoolOptions: Partial<SpoolOptions> = {}) {
  const store = await openAppStore({ file: join(dir, 'app.db') })
  const files = await openFiles({ dir: join(dir, 'files'), clock: () => now, minFreeBytes: 0 })
  const spool = await openSpool({
    dir: join(dir, 'spool'),
    clock: () => now,
    minFreeBytes: 0,
    ...spoolOptions,
  })
  const ingest = {
    spool,
    files,
    captures: store.installation.captures,
    dissection,
    enrich: (ip: string, origin: Origin) => ({ ...facts, organization: `${origin} ${ip}` }),
    retentionDays: 90,
    limit: 1_000_000,
  } satisfies CaptureIngest
  return {
    ingest,
    app: store.db,
    async [Symbol.asyncDispose]() {
      await spool.close()
      await store.close()
    },
  }
}

const input = (body: CaptureInput['body'], changes: Partial<CaptureInput> = {}): CaptureInput => ({
  body,
  name: 'a.pcap',
  workspace,
  published: true,
  sensor: 'upload',
  vantage: 'sensor',
  origin: 'live',
  shiftToNow: false,
  now,
  ...changes,
})

async function spooled(spool: Spool): Promise<SessionRow[]> {
  const sessions: SessionRow[] = []
  for (let range = await spool.take(); range; range = await spool.take()) {
    sessions.push(...(await range.sessions()))
    await range.finish()
  }
  return sessions
}

async function kept(ingest: CaptureIngest): Promise<string[]> {
  const ids: string[] = []
  for await (const id of ingest.files.ids()) ids.push(id)
  return ids
}

const unread: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => {
    throw new Error('nobody may read this')
  },
}

const capture = udpCapture([1, 2, 3].map((port) => ({ at: now - 1000 * port, sourcePort: port })))

test('a thread is there before the body is', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  let started = 0
  const count = (): void => void (started += 1)
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield capture.subarray(0, 30)
    await new Promise(setImmediate)
    expect(started).toBe(1)
    yield capture.subarray(30)
  }
  expect(await ingestCapture(home.ingest, input(slowly()))).toMatchObject({ sessions: 3 })
  expect(started).toBe(1)
})

test('a capture becomes enriched sessions with ids of their own, a content and a row', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const { ingest } = home
  await createWorkspace(home.app, { id: workspace, name: 'w', publish: true, now })
  const receipt = await ingestCapture(ingest, input(bodyOf(capture)))
  expect(receipt).toMatchObject({ duplicate: false, sessions: 3, refused: [], shiftMs: 0 })
  expect(receipt.report).toMatchObject({ format: 'pcap', packets: 3, sessions: 3, truncated: false })
  const sessions = await spooled(ingest.spool)
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(3)
  for (const session of sessions)
    expect(JSON.parse(session.line())).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      workspace,
      published: true,
      sensor: 'upload',
      capture: receipt.id,
      sourceFacts: { organization: 'live 198.18.0.1' },
      destinationFacts: { organization: 'live 198.18.0.2' },
    })
  expect(await kept(ingest)).toEqual([receipt.id])
  expect(await getCapture(home.app, receipt.id)).toMatchObject({
    name: 'a.pcap',
    bytes: capture.length,
    sessions: 3,
    report: receipt.report,
  })
  expect(ingest.spool.pending()).toEqual([])
})

test('a capture delivered again counts once and is answered as at first, by content or by its batch id', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const { ingest } = home
  await createWorkspace(home.app, { id: workspace, name: 'w', publish: true, now })
  const receipts = await Promise.all([1, 2, 3, 4].map(() => ingestCapture(ingest, input(bodyOf(capture)))))
  expect(receipts.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  expect(new Set(receipts.map(({ id }) => id)).size).toBe(1)
  expect(await spooled(ingest.spool)).toHaveLength(3)
  expect(await kept(ingest)).toHaveLength(1)

  const named = await ingestCapture(ingest, input(bodyOf(capture), { batchId: 'mine' }))
  expect(await ingestCapture(ingest, input(unread, { batchId: 'mine' }))).toEqual({
    ...named,
    duplicate: true,
  })
  const other = await ingestCapture(ingest, input(bodyOf(capture), { batchId: 'mine', workspace: 'another' }))
  expect(other.duplicate).toBe(false)
  const demo = await ingestCapture(ingest, input(bodyOf(capture), { origin: 'demo' }))
  expect(demo.duplicate, 'the same content as demo data is another batch').toBe(false)
})

test('shifted to now, the last packet is now and distances stay', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const old = udpCapture([0, 700, 1500].map((after, index) => ({ at: day + after, sourcePort: index + 1 })))
  const receipt = await ingestCapture(home.ingest, input(bodyOf(old), { shiftToNow: true }))
  expect(receipt.shiftMs).toBe(now - day - 1500)
  expect(
    (await spooled(home.ingest.spool)).map(({ firstPacket }) => firstPacket - now).sort((a, b) => a - b),
  ).toEqual([-1500, -800, 0])
})

test('sessions older than the retention or more than five minutes ahead are refused and counted', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  // Ninety days, today included, as the store keeps them: `now` is a midnight.
  const first = now - 89 * day
  const times = [first, first - 1, now - 200 * day, now + 300_000, now + 300_001]
  const body = bodyOf(udpCapture(times.map((at, index) => ({ at, sourcePort: index + 1 }))))
  const receipt = await ingestCapture(home.ingest, input(body))
  expect(receipt).toMatchObject({
    sessions: 2,
    refused: [
      { reason: 'ahead-of-time', count: 1 },
      { reason: 'older-than-retention', count: 2 },
    ],
  })
  expect((await spooled(home.ingest.spool)).map((row) => row.value('src_port')).sort()).toEqual([1, 4])
})

test('a body cut midway, too large or no capture stores nothing, and may be delivered again', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const { ingest } = home
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield capture.subarray(0, 80)
    throw new Error('connection reset')
  }
  await expect(ingestCapture(ingest, input(cut(), { batchId: 'b' }))).rejects.toThrow('connection reset')
  await expect(
    ingestCapture({ ...ingest, limit: 50 }, input(bodyOf(capture), { batchId: 'b' })),
  ).rejects.toMatchObject({ code: 'too-large' })
  await expect(
    ingestCapture(ingest, input(bodyOf(Buffer.from('no capture at all')), { batchId: 'b' })),
  ).rejects.toMatchObject({ code: 'unreadable-capture' })
  const gone = AbortSignal.abort(new Error('the client left'))
  await expect(ingestCapture(ingest, input(bodyOf(capture), { batchId: 'b', signal: gone }))).rejects.toThrow(
    'left',
  )
  expect(await kept(ingest)).toEqual([])
  expect(ingest.spool.status().undrainedSessions).toBe(0)
  expect(await ingestCapture(ingest, input(bodyOf(capture), { batchId: 'b' }))).toMatchObject({
    duplicate: false,
  })
})

test('a full spool answers busy before the body is read', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path, { maxBytes: 1 })
  await ingestCapture(home.ingest, input(bodyOf(capture)))
  await expect(ingestCapture(home.ingest, input(unread))).rejects.toMatchObject({ code: 'busy' })
})

test('a row that could not be written is made up for at the next start; abandoned contents go', async () => {
  await using folder = await scratchFolder()
  let id = ''
  {
    await using home = await opened(folder.path)
    // No such workspace yet: the row is refused by its foreign key, as after a crash between commit and row.
    id = (await ingestCapture(home.ingest, input(bodyOf(capture)))).id
    expect(await getCapture(home.app, id)).toBeNull()
  }
  await using home = await opened(folder.path)
  const { ingest } = home
  const abandoned = await ingest.files.put(bodyOf(capture), { limit: 1000 })
  // Where others keep theirs in the same folder, one of them may be away with its row.
  const shared = { ...ingest, sharedMs: 90 * day }
  expect(await repairCaptures(shared, now + 8 * day)).toEqual({ rows: 0, contents: 0 })
  expect(await repairCaptures(ingest, now + 8 * day)).toEqual({ rows: 0, contents: 1 })
  expect(await kept(ingest)).toEqual([id])
  expect(abandoned.id).not.toBe(id)
  await createWorkspace(home.app, { id: workspace, name: 'w', publish: true, now })
  expect(await repairCaptures(ingest, now)).toEqual({ rows: 1, contents: 0 })
  expect((await listCaptures(home.app, { workspace, limit: 9 })).map((row) => row.id)).toEqual([id])
  expect(await repairCaptures(ingest, now)).toEqual({ rows: 0, contents: 0 })
  // A row nobody can read is still the row of a content, and hinders no start.
  await home.app.updateTable('captures').set({ report: '{"packets' }).execute()
  expect(await repairCaptures(ingest, now + 8 * day)).toEqual({ rows: 0, contents: 0 })
  expect(await kept(ingest)).toEqual([id])
})
