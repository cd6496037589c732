import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { migrate } from './migrations/all.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import type { AppDatabase, Tables } from './tables.ts'
import { openTurns, type SharedTurns } from './turns.ts'

/** Application state: everything that is neither analytics nor a large file. */
export interface AppStore {
  db: AppDatabase
  dialect: 'sqlite' | 'postgres'
  /** Where other processes may share it; a SQLite file is one process's own. */
  turns: SharedTurns | null
  close(): Promise<void>
}

/** Opens and migrates: a SQLite file, or a PostgreSQL server by URL (`DATABASE_URL`). */
export async function openAppStore(at: { file: string } | { url: string }): Promise<AppStore> {
  const shared = 'url' in at ? pool(at.url) : null
  const db = new Kysely<Tables>({
    dialect: 'file' in at ? nodeSqliteDialect(at.file) : new PostgresDialect({ pool: pool(at.url) }),
  })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    dialect: shared ? 'postgres' : 'sqlite',
    turns: shared && openTurns(shared),
    async close() {
      await db.destroy()
      await shared?.end()
    },
  }
}

const int8 = 20

/** Our bigints are milliseconds and byte counts, well below 2^53: they arrive as numbers, as from SQLite. */
function pool(connectionString: string): Pool {
  const made = new Pool({
    connectionString,
    max: 10,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)) },
  })
  // An idle connection that breaks is replaced at the next query; unheard, the event would end the process.
  made.on('error', () => undefined)
  return made
}
