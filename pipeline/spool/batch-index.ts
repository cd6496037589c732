import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { openChecked } from '#store/sqlite/checked.ts'

/**
 * Which batches were ever accepted, with their first receipts: kept for at least 30 days, long after the segments
 * are gone. Not synced at each write: a segment holds the same facts until `sync` was called, and they are entered
 * again when the spool opens. Held under an exclusive lock, which also keeps a second process out of the spool; the
 * kernel drops it when the process dies.
 *
 * It is also the book of promises: where each batch was written and how many sessions of which day it holds, so that
 * what is missing in the spool or in the store can be told. Each row carries a checksum.
 */
export interface BatchIndex {
  find(id: string): IndexRow | null
  /**
   * Enters accepted batches in one transaction. Those already known keep their first receipt, unless their row is damaged
   * or they were lost and have come again.
   */
  enter(batches: readonly IndexEntry[]): void
  settle(id: string): void
  /** Batches committed as pending and never settled, oldest first. */
  unsettled(): { id: string; receipt: unknown; at: number }[]
  /** Ids of batches written behind `place` and not known to be lost. */
  behind(place: Place): string[]
  /** Says that sessions of a batch are missing, and why they could not be made again ("" while that was not tried). */
  markLost(id: string, why: string): void
  /** All of a batch was found to be there after all. */
  markWhole(id: string): void
  lost(): LostBatch[]
  /** Batches with sessions of a day of an origin, "live 2026-03-15", up to `place`; those behind `after`, at most `limit`. */
  promised(day: string, upTo: Place, after: string, limit: number): { id: string; sessions: number }[]
  /** Days with promised sessions, "live 2026-03-15". */
  days(): string[]
  /** Nothing of these days is promised any more: they left by the retention, or their origin was removed. */
  release(days: readonly string[]): void
  /** Whether any of its days is still promised. */
  isPromised(batch: Pick<IndexRow, 'id' | 'days'>): boolean
  /** Rows in order of their ids, behind `after`. */
  rows(after: string, limit: number): IndexRow[]
  /** Says another receipt of a batch; a damaged row stays as it is. */
  amend(id: string, receipt: unknown): void
  /** Forgets a row nobody can read any more. */
  remove(id: string): void
  /** Forgets batches entered before `at` (ms). */
  prune(at: number): void
  /** Makes everything entered so far survive a power cut. */
  sync(): void
  /** What was wrong with the file when it was opened, in words; null when nothing was. */
  readonly trouble: string | null
  close(): void
}

/** The byte right behind a batch: where its commit frame ends. */
export interface Place {
  segment: number
  end: number
}

export interface IndexEntry {
  id: string
  receipt: unknown
  at: number
  pending: boolean
  /** null for one whose place nobody knows: it is held to be drained. */
  place: Place | null
  /** Sessions by day of their origin ("live 2026-03-15"); absent in what an older release wrote. */
  days?: Record<string, number>
}

export interface IndexRow extends IndexEntry {
  /** The row is not what was written: nothing it says can be trusted. */
  damaged: boolean
  /** Why what is missing is missing; null for a batch that is whole. */
  lost: string | null
  /** How often the batch came again after it was lost. */
  again: number
}

export interface LostBatch extends IndexRow {
  lost: string
}

const schema = `
  CREATE TABLE IF NOT EXISTS batches
    (id TEXT PRIMARY KEY, receipt TEXT NOT NULL, at INTEGER NOT NULL, pending INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS batches_at ON batches (at);
  CREATE INDEX IF NOT EXISTS batches_pending ON batches (at) WHERE pending = 1;
  CREATE TABLE IF NOT EXISTS promised
    (day TEXT NOT NULL, id TEXT NOT NULL, sessions INTEGER NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;`

/** Columns that came later: rows of an older release have no value in them, and no checksum to fail. */
const later = [
  'segment INTEGER',
  'ends INTEGER',
  'days TEXT',
  'sum INTEGER',
  'lost TEXT',
  'again INTEGER NOT NULL DEFAULT 0',
]

function prepare(db: DatabaseSync): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec('BEGIN IMMEDIATE')
  db.exec(schema)
  const known = new Set(
    db
      .prepare("SELECT name FROM pragma_table_info('batches')")
      .all()
      .map((row) => row['name']),
  )
  for (const column of later)
    if (!known.has(column.split(' ')[0] ?? '')) db.exec(`ALTER TABLE batches ADD COLUMN ${column}`)
  db.exec(`CREATE INDEX IF NOT EXISTS batches_place ON batches (segment, ends);
    CREATE INDEX IF NOT EXISTS batches_lost ON batches (at) WHERE lost IS NOT NULL; COMMIT`)
}

export function openBatchIndex(path: string): BatchIndex {
  const { db, trouble } = openChecked(path, prepare)
  const statement = (sql: string) => db.prepare(sql)
  const all = 'id, receipt, at, pending, segment, ends, days, sum, lost, again'
  const find = statement(`SELECT ${all} FROM batches WHERE id = ?`)
  const insert = statement(
    'INSERT OR IGNORE INTO batches (id, receipt, at, pending, segment, ends, days, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const replace = statement(
    `INSERT INTO batches (id, receipt, at, pending, segment, ends, days, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt, at = excluded.at, pending = excluded.pending,
       segment = excluded.segment, ends = excluded.ends, days = excluded.days, sum = excluded.sum,
       again = again + 1, lost = NULL`,
  )
  const promise = statement('INSERT OR REPLACE INTO promised (day, id, sessions) VALUES (?, ?, ?)')
  const settle = statement('UPDATE batches SET pending = 0 WHERE id = ?')
  const unsettled = statement(`SELECT ${all} FROM batches WHERE pending = 1 ORDER BY at, id`)
  const behind = statement(
    'SELECT id FROM batches WHERE lost IS NULL AND (segment > ? OR (segment = ? AND ends > ?)) ORDER BY id',
  )
  const markLost = statement('UPDATE batches SET lost = ? WHERE id = ?')
  const lost = statement(`SELECT ${all} FROM batches WHERE lost IS NOT NULL ORDER BY at, id`)
  const promised = statement(
    `SELECT p.id AS id, p.sessions AS sessions FROM promised AS p JOIN batches AS b ON b.id = p.id
     WHERE p.day = ? AND p.id > ? AND b.lost IS NULL AND (b.segment < ? OR (b.segment = ? AND b.ends <= ?))
     ORDER BY p.id LIMIT ?`,
  )
  const days = statement('SELECT DISTINCT day FROM promised ORDER BY day')
  const release = statement('DELETE FROM promised WHERE day = ?')
  const rows = statement(`SELECT ${all} FROM batches WHERE id > ? ORDER BY id LIMIT ?`)
  const isPromised = statement('SELECT 1 FROM promised WHERE day = ? AND id = ?')
  const amend = statement('UPDATE batches SET receipt = ?, sum = ? WHERE id = ?')
  const remove = statement('DELETE FROM batches WHERE id = ?')
  const prune = statement('DELETE FROM batches WHERE at < ? AND pending = 0')
  const pruneDays = statement('DELETE FROM promised WHERE id NOT IN (SELECT id FROM batches)')

  function together(act: () => void): void {
    db.exec('BEGIN')
    try {
      act()
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
  const promiseDays = ({ id, days: of = {} }: IndexEntry): void => {
    for (const [day, sessions] of Object.entries(of)) promise.run(day, id, sessions)
  }

  return {
    trouble,
    find(id) {
      const row = find.get(id)
      return row ? rowOf(row) : null
    },
    enter: (batches) =>
      together(() => {
        for (const batch of batches) {
          const isNew = insert.run(...valuesOf(batch)).changes > 0
          const known = isNew ? undefined : find.get(batch.id)
          const row = known && rowOf(known)
          if (row && !row.damaged && row.lost === null) continue
          if (row) replace.run(...valuesOf(batch))
          promiseDays(batch)
        }
      }),
    settle: (id) => void settle.run(id),
    unsettled: () =>
      unsettled
        .all()
        .map(rowOf)
        .filter(({ damaged }) => !damaged),
    behind: ({ segment, end }) => behind.all(segment, segment, end).map((row) => String(row['id'])),
    markLost: (id, why) => void markLost.run(why, id),
    markWhole: (id) => void markLost.run(null, id),
    lost: () => lost.all().map((row) => ({ ...rowOf(row), lost: String(row['lost']) })),
    promised: (day, { segment, end }, after, limit) =>
      promised
        .all(day, after, segment, segment, end, limit)
        .map((row) => ({ id: String(row['id']), sessions: Number(row['sessions']) })),
    days: () => days.all().map((row) => String(row['day'])),
    release: (of) => together(() => of.forEach((day) => release.run(day))),
    isPromised: ({ id, days: of = {} }) =>
      Object.keys(of).some((day) => isPromised.get(day, id) !== undefined),
    amend(id, receipt) {
      const row = find.get(id)
      if (!row || rowOf(row).damaged) return
      const said = JSON.stringify(receipt)
      amend.run(said, sumOf([id, said, row['at'], row['segment'], row['ends'], row['days']]), id)
    },
    remove: (id) => void remove.run(id),
    rows: (after, limit) => rows.all(after, limit).map(rowOf),
    prune(at) {
      if (prune.run(at).changes > 0) pruneDays.run()
    },
    sync: () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => db.close(),
  }
}

type Values = [string, string, number, number, number | null, number | null, string | null, number]

function valuesOf({ id, receipt, at, pending, place, days }: IndexEntry): Values {
  const said = JSON.stringify(receipt)
  const byDay = days ? JSON.stringify(days) : null
  const [segment, end] = [place?.segment ?? null, place?.end ?? null]
  return [id, said, at, pending ? 1 : 0, segment, end, byDay, sumOf([id, said, at, segment, end, byDay])]
}

/** Over what changes by `amend` alone once it was entered. */
const sumOf = (facts: readonly (SQLOutputValue | undefined)[]): number => crc32(JSON.stringify(facts))

function rowOf(row: Record<string, SQLOutputValue>): IndexRow {
  const { id, receipt, at, segment, ends, days, sum } = row
  const place = typeof segment === 'number' && typeof ends === 'number' ? { segment, end: ends } : null
  const common = {
    id: String(id),
    at: Number(at),
    pending: row['pending'] === 1,
    place,
    lost: row['lost'] === null ? null : String(row['lost']),
    again: Number(row['again']),
  }
  const damaged = sum !== null && sum !== sumOf([id, receipt, at, segment, ends, days])
  try {
    const byDay: Record<string, number> | null = typeof days === 'string' ? JSON.parse(days) : null
    return { ...common, damaged, receipt: JSON.parse(String(receipt)), ...(byDay && { days: byDay }) }
  } catch {
    return { ...common, damaged: true, receipt: null }
  }
}
