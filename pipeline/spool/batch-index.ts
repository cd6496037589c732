import { DatabaseSync } from 'node:sqlite'

/**
 * Which batches were ever accepted, with their first receipts: kept for at least 30 days, long after the segments
 * are gone. Not synced at each write: a segment holds the same facts until `sync` was called, and they are entered
 * again when the spool opens. Held under an exclusive lock, which also keeps a second process out of the spool; the
 * kernel drops it when the process dies.
 */
export interface BatchIndex {
  find(id: string): { receipt: unknown } | null
  /** Enters accepted batches in one transaction; those already known keep their first receipt. */
  enter(batches: readonly IndexEntry[]): void
  settle(id: string): void
  /** Batches committed as pending and never settled, oldest first. */
  unsettled(): { id: string; receipt: unknown; at: number }[]
  /** Forgets batches entered before `at` (ms). */
  prune(at: number): void
  /** Makes everything entered so far survive a power cut. */
  sync(): void
  close(): void
}

export interface IndexEntry {
  id: string
  receipt: unknown
  at: number
  pending: boolean
}

export function openBatchIndex(path: string): BatchIndex {
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS batches
        (id TEXT PRIMARY KEY, receipt TEXT NOT NULL, at INTEGER NOT NULL, pending INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS batches_at ON batches (at);
      CREATE INDEX IF NOT EXISTS batches_pending ON batches (at) WHERE pending = 1;
      COMMIT`)
  } catch (error) {
    db.close()
    throw error
  }
  const find = db.prepare('SELECT receipt FROM batches WHERE id = ?')
  const insert = db.prepare('INSERT OR IGNORE INTO batches (id, receipt, at, pending) VALUES (?, ?, ?, ?)')
  const settle = db.prepare('UPDATE batches SET pending = 0 WHERE id = ?')
  const unsettled = db.prepare('SELECT id, receipt, at FROM batches WHERE pending = 1 ORDER BY at, id')
  const prune = db.prepare('DELETE FROM batches WHERE at < ? AND pending = 0')
  return {
    find(id) {
      const row = find.get(id)
      return row ? { receipt: JSON.parse(String(row['receipt'])) } : null
    },
    enter(batches) {
      db.exec('BEGIN')
      try {
        for (const batch of batches)
          insert.run(batch.id, JSON.stringify(batch.receipt), batch.at, batch.pending ? 1 : 0)
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    settle: (id) => void settle.run(id),
    unsettled: () =>
      unsettled.all().map((row) => ({
        id: String(row['id']),
        receipt: JSON.parse(String(row['receipt'])),
        at: Number(row['at']),
      })),
    prune: (at) => void prune.run(at),
    sync: () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => db.close(),
  }
}
