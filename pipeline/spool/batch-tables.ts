import type { DatabaseSync } from 'node:sqlite'
import { openChecked } from '#store/sqlite/checked.ts'
import { schema as daysSchema } from './promised-days.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS batches
    (id TEXT PRIMARY KEY, receipt TEXT NOT NULL, at INTEGER NOT NULL, pending INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS batches_at ON batches (at);
  CREATE INDEX IF NOT EXISTS batches_pending ON batches (at) WHERE pending = 1;
  ${daysSchema}`

/** Columns that came later: rows of an older release have no value in them, and no checksum to fail. */
const later = {
  batches: [
    'segment INTEGER',
    'ends INTEGER',
    'days TEXT',
    'sum INTEGER',
    'lost TEXT',
    'again INTEGER NOT NULL DEFAULT 0',
  ],
  promised: ['sum INTEGER'],
}

function prepare(db: DatabaseSync): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec('BEGIN IMMEDIATE')
  db.exec(schema)
  for (const [table, columns] of Object.entries(later)) {
    const rows = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
    const known = new Set(rows.map((row) => row['name']))
    for (const column of columns)
      if (!known.has(column.split(' ')[0] ?? '')) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`)
  }
  db.exec(`CREATE INDEX IF NOT EXISTS batches_place ON batches (segment, ends);
    CREATE INDEX IF NOT EXISTS batches_lost ON batches (at) WHERE lost IS NOT NULL; COMMIT`)
}

/** Opens the file of the batch index, for this process alone (batch-index.ts). @throws where another process has it */
export function openTables(path: string): ReturnType<typeof openChecked> {
  try {
    return openChecked(path, prepare)
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message))
      throw new Error(`The spool ${path} is in use by another process.`, { cause: error })
    throw error
  }
}
