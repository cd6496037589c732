import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { Pool, types } from 'pg'
import { faultOfFile, isCorrupt, isInDoubt, setAside, takenOver } from '../sqlite/checked.ts'
import { connectionLost, notConnected } from './away.ts'
import { keepCopy, readCopy } from './copy.ts'
import { newerIn, newerInFile } from './newer.ts'
import { repairRows } from './repair.ts'
import { migrate } from './migrations/all.ts'
import { schemaFault } from './schema.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import type { AppDatabase, Tables } from './tables.ts'
import { type Installation, installation } from './installation.ts'
import { ownKeyChanges, sharedKeyChanges } from './key-changes.ts'
import { ownSensorChanges, sharedSensorChanges } from './sensors/changes.ts'
import { openLocks, type SharedLocks } from './locks.ts'

/** Application state: everything that is neither analytics nor a large file. */
export interface AppStore {
  /** What everybody works with. */
  installation: Installation
  /** For this folder and its tests; nobody else is given it (server/run/stores.ts). */
  db: AppDatabase
  dialect: 'sqlite' | 'postgres'
  /** Where other processes may share it; a SQLite file is one process's own. */
  locks: SharedLocks | null
  /** What was wrong with the file when it was opened, in words; null when nothing was. */
  lastError: string | null
  /** Keeps a copy of what nothing else could restore: after a workspace was made. Of a PostgreSQL others take care. */
  keepCopy(): Promise<void>
  close(): Promise<void>
}

/** Opens and migrates: a SQLite file, or a PostgreSQL server by URL (`DATABASE_URL`). @throws NewerRelease */
export async function openAppStore(at: { file: string } | { url: string }): Promise<AppStore> {
  if (!('file' in at) || !isInDoubt(at.file)) return openAt(at, [])
  const newer = newerInFile(at.file)
  if (newer) throw newer
  const fault = faultOfFile(at.file) ?? (await schemaFault(at.file))
  return fault === null ? openAt(at, []) : openFresh(at.file, fault)
}

/** A fresh file in the place of a damaged one, with every row of that which can be read. */
async function openFresh(file: string, fault: string): Promise<AppStore> {
  const aside = setAside(file)
  const store = await openAt({ file }, [])
  const raw = new DatabaseSync(file)
  let lastError: string
  try {
    lastError = `${takenOver(file, aside, fault, raw)} Captures are entered again from the batch index; keys and settings made since may be gone.`
  } finally {
    raw.close()
  }
  await store.close()
  return openAt({ file }, [lastError])
}

async function openAt(at: { file: string } | { url: string }, problems: string[]): Promise<AppStore> {
  const shared = 'url' in at ? pool(at.url) : null
  const db = new Kysely<Tables>({
    dialect:
      'file' in at
        ? nodeSqliteDialect(at.file)
        : new PostgresDialect({ pool: markingFailures(pool(at.url)) }),
  })
  try {
    await migrate(db)
    if ('file' in at) problems.push(...(await repairRows(db, await readCopy(at.file))))
  } catch (error) {
    const newer = await newerIn(db, at)
    await db.destroy()
    if (newer) throw newer
    if (!('file' in at) || !isCorrupt(error) || problems.length > 0) throw error
    return openFresh(at.file, (error as Error).message)
  }
  const changes = {
    keys: 'url' in at ? sharedKeyChanges(at.url) : ownKeyChanges(),
    sensors: 'url' in at ? sharedSensorChanges(at.url) : ownSensorChanges(),
  }
  return {
    lastError: problems.length === 0 ? null : problems.join(' '),
    installation: installation(db, changes),
    db,
    dialect: shared ? 'postgres' : 'sqlite',
    locks: shared && openLocks(shared),
    async keepCopy() {
      if ('file' in at) await keepCopy(at.file, db)
    },
    async close() {
      await changes.sensors.close()
      await changes.keys.close()
      await db.destroy()
      await shared?.end()
    },
  }
}

/** What keeps a connection from being made is known as that afterwards (away.ts). */
const markingFailures = (of: Pool): PostgresPool => ({
  connect: () => of.connect().catch(notConnected),
  end: () => of.end(),
  options: of.options,
})

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
  // So would one that breaks amid a transaction: its statement fails with the same error, or the next of them is refused.
  made.on('connect', (client) => client.on('error', connectionLost))
  return made
}
