import { DatabaseSync } from 'node:sqlite'
import { NewerRelease } from '../newer-release.ts'
import { migrationNames } from './migrations/all.ts'
import type { AppDatabase } from './tables.ts'

/** Where migrations were applied that come after all of ours; one of ours that is missing is damage, and no release. */
function newerOf(applied: readonly string[], where: string): NewerRelease | null {
  const later = applied.find((name) => !migrationNames.includes(name))
  const isBehindOurs = migrationNames.every((name) => applied.includes(name))
  return later !== undefined && isBehindOurs
    ? new NewerRelease({ where, found: later, last: migrationNames.at(-1) ?? 'none' })
    : null
}

/** Of a file that was not closed in order, which is left as it is. @returns null where it is none, or cannot be read */
export function newerInFile(file: string): NewerRelease | null {
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const rows = db.prepare('SELECT name FROM kysely_migration').all()
      return newerOf(
        rows.map((row) => String(row['name'])),
        nameOf({ file }),
      )
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** Of a database that could not be migrated. @returns null where it is none, or cannot be read */
export const newerIn = (
  db: AppDatabase,
  at: { file: string } | { url: string },
): Promise<NewerRelease | null> =>
  db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
    .then(
      (rows) =>
        newerOf(
          rows.map(({ name }) => name),
          nameOf(at),
        ),
      () => null,
    )

/** Without a URL's password. */
const nameOf = (at: { file: string } | { url: string }): string =>
  'file' in at ? `The database ${at.file}` : 'The database that DATABASE_URL names'
