import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { NewerRelease } from '../newer-release.ts'
import { openAppStore } from './open.ts'

/** A folder with a database as a later release leaves it. */
async function ofLaterRelease(): Promise<{ folder: string; file: string; db: DatabaseSync }> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-newer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'noisefloor.db')
  const store = await openAppStore({ file })
  await store.close()
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE inventions (id TEXT PRIMARY KEY);
    INSERT INTO inventions VALUES ('one');
    INSERT INTO kysely_migration (name, timestamp) VALUES ('999-inventions', '2030-01-01T00:00:00Z')`)
  return { folder, file, db }
}

const inventionsIn = (file: string): unknown[] => {
  const db = new DatabaseSync(file)
  const rows = db.prepare('SELECT id FROM inventions').all()
  db.close()
  return rows.map(({ id }) => id)
}

test('a database of a later release is left as it is, and that is said', async () => {
  const { file, db } = await ofLaterRelease()
  db.close()
  await expect(openAppStore({ file })).rejects.toThrow(
    `${file} is of a later release of Noisefloor: it has 999-inventions,`,
  )
  expect(inventionsIn(file)).toEqual(['one'])
})

test('so is one that was not closed in order, as every backup is: it is not taken for damaged', async () => {
  const { folder, file, db } = await ofLaterRelease()
  const copy = mkdtempSync(join(tmpdir(), 'noisefloor-newer-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(folder, copy, { recursive: true })
  db.close()
  const before = readdirSync(copy).sort()
  expect(before).toContain('noisefloor.db-wal')
  await expect(openAppStore({ file: join(copy, 'noisefloor.db') })).rejects.toBeInstanceOf(NewerRelease)
  expect(readdirSync(copy).sort()).toEqual(before)
  expect(inventionsIn(join(copy, 'noisefloor.db'))).toEqual(['one'])
  expect(file).not.toBe(join(copy, 'noisefloor.db'))
})

test('a name of a migration that was damaged is no later release', async () => {
  const { file, db } = await ofLaterRelease()
  db.exec(`DELETE FROM kysely_migration WHERE name = '999-inventions';
    UPDATE kysely_migration SET name = '097-saved-queries' WHERE name = '017-saved-queries'`)
  db.close()
  await expect(openAppStore({ file })).rejects.not.toBeInstanceOf(NewerRelease)
})
