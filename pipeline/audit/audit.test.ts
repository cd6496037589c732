import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { noFacts } from '#model/session.ts'
import { balance } from '#store/analytics/rebuild/rebuild.ts'
import { makeWhole } from '#store/analytics/rebuild/whole.ts'
import { pastDamage } from '#store/analytics/parts/readable.ts'
import { type DamagedPart, openPatrol } from '#store/analytics/parts/patrol.ts'
import { insertSessions, noTagging } from '#store/analytics/sessions/insert.ts'
import { notStored, storedByBatch } from '#store/analytics/sessions/stored.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { getCapture, hasCapture } from '#store/app/captures.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'
import { startDrain } from '../drain/drain.ts'
import { type CaptureInput, ingestCapture } from '../ingest/capture.ts'
import { type Dissection, openDissection } from '../ingest/dissection/open.ts'
import { bodyOf, udpCapture } from '../ingest/testing.ts'
import { openSpool } from '../spool/spool.ts'
import { scratchFolder } from '../spool/testing.ts'
import { openAudit } from './audit.ts'

/** Promises against a real engine: what is missing comes back once, or is named and taken again. */

const now = Date.UTC(2026, 10, 1, 12)
const workspace = '018f0000-0000-7000-8000-000000000001'
const day = '2026-11-01'

let analytics: TestAnalytics
let dissection: Dissection
beforeAll(async () => {
  analytics = await openTestAnalytics()
  dissection = openDissection()
})
afterAll(() => Promise.all([analytics.close(), dissection.close()]))

const stored = defineQuery({
  name: 'rows and ids',
  params: z.object({}),
  row: z.object({ rows: count, ids: count }),
  sql: 'SELECT count() AS rows, uniqExact(id) AS ids FROM {db}.sessions',
})
const isStored = async (): Promise<number[]> => {
  const [found] = await analytics.app.run(stored, {})
  const [sums] = await analytics.app.run(balance, { origin: 'live', day })
  // The rollup stands for just the sessions, whatever happened to them.
  expect(sums?.rolled).toBe(sums?.stored)
  return [found?.rows ?? 0, found?.ids ?? 0]
}

const capture = udpCapture([1, 2, 3, 4, 5].map((port) => ({ at: now - 1000 * port, sourcePort: port })))

async function opened(folder: string, { keepSessions = false } = {}) {
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
      const sessions = unit.again ? await notStored(analytics, unit) : unit.sessions
      await insertSessions(analytics, { sessions, token: unit.token, tagging: noTagging })
      if (again) await makeWhole(analytics, unit)
    },
  })
  const ingest = {
    spool,
    files,
    app: store.db,
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
    rememberMs: 40 * 86_400_000,
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

test('sessions that left the store come back from the stored capture, each once', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  await home.send()
  await home.drain.idle()
  await home.round()
  expect(home.audit.standing()).toMatchObject({ missing: [], remade: 0, batches: 1, checkedAt: now })
  await analytics.app.command('DELETE FROM {db}.sessions WHERE src_port IN (2, 4)')
  await home.round()
  expect(await isStored()).toEqual([5, 5])
  expect(home.audit.standing()).toMatchObject({ missing: [], remade: 1 })
  await home.round()
  expect(home.audit.standing()).toMatchObject({ missing: [], remade: 1 })
})

test('without its capture a batch is named, by day; the same upload is taken again and stores what is missing', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const first = await home.send()
  await home.drain.idle()
  await analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 3')
  await home.files.remove(first.id)
  await home.round()
  expect(home.audit.standing().missing).toMatchObject([
    {
      name: 'monday.pcap',
      capture: first.id,
      days: { 'live 2026-11-01': 3 },
      sessions: 3,
      why: 'its capture is no longer stored',
    },
  ])
  const again = await home.send()
  expect(again).toMatchObject({ id: first.id, duplicate: false, sessions: 5 })
  await home.drain.idle()
  expect([await isStored(), home.audit.standing().missing]).toEqual([[5, 5], []])
  expect(await home.send()).toMatchObject({ id: first.id, duplicate: true })
  await home.round()
  expect(home.audit.standing().missing).toEqual([])
})

test('a stored capture that is damaged, too, is not what sessions are made of; other content is refused', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  await analytics.app.command('DELETE FROM {db}.sessions WHERE 1')
  const path = home.files.path(id)
  const bytes = readFileSync(path)
  bytes[60] = (bytes[60] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await home.round()
  expect(home.audit.standing().missing).toMatchObject([
    { sessions: 5, why: 'its stored capture is damaged, too' },
  ])
  await home.send()
  await home.drain.idle()
  expect(await isStored()).toEqual([5, 5])
  expect(readFileSync(path).equals(capture)).toBe(true)
})

test('the batch index and the captures restore each other', async () => {
  await using folder = await scratchFolder()
  let id = ''
  {
    await using home = await opened(folder.path)
    id = (await home.send()).id
    await home.drain.idle()
    await home.app.deleteFrom('captures').execute()
    await home.round()
    expect(await getCapture(home.app, id)).toMatchObject({
      name: 'monday.pcap',
      sensor: 'upload',
      published: true,
    })
    expect(home.audit.standing()).toMatchObject({ restored: 1, missing: [] })
  }
  const index = new DatabaseSync(join(folder.path, 'spool', 'index.db'))
  index.exec("UPDATE batches SET receipt = replace(receipt, 'monday', 'sunday')")
  index.close()
  await using home = await opened(folder.path)
  await home.round()
  expect(home.audit.standing()).toMatchObject({ restored: 1 })
  expect(await home.send()).toMatchObject({ id, duplicate: true })
})

test('a flipped byte in a row of captures: the row comes back from the batch index, and what is lost is made again', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  const broken = [{ report: '{"packets' }, { days: '[]' }, { refused: '{}' }, { origin: 'lave' }]
  // Values that could have been written are told by the checksum alone.
  const valid = [{ name: 'mondax.pcap' }, { sessions: 7 }, { published: 0 }, { batch: 'other' }]
  for (const damage of [...broken, ...valid]) {
    await home.app
      .updateTable('captures')
      .set({ kind: 'network', ...damage })
      .execute()
    expect([await getCapture(home.app, id), await hasCapture(home.app, id)]).toEqual([null, true])
    await home.round()
    // The last word about what it was taken at could still be read.
    expect(await getCapture(home.app, id)).toMatchObject({ name: 'monday.pcap', vantage: 'network' })
  }
  await home.app.updateTable('captures').set({ kind: 'netwerk' }).execute()
  await analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 3')
  await home.round()
  expect(await isStored()).toEqual([5, 5])
  expect(home.audit.standing()).toMatchObject({ restored: 9, remade: 1, missing: [] })
})

test('a damaged row of the batch index whose sessions are stored is named, and a new delivery doubles nothing', async () => {
  await using folder = await scratchFolder()
  const damage = (): void => {
    const index = new DatabaseSync(join(folder.path, 'spool', 'index.db'))
    index.exec("UPDATE batches SET receipt = replace(receipt, 'monday', 'sunday')")
    index.close()
  }
  const opening = () => opened(folder.path, { keepSessions: true })
  {
    await using home = await opening()
    await home.send()
    await home.drain.idle()
    await home.app.deleteFrom('captures').execute()
  }
  damage()
  {
    await using home = await opening()
    await home.round()
    await home.round()
    expect(home.audit.standing().missing).toMatchObject([{ sessions: 0, why: 'its row is damaged' }])
    expect(await home.send()).toMatchObject({ duplicate: false, sessions: 5 })
    await home.drain.idle()
    expect([await isStored(), home.audit.standing().missing]).toEqual([[5, 5], []])
    await home.app.deleteFrom('captures').execute()
  }
  damage()
  // Also when it comes before anybody looked at the row.
  await using home = await opened(folder.path)
  expect(await home.send()).toMatchObject({ duplicate: false, sessions: 5 })
  await home.drain.idle()
  expect(await isStored()).toEqual([5, 5])
})

test('what was removed on purpose is not made again', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  await home.send()
  await home.drain.idle()
  home.spool.promises.release(home.spool.promises.days())
  await analytics.app.command('DELETE FROM {db}.sessions WHERE 1')
  await home.app.deleteFrom('captures').execute()
  await home.round()
  expect(home.audit.standing()).toMatchObject({ remade: 0, restored: 0, missing: [] })
})

test('a flipped byte in a part is found, the part set aside, and its sessions come back', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  await home.send()
  await home.drain.idle()
  const lost: string[] = []
  const remembered: DamagedPart[] = []
  const patrol = openPatrol({
    analytics,
    clock: () => now,
    known: [],
    remember: async (damaged) => void remembered.push(...damaged),
    onSessionsLost: (of) => {
      lost.push(of)
      home.audit.suspect(of)
    },
  })
  const part = await nameOfPart('sessions')
  const file = filesOf(analytics.dir).find((path) => path.includes(`${part}/`) && path.endsWith('data.bin'))
  if (!file) throw new Error(`No file of ${part}`)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
  writeFileSync(file, bytes)
  const { signal } = new AbortController()
  while (patrol.standing().checkedAt === null && (await patrol.step(signal)));
  expect(patrol.standing().damaged).toMatchObject([
    { table: 'sessions', part, fault: expect.stringContaining('Checksum') },
  ])
  expect(lost).toEqual([`live ${day}`])
  await home.round()
  expect(await isStored()).toEqual([5, 5])
  expect(home.audit.standing()).toMatchObject({ missing: [], remade: 1 })
  expect(new Set(remembered.map(({ part: name }) => name))).toEqual(new Set([part]))
  expect(remembered.at(-1)?.outcome).toContain('made again from stored captures')
})

test('what a damaged part held is made anew after the parts of sessions were checked, which it is made of', async () => {
  await using folder = await scratchFolder()
  await using home = await opened(folder.path)
  await home.send()
  await home.drain.idle()
  const patrol = openPatrol({
    analytics,
    clock: () => now,
    known: [],
    remember: async () => undefined,
    onSessionsLost: (of) => home.audit.suspect(of),
  })
  for (const table of ['ip_day', 'sessions']) {
    const part = await nameOfPart(table)
    const file = filesOf(analytics.dir).find((path) => path.includes(`/${part}/`) && isOf(path, table))
    if (!file) throw new Error(`No file of ${part}`)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
    writeFileSync(file, bytes)
  }
  const { signal } = new AbortController()
  while (await patrol.step(signal));
  const { damaged } = patrol.standing()
  // What an earlier claim set aside is still there.
  expect(new Set(damaged.map(({ table }) => table))).toEqual(new Set(['ip_day', 'sessions']))
  expect(damaged.map(({ outcome }) => outcome)).not.toContain('waits to be made anew')
  await home.round()
  expect(await isStored()).toEqual([5, 5])
})

test('what a start cannot do without is done past a damaged part, which the patrol then makes anew', async () => {
  await analytics.migrator.command("INSERT INTO {db}.tag_catalogue (version, slug) SELECT 1, 'a'")
  const part = await nameOfPart('tag_catalogue')
  const file = filesOf(analytics.dir).find(
    (path) => path.includes(`/${part}/`) && isOf(path, 'tag_catalogue'),
  )
  if (!file) throw new Error(`No file of ${part}`)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
  writeFileSync(file, bytes)
  const aside: string[] = []
  await analytics.migrator.command('DETACH TABLE {db}.tag_catalogue')
  await analytics.migrator.command('ATTACH TABLE {db}.tag_catalogue')
  const slugs = defineQuery({
    name: 'slugs',
    params: z.object({}),
    row: z.object({ slug: z.string() }),
    sql: 'SELECT toString(tuple(*)) AS slug FROM {db}.tag_catalogue',
  })
  const read = (): Promise<unknown[]> => analytics.app.run(slugs, {})
  expect(await pastDamage(analytics, read, ({ table }) => void aside.push(table))).toEqual([])
  expect(aside).toEqual(['tag_catalogue'])
  const patrol = openPatrol({
    analytics,
    clock: () => now,
    known: [],
    remember: async () => {},
    onSessionsLost: () => {},
  })
  const { signal } = new AbortController()
  while (patrol.standing().checkedAt === null && (await patrol.step(signal)));
  expect(patrol.standing().damaged.map(({ table }) => table)).toContain('tag_catalogue')
})

/** Columns of a compact part lie in one file, that of a wide one has its name. */
const isOf = (path: string, table: string): boolean =>
  path.endsWith('data.bin') &&
  readFileSync(join(path, '..', 'columns.txt'), 'utf8').includes(columnOf[table] ?? '')
const columnOf: Record<string, string> = {
  tag_catalogue: '`slug`',
  ip_day: '`facts`',
  sessions: '`src_payload`',
}

async function nameOfPart(table: string): Promise<string> {
  const parts = defineQuery({
    name: 'parts',
    params: z.object({ table: z.string() }),
    row: z.object({ name: z.string() }),
    sql: "SELECT name FROM system.parts WHERE active AND rows > 0 AND database = '{local}' AND table = {table: String}",
  })
  return (await analytics.migrator.run(parts, { table }))[0]?.name ?? ''
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
