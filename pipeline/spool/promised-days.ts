import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { isSum, sumOf } from './row-sum.ts'

/** Sessions of a batch on a day of an origin, "live 2026-03-15". */
export interface Promised {
  day: string
  id: string
  sessions: number
}

/** The table of what is promised of each day; a row left it when its day was released. Each carries a checksum. */
export interface PromisedDays {
  promise(promised: Promised): void
  /** Batches with sessions of a day that are not lost, up to a place in the spool; those behind `after`, at most `limit`. */
  ofDay(
    day: string,
    upTo: { segment: number; end: number },
    after: string,
    limit: number,
  ): { id: string; sessions: number }[]
  days(): string[]
  release(day: string): void
  /** What is promised of a batch, by day. */
  daysOf(id: string): Record<string, number>
  /** Forgets what is promised of batches that have no row. */
  prune(): void
  /** Whether a day of a batch is promised. */
  has(day: string, id: string): boolean
  /**
   * Takes rows out that are not what was written, of the next `limit` behind `after`. `unknown`: batches that have no row;
   * `next`: where to go on, null at the end.
   */
  takeDamaged(after: Key, limit: number): { damaged: Promised[]; unknown: string[]; next: Key | null }
}

export type Key = Pick<Promised, 'day' | 'id'>

export const schema = `CREATE TABLE IF NOT EXISTS promised
    (day TEXT NOT NULL, id TEXT NOT NULL, sessions INTEGER NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;`

export function openPromisedDays(
  statement: (sql: string) => ReturnType<DatabaseSync['prepare']>,
): PromisedDays {
  const all = 'day, id, sessions, sum'
  const promise = statement(`INSERT OR REPLACE INTO promised (${all}) VALUES (?, ?, ?, ?)`)
  const ofDay = statement(
    `SELECT p.day AS day, p.id AS id, p.sessions AS sessions, p.sum AS sum
     FROM promised AS p JOIN batches AS b ON b.id = p.id
     WHERE p.day = ? AND p.id > ? AND b.lost IS NULL AND (b.segment < ? OR (b.segment = ? AND b.ends <= ?))
     ORDER BY p.id LIMIT ?`,
  )
  const days = statement('SELECT DISTINCT day FROM promised ORDER BY day')
  const release = statement('DELETE FROM promised WHERE day = ?')
  const daysOf = statement(`SELECT ${all} FROM promised WHERE id = ?`)
  const prune = statement('DELETE FROM promised WHERE id NOT IN (SELECT id FROM batches)')
  const one = statement(`SELECT ${all} FROM promised WHERE day = ? AND id = ?`)
  const every = statement(
    `SELECT hex(day) AS day_bytes, hex(id) AS id_bytes, ${all},
       EXISTS (SELECT 1 FROM batches WHERE batches.id = promised.id) AS known
     FROM promised WHERE (day, id) > (?, ?) ORDER BY day, id LIMIT ?`,
  )
  // The order of keys does not find a row whose key was damaged, nor does a text that is none.
  const takeOut = statement('DELETE FROM promised WHERE hex(day) = ? AND hex(id) = ?')

  return {
    promise: ({ day, id, sessions }) => void promise.run(day, id, sessions, sumOf([day, id, sessions])),
    ofDay: (day, { segment, end }, after, limit) =>
      ofDay
        .all(day, after, segment, segment, end, limit)
        .map(promisedOf)
        .map(({ id, sessions }) => ({ id, sessions })),
    days: () => days.all().map((row) => String(row['day'])),
    release: (day) => void release.run(day),
    daysOf: (id) =>
      Object.fromEntries(
        daysOf
          .all(id)
          .filter(isIntact)
          .map(promisedOf)
          .map(({ day, sessions }) => [day, sessions]),
      ),
    prune: () => void prune.run(),
    has: (day, id) => one.get(day, id) !== undefined,
    takeDamaged({ day, id }, limit) {
      const rows = every.all(day, id, limit)
      const damaged = rows.filter((row) => !isIntact(row))
      for (const row of damaged) takeOut.run(String(row['day_bytes']), String(row['id_bytes']))
      // A damaged key may stand anywhere.
      const last = rows.findLast(isIntact)
      return {
        damaged: damaged.map(promisedOf),
        unknown: rows
          .filter((row) => isIntact(row) && Number(row['known']) === 0)
          .map((row) => String(row['id'])),
        next: last && rows.length === limit ? promisedOf(last) : null,
      }
    },
  }
}

type Row = Record<string, SQLOutputValue>

const isIntact = ({ day, id, sessions, sum }: Row): boolean => isSum(sum, [day, id, sessions])

const promisedOf = ({ day, id, sessions }: Row): Promised => ({
  day: String(day),
  id: String(id),
  sessions: Number(sessions),
})

/** Whether one may have become the other by the damage of a byte. */
export const isNear = (one: string, other: string): boolean =>
  one.length === other.length && [...one].filter((letter, at) => letter !== [...other][at]).length <= 1
