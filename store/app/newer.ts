import { DatabaseSync } from 'node:sqlite'
import { migrationNames } from './migrations/all.ts'
import type { AppDatabase } from './tables.ts'

/** The data is of a later release than this one, which would take what it does not know for damage. */
export class NewerRelease extends Error {
  constructor(name: string) {
    super(
      `This data is of a later release of Noisefloor (it has ${name}): start that release, or restore a backup made by this one.`,
    )
  }
}

/** Where migrations were applied that come after all of ours; one of ours that is missing is damage, and no release. */
function newerOf(applied: readonly string[]): NewerRelease | null {
  const later = applied.find((name) => !migrationNames.includes(name))
  const isBehindOurs = migrationNames.every((name) => applied.includes(name))
  return later !== undefined && isBehindOurs ? new NewerRelease(later) : null
}

/** Of a file that was not closed in order, which is left as it is. @returns null where it is none, or cannot be read */
export function newerInFile(file: string): NewerRelease | null {
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const rows = db.prepare('SELECT name FROM kysely_migration').all()
      return newerOf(rows.map((row) => String(row['name'])))
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** Of a database that could not be migrated. @returns null where it is none, or cannot be read */
export const newerIn = (db: AppDatabase): Promise<NewerRelease | null> =>
  db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .then(
      (rows) => newerOf(rows.map(({ name }) => name)),
      () => null,
    )
