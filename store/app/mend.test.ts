import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createKey, findKey } from './keys.ts'
import { openAppStore } from './open.ts'
import { getSetting, putSetting } from './settings.ts'
import { createWorkspace, listWorkspaces } from './workspaces.ts'

const now = 1_700_000_000_000
let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-mend-'))
  file = join(folder, 'app.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A workspace with a key and a setting; resolves with the key's secret. */
async function filled(): Promise<{ workspace: string; secret: string }> {
  const store = await openAppStore({ file })
  const { id: workspace } = await createWorkspace(store.db, { name: 'Local', publish: true, now })
  const { secret } = await createKey(store.db, { workspace, role: 'operator', now })
  await putSetting(store.db, 'demo', { parts: 3 })
  await store.close()
  return { workspace, secret }
}

function change(sql: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec(sql)
  db.close()
}

test('a setting that is not what was written stands as never set, and that is said', async () => {
  await filled()
  change(`UPDATE settings SET value = replace(value, '3', '7')`)
  const store = await openAppStore({ file })
  expect(store.trouble).toContain('"demo"')
  expect(await getSetting(store.db, 'demo', z.object({ parts: z.number() }))).toBeNull()
  await store.close()
  const again = await openAppStore({ file })
  expect(again.trouble).toBeNull()
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
  expect(store.trouble).toContain(workspace)
  expect(await listWorkspaces(store.db)).toMatchObject([{ id: workspace, name: 'Local', publish: true }])
  expect(await findKey(store.db, secret, now)).toMatchObject({ workspace })
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
    expect(store.trouble, `page ${page}`).toMatch(/app\.db was damaged|^The stored|^Workspace|^The id/)
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
