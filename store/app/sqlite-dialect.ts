import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Commits, openCommits } from './sqlite-commits.ts'

/**
 * Kysely over Node's own SQLite. One connection behind a mutex: a transaction holds it, so that nobody else's
 * statements slip into it. Durable at every commit (sqlite-commits.ts).
 * Inside a transaction use its handle only: the database's own waits until the transaction has ended.
 */
export const nodeSqliteDialect = (at: string | DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalDdl(),
  createDriver: () => new NodeSqliteDriver(at),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** SQLite rolls schema changes back like any other; without this a crash could leave half a migration. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #at: string | DatabaseSync
  #database: DatabaseSync | null = null
  #connection: Connection | null = null
  #commits: Commits | null = null
  /** Settles when the connection is free for the next one in line. */
  #line: Promise<void> = Promise.resolve()
  #leave = new WeakMap<DatabaseConnection, () => void>()

  /** The path of a file, or what is open already. */
  constructor(at: string | DatabaseSync) {
    this.#at = at
  }

  async init(): Promise<void> {
    const database =
      typeof this.#at === 'string'
        ? new DatabaseSync(this.#at, { timeout: 5000, enableForeignKeyConstraints: true })
        : this.#at
    database.exec('PRAGMA journal_mode = WAL')
    this.#database = database
    this.#commits = typeof this.#at === 'string' ? await openCommits(this.#at, database) : null
    this.#connection = connectionTo(database, this.#commits)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#line
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#line = promise
    await before
    if (!this.#connection) throw new Error('The database is not open.')
    this.#leave.set(this.#connection, resolve)
    return this.#connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave.get(connection)?.()
  }

  async beginTransaction(): Promise<void> {
    this.#database?.exec('BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    this.#database?.exec('COMMIT')
    await this.#connection?.sync()
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#database?.isTransaction) this.#database.exec('ROLLBACK')
  }

  async destroy(): Promise<void> {
    // Whoever still waits for the disk is not left without it.
    await this.#connection?.synced()
    if (this.#commits) await this.#commits.close()
    else this.#database?.close()
    this.#database = null
    this.#connection = null
    this.#commits = null
  }
}

type Parameters = readonly (string | number | bigint | null | Uint8Array)[]

/** Statements that are kept prepared: the product has some hundreds, but lists of values come in every length. */
const maxPrepared = 300

/** Statements by their text, the one used longest ago going first. SQLite prepares one anew by itself where tables changed. */
function preparedIn(database: DatabaseSync): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (sql) => {
    const found = kept.get(sql)
    kept.delete(sql)
    const prepared = found ?? prepare(database, sql)
    kept.set(sql, prepared)
    if (kept.size > maxPrepared) for (const [oldest] of kept.entries().take(1)) kept.delete(oldest)
    return prepared
  }
}

interface Prepared {
  statement: StatementSync
  hasRows: boolean
  /** It changes nothing. */
  isRead: boolean
}

function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return { statement, hasRows: statement.columns().length > 0, isRead: reads.test(sql) }
}

/** How a statement begins that changes nothing; all others may. */
const reads = /^\s*(?:select|explain|pragma)\b/i

interface Connection extends DatabaseConnection {
  /** Ends when what was changed and committed survives a power cut. */
  sync(): Promise<void>
  /** Ends with all such waiting so far, however it ends. */
  synced(): Promise<unknown>
}

function connectionTo(database: DatabaseSync, commits: Commits | null): Connection {
  const prepared = preparedIn(database)
  let isChanged = false
  let syncing: Promise<unknown> = Promise.resolve()
  async function sync(): Promise<void> {
    if (!isChanged || database.isTransaction || !commits) return
    isChanged = false
    const synced = commits.sync()
    syncing = synced.catch(() => undefined)
    await synced
  }
  return {
    sync,
    synced: () => syncing,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { statement, hasRows, isRead } = prepared(sql)
      const values = parameters as Parameters
      isChanged ||= !isRead
      if (hasRows) {
        const rows = statement.all(...values).map(plain) as R[]
        // A statement that failed before it changed nothing that a reader would have to wait for.
        if (!isRead) await sync()
        return { rows }
      }
      const { changes, lastInsertRowid } = statement.run(...values)
      await sync()
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // One of its own: another may ask the same before this one's rows are read.
      const { statement } = prepare(database, sql)
      for (const row of statement.iterate(...(parameters as Parameters))) yield { rows: [plain(row) as R] }
    },
  }
}

/** Ours are well below 2^53; read as numbers, a damaged one beyond would throw for all rows of an answer. */
function plain(row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = Number(value)
  return row
}
