import { dirname } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { syncFolder } from '#store/files/durable.ts'
import { type LogCopies, openLogCopies } from '#store/sqlite/log-copies.ts'
import { openTables } from './batch-tables.ts'
import type { Place } from './place.ts'
import { isNear, type Key, openPromisedDays, type Promised } from './promised-days.ts'
import { isSum, sumOf } from './row-sum.ts'

/**
 * Which batches were ever accepted, with their first receipts: kept for at least 30 days, long after the segments
 * are gone. Not synced at each write: a segment holds the same facts until `sync` was called, and they are entered
 * again when the spool opens. Held under an exclusive lock, which also keeps a second process out of the spool; the
 * kernel drops it when the process dies.
 *
 * It is also the book of promises: where each batch was written and how many sessions of which day it holds, so that
 * what is missing in the spool or in the store can be told. Each row of either table
 * carries a checksum.
 */
export interface BatchIndex {
  find(id: string): IndexRow | null
  /**
   * Enters accepted batches in one transaction. Those already known keep their first receipt, unless their row is damaged
   * or they were lost and have come again.
   */
  enter(batches: readonly IndexEntry[]): void
  confirm(id: string): void
  /** Batches committed as pending and never confirmed, oldest first. */
  pending(): { id: string; receipt: unknown; at: number }[]
  /** Ids of batches written behind `place` and not known to be lost. */
  behind(place: Place): string[]
  /** Says that sessions of a batch are missing, and why they could not be restored ("" while that was not tried). */
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
  /**
   * Enters promises of days again whose rows are not what was written, of the next `limit` behind `after`.
   * @returns how many rows those were, batches that have no row, and where to go on, null at the end
   */
  repairDays(after: Key, limit: number): { repaired: number; unknown: string[]; next: Key | null }
  /** What is promised of a batch, by day. */
  daysOf(id: string): Record<string, number>
  /** Enters a batch of which only its days are known, as lost. */
  enterLost(id: string, at: number, why: string): void
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
  sync(): Promise<void>
  /** Ends when a change would wait for no disk. */
  ready(): Promise<void>
  /** What was wrong with the file when it was opened, in words; null when nothing was. */
  readonly lastError: string | null
  close(): Promise<void>
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

/** Whether a delivery of the same batch is told that it is known. */
export const isWhole = ({ damaged, lost }: IndexRow): boolean => !damaged && lost === null

export interface LostBatch extends IndexRow {
  lost: string
}

export async function openBatchIndex(path: string): Promise<BatchIndex> {
  const { db, lastError } = openTables(path)
  try {
    await syncFolder(dirname(path))
    return { ...entriesOf(db, await openLogCopies(path, db)), lastError }
  } catch (error) {
    db.close()
    throw error
  }
}

function entriesOf(db: DatabaseSync, copies: LogCopies): Omit<BatchIndex, 'lastError'> {
  const statement = (sql: string) => {
    const prepared = db.prepare(sql)
    // A damaged number beyond 2^53 would throw for all rows of an answer.
    prepared.setReadBigInts(true)
    return prepared
  }
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
  const confirm = statement('UPDATE batches SET pending = 0 WHERE id = ?')
  const pending = statement(`SELECT ${all} FROM batches WHERE pending = 1 ORDER BY at, id`)
  const behind = statement(
    'SELECT id FROM batches WHERE lost IS NULL AND (segment > ? OR (segment = ? AND ends > ?)) ORDER BY id',
  )
  const markLost = statement('UPDATE batches SET lost = ? WHERE id = ?')
  const lost = statement(`SELECT ${all} FROM batches WHERE lost IS NOT NULL ORDER BY at, id`)
  const rows = statement(`SELECT ${all} FROM batches WHERE id > ? ORDER BY id LIMIT ?`)
  const amend = statement('UPDATE batches SET receipt = ?, sum = ? WHERE id = ?')
  const remove = statement('DELETE FROM batches WHERE id = ?')
  const prune = statement('DELETE FROM batches WHERE at < ? AND pending = 0')
  const promised = openPromisedDays(statement)

  /** Whatever changes the database goes this way. */
  function change<T>(run: () => T): T {
    copies.beforeChange()
    const done = run()
    copies.afterChange()
    return done
  }

  const together = <T>(run: () => T): T =>
    change(() => {
      db.exec('BEGIN')
      try {
        const done = run()
        db.exec('COMMIT')
        return done
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    })
  const promiseDays = ({ id, days: of = {} }: IndexEntry): void => {
    for (const [day, sessions] of Object.entries(of)) promised.promise({ day, id, sessions })
  }

  /** The row of a batch says which of its days is the damaged one, by a letter that differs in the id or in the day. */
  function promiseAgain(damaged: Promised): void {
    for (let after = ''; ;) {
      const page = rows.all(after, 500).map(rowOf)
      for (const { id, days = {}, damaged: isUnknown } of page) {
        if (isUnknown || !isNear(id, damaged.id)) continue
        const there = promised.daysOf(id)
        for (const [day, sessions] of Object.entries(days))
          if (!(day in there) && isNear(day, damaged.day)) promised.promise({ day, id, sessions })
      }
      const last = page.at(-1)
      if (!last || page.length < 500) return
      after = last.id
    }
  }

  return {
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
          if (row && isWhole(row)) continue
          if (row) replace.run(...valuesOf(batch))
          promiseDays(batch)
        }
      }),
    confirm: (id) => void change(() => confirm.run(id)),
    pending: () =>
      pending
        .all()
        .map(rowOf)
        .filter(({ damaged }) => !damaged),
    behind: ({ segment, end }) => behind.all(segment, segment, end).map((row) => String(row['id'])),
    markLost: (id, why) => void change(() => markLost.run(why, id)),
    markWhole: (id) => void change(() => markLost.run(null, id)),
    lost: () => lost.all().map((row) => ({ ...rowOf(row), lost: String(row['lost']) })),
    promised: (day, upTo, after, limit) => promised.ofDay(day, upTo, after, limit),
    days: () => promised.days(),
    release: (of) => together(() => of.forEach((day) => promised.release(day))),
    repairDays: (after, limit) =>
      together(() => {
        const { damaged, unknown, next } = promised.takeDamaged(after, limit)
        for (const one of damaged) promiseAgain(one)
        return { repaired: damaged.length, unknown, next }
      }),
    daysOf: (id) => promised.daysOf(id),
    enterLost: (id, at, why) =>
      together(() => {
        // No checksum is that.
        insert.run(id, 'null', at, 0, 0, 0, null, -1)
        markLost.run(why, id)
      }),
    isPromised: ({ id, days: of = {} }) => Object.keys(of).some((day) => promised.has(day, id)),
    amend(id, receipt) {
      const row = find.get(id)
      if (!row || rowOf(row).damaged) return
      const said = JSON.stringify(receipt)
      const { at, segment, ends, days: byDay } = row
      change(() => amend.run(said, sumOf([id, said, at, segment, ends, byDay]), id))
    },
    remove: (id) => void change(() => remove.run(id)),
    rows: (after, limit) => rows.all(after, limit).map(rowOf),
    prune: (at) =>
      together(() => {
        if (prune.run(at).changes > 0) promised.prune()
      }),
    sync: copies.sync,
    ready: copies.copied,
    close: copies.close,
  }
}

type Values = [string, string, number, number, number | null, number | null, string | null, number]

function valuesOf({ id, receipt, at, pending, place, days }: IndexEntry): Values {
  const said = JSON.stringify(receipt)
  const byDay = days ? JSON.stringify(days) : null
  const [segment, end] = [place?.segment ?? null, place?.end ?? null]
  // Over what changes by `amend` alone once it was entered.
  return [id, said, at, pending ? 1 : 0, segment, end, byDay, sumOf([id, said, at, segment, end, byDay])]
}

function rowOf(row: Record<string, SQLOutputValue>): IndexRow {
  const { id, receipt, at, segment, ends, days, sum } = row
  const place =
    typeof segment === 'bigint' && typeof ends === 'bigint'
      ? { segment: Number(segment), end: Number(ends) }
      : null
  const common = {
    id: String(id),
    at: Number(at),
    pending: Number(row['pending']) === 1,
    place,
    lost: row['lost'] === null ? null : String(row['lost']),
    again: Number(row['again']),
  }
  const damaged = !isSum(sum, [id, receipt, at, segment, ends, days])
  try {
    const byDay: Record<string, number> | null = typeof days === 'string' ? JSON.parse(days) : null
    return { ...common, damaged, receipt: JSON.parse(String(receipt)), ...(byDay && { days: byDay }) }
  } catch {
    return { ...common, damaged: true, receipt: null }
  }
}
