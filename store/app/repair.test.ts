import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Capture, enterCapture, getCapture, listCaptures } from './captures.ts'
import { createKey, findKey } from './keys.ts'
import { openAppStore } from './open.ts'
import { getSetting, putSetting } from './settings.ts'
import { createWorkspace, listWorkspaces } from './workspaces.ts'

const now = 1_700_000_000_000
let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-repair-'))
  file = join(folder, 'app.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A workspace with a key and a setting; resolves with the key's secret. */
async function filled(): Promise<{ workspace: string; secret: string }> {
  const store = await openAppStore({ file })
  const { id: workspace } = await createWorkspace(store.db, { name: 'Local', publish: true, now })
  const { secret } = await createKey(store.db, { workspace, now })
  await putSetting(store.db, 'demo', { parts: 3 })
  await store.keepCopy()
  await store.close()
  return { workspace, secret }
}

const captureIn = (workspace: string): Capture => ({
  id: 'a',
  workspace,
  name: 'a.pcap',
  sha256: '00',
  bytes: 5,
  shiftMs: 0,
  sessions: 7,
  report: { packets: 3 },
  origin: 'live',
  vantage: 'sensor',
  created: now,
  batch: 'batch',
  sensor: 'capture',
  published: true,
  days: { 'live 2026-03-15': 7 },
  refused: [],
})

function change(sql: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec(sql)
  db.close()
}

test('a setting that is not what was written stands as never set, and that is said', async () => {
  await filled()
  change(`UPDATE settings SET value = replace(value, '3', '7')`)
  const store = await openAppStore({ file })
  expect(store.lastError).toContain('"demo"')
  expect(await getSetting(store.db, 'demo', z.object({ parts: z.number() }))).toBeNull()
  await store.close()
  const again = await openAppStore({ file })
  expect(again.lastError).toBeNull()
  await again.close()
})

test('a setting of an older release, without a checksum, is read', async () => {
  await filled()
  change(`UPDATE settings SET value = '{"parts":5}'`)
  const store = await openAppStore({ file })
  expect(await getSetting(store.db, 'demo', z.object({ parts: z.number() }))).toEqual({ parts: 5 })
  await store.close()
})

test('a workspace whose id changed gets it back, with its name and its keys', async () => {
  const { workspace, secret } = await filled()
  change(`UPDATE workspaces SET id = '018f0000-0000-7000-8000-00000000000f'`)
  const store = await openAppStore({ file })
  expect(store.lastError).toContain(workspace)
  expect(await listWorkspaces(store.db)).toMatchObject([{ id: workspace, name: 'Local', publish: true }])
  expect(await findKey(store.db, secret, now)).toMatchObject({ workspace })
  await store.close()
})

test('a workspace whose id is no text any more leaves nothing beside the one that comes back', async () => {
  const { workspace } = await filled()
  change(`UPDATE workspaces SET id = CAST(x'b1' || substr(CAST(id AS BLOB), 2) AS TEXT)`)
  const store = await openAppStore({ file })
  expect(await listWorkspaces(store.db)).toMatchObject([{ id: workspace, name: 'Local', publish: true }])
  await store.close()
})

test('a workspace whose row says something else that is valid says again what was written', async () => {
  const { workspace, secret } = await filled()
  for (const value of ['publish = 0', "name = 'Lokal'", 'created = created - 1', 'sum = sum + 1']) {
    change(`UPDATE workspaces SET ${value}`)
    const store = await openAppStore({ file })
    expect(await listWorkspaces(store.db)).toEqual([
      { id: workspace, name: 'Local', publish: true, created: now },
    ])
    expect(await findKey(store.db, secret, now)).toMatchObject({ workspace })
    await store.close()
  }
})

test('whatever page is unreadable, the workspace is there, under its id', async () => {
  const { workspace } = await filled()
  const whole = await readFile(file)
  const copy = `${file}.workspaces`
  for (let page = 0; page < whole.length / 4096; page++) {
    for (const name of await readdir(folder))
      if (name.startsWith('app.db') && join(folder, name) !== copy) await rm(join(folder, name))
    const bytes = Buffer.from(whole)
    bytes.fill(0x5a, page * 4096, page * 4096 + 100)
    await writeFile(file, bytes)
    await writeFile(`${file}-wal`, '')
    const store = await openAppStore({ file })
    expect(await listWorkspaces(store.db)).toEqual([
      { id: workspace, name: 'Local', publish: true, created: now },
    ])
    await store.close()
  }
  // A damaged copy is none.
  const bytes = await readFile(copy)
  bytes[12] = (bytes[12] ?? 0) ^ 1
  await writeFile(copy, bytes)
  await writeFile(file, whole)
  const store = await openAppStore({ file })
  expect((await listWorkspaces(store.db)).map(({ id }) => id)).toEqual([workspace])
  await store.close()
})

test('a letter of a definition costs nothing: what is stored is taken over into tables as they were made', async () => {
  const { workspace, secret } = await filled()
  const whole = await readFile(file)
  for (const [from, to] of [
    ['"kysely_migration" ("name"', '"kysely_migration" ("nbme"'],
    ['"bytes" bigint', '"bytfs" bigint'],
    ['"publish" integer', '"publish" intefer'],
    ['references "workspaces"', 'references "workspbces"'],
  ] as const) {
    for (const name of await readdir(folder)) if (name !== 'app.db.workspaces') await rm(join(folder, name))
    const bytes = Buffer.from(whole)
    // Pages that are no longer used hold copies of it: all are changed, so that the one in use is.
    let times = 0
    for (let at = whole.indexOf(from); at >= 0; at = whole.indexOf(from, at + 1)) {
      bytes.write(to, at)
      times += 1
    }
    expect(times, from).toBeGreaterThan(0)
    await writeFile(file, bytes)
    await writeFile(`${file}-wal`, '')
    const store = await openAppStore({ file })
    expect(store.lastError, to).toContain('app.db was damaged')
    expect(await listWorkspaces(store.db), to).toMatchObject([{ id: workspace, publish: true }])
    expect(await findKey(store.db, secret, now), to).toMatchObject({ workspace })
    expect(await getSetting(store.db, 'demo', z.object({ parts: z.number() })), to).toEqual({ parts: 3 })
    await enterCapture(store.db, captureIn(workspace))
    await store.close()
  }
})

test('a damaged workspace of which there is no copy does not publish on a guess', async () => {
  const { workspace, secret } = await filled()
  await rm(`${file}.workspaces`)
  change('UPDATE workspaces SET created = created + 1')
  const store = await openAppStore({ file })
  expect(store.lastError).toContain('does not publish')
  expect(await listWorkspaces(store.db)).toMatchObject([{ id: workspace, name: 'Local', publish: false }])
  expect(await findKey(store.db, secret, now)).toMatchObject({ workspace })
  await store.close()
})

test('a damaged key opens nothing, is said, and a start does not fail of it', async () => {
  const { secret } = await filled()
  change(`UPDATE api_keys SET role = 'operatos'`)
  const store = await openAppStore({ file })
  expect(store.lastError).toMatch(/The API key \S+ was damaged/)
  expect(await findKey(store.db, secret, now)).toBeNull()
  await store.close()
})

test('a saved query that is not what was written is forgotten, and that is said', async () => {
  await filled()
  const store = await openAppStore({ file })
  const user = await store.installation.accounts.create({
    email: 'ada@example.org',
    emailVerified: true,
    password: '',
    profile: {},
    offering: null,
    into: { newWorkspace: 'Hers', publish: false },
    now,
  })
  const { savedQueries } = store.installation.account(user?.id ?? '')
  for (const gnql of ['port:23', 'tor:true'])
    await savedQueries.save({ name: '', gnql, view: '', now, most: 9 })
  await store.close()
  change(`UPDATE saved_queries SET gnql = 'port:24' WHERE gnql = 'port:23'`)
  const again = await openAppStore({ file })
  expect(again.lastError).toContain(`A query that user ${user?.id} saved was damaged`)
  expect(await again.installation.account(user?.id ?? '').savedQueries.list()).toMatchObject([
    { gnql: 'tor:true' },
  ])
  await again.close()
})

test('a capture that names a workspace by a damaged id makes no workspace', async () => {
  const { workspace } = await filled()
  const store = await openAppStore({ file })
  await enterCapture(store.db, captureIn(workspace))
  await store.close()
  change(`UPDATE captures SET workspace = '018f0000-0000-7000-8000-00000000000f'`)
  const again = await openAppStore({ file })
  expect(await listWorkspaces(again.db)).toMatchObject([{ id: workspace }])
  expect(await getCapture(again.db, 'a')).toBeNull()
  await again.close()
})

test('a number that no number of ours is hides no other row', async () => {
  const { workspace } = await filled()
  const store = await openAppStore({ file })
  await enterCapture(store.db, captureIn(workspace))
  await enterCapture(store.db, { ...captureIn(workspace), id: 'b' })
  change(`UPDATE captures SET bytes = 9223372036854775807 WHERE id = 'a'`)
  const rows = await listCaptures(store.db, { workspace, limit: 10 })
  expect(rows.map(({ id }) => id)).toEqual(['b'])
  await store.close()
})

test('a crash and a damaged log lose nothing that was committed', async () => {
  const store = await openAppStore({ file })
  const { id } = await createWorkspace(store.db, { name: 'Local', publish: true, now })
  await putSetting(store.db, 'demo', { parts: 3 })
  const crashed = join(folder, 'crashed')
  for (const suffix of ['', '-wal']) await cp(`${file}${suffix}`, `${crashed}${suffix}`)
  await store.close()
  const log = await readFile(`${crashed}-wal`)
  for (let at = 0; at < log.length; at += 500) log[at] = (log[at] ?? 0) ^ 4
  await writeFile(`${crashed}-wal`, log)
  const again = await openAppStore({ file: crashed })
  expect(await listWorkspaces(again.db)).toMatchObject([{ id }])
  expect(await getSetting(again.db, 'demo', z.object({ parts: z.number() }))).toEqual({ parts: 3 })
  await again.close()
})

test('a damaged file is set aside after a crash, what can be read is taken over, and the server starts', async () => {
  const { workspace } = await filled()
  const whole = await readFile(file)
  const spare = join(folder, 'spare')
  await writeFile(spare, whole)
  for (let page = 0; page < whole.length / 4096; page++) {
    for (const name of await readdir(folder)) if (name.startsWith('app.db')) await rm(join(folder, name))
    const bytes = Buffer.from(whole)
    bytes.fill(0x5a, page * 4096, page * 4096 + 100)
    await writeFile(file, bytes)
    // As after a kill: a log beside it says that it was not closed in order.
    await writeFile(`${file}-wal`, '')
    const store = await openAppStore({ file })
    expect(store.lastError, `page ${page}`).toMatch(/app\.db was damaged|^The stored|^Workspace|^The API key/)
    await createWorkspace(store.db, { name: 'after', publish: true, now: now + 1 })
    await store.close()
    const again = await openAppStore({ file })
    expect((await listWorkspaces(again.db)).map(({ name }) => name)).toContain('after')
    await again.close()
  }
  await cp(spare, file)
  const store = await openAppStore({ file })
  expect(await listWorkspaces(store.db)).toMatchObject([{ id: workspace }])
  await store.close()
})

test('more workspaces than a statement has places for values keep nobody from opening the store', async () => {
  await filled()
  const more = 40_000
  const idOf = (at: number): string => `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`
  const values = Array.from({ length: more }, (_, at) => `('${idOf(at)}', 'One', 1, ${now}, NULL)`)
  change(`INSERT INTO workspaces (id, name, publish, created, sum) VALUES ${values.join(',')}`)
  const store = await openAppStore({ file })
  expect(store.lastError).toBeNull()
  expect(await listWorkspaces(store.db)).toHaveLength(more + 1)
  await store.close()
})
