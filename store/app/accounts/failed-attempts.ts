import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AppDatabase } from '../tables.ts'

/** How often something failed. */
export interface Failures {
  count: number
  /** When the last one was, milliseconds; 0: never. */
  at: number
  /** Whether it went well here before. */
  isTrusted: boolean
}

/** Where failures are counted, under keys of the caller's. What is not there never failed. */
export interface FailureCounts {
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Failures>>
  /**
   * One more under each; what failed before `since` is forgotten.
   * @returns what stood before, so that of many at once each knows its place
   */
  add(keys: readonly string[], of: { now: number; since: number }): Promise<ReadonlyMap<string, Failures>>
  /** One less under each, of those that `add` counted at `at`: it was none. */
  takeBack(keys: readonly string[], at: number): Promise<void>
  /** It went well: nothing failed under this key, and it is trusted. @returns how many had failed */
  trust(key: string, now: number): Promise<{ failures: number }>
}

/** After how long a row is of no use any more. */
const keptMs = { failed: 60 * 60_000, trusted: 90 * 86_400_000 }
/** The oldest beyond so many are forgotten: whoever fills the table slows nobody down for long, and fills no disk. */
const maxKept = { failed: 150_000, trusted: 50_000 }
/** Failures of this process after which it looks. */
const looksEvery = 5_000

/** In the database, for every server that shares it; keys are kept as hashes, since they name people and addresses. */
export function failedAttempts(db: AppDatabase, limits = maxKept): FailureCounts {
  let added = 0
  return {
    async read(keys) {
      const hashes = new Map(keys.map((key) => [hashOf(key), key]))
      const rows = await db
        .selectFrom('failed_attempts')
        .select(['key', 'count', 'at', 'trusted'])
        .where('key', 'in', [...hashes.keys()])
        .execute()
      return new Map(
        rows.map(({ key, count, at, trusted }) => [
          hashes.get(key) ?? '',
          { count, at, isTrusted: trusted === 1 },
        ]),
      )
    },
    async add(keys, { now, since }) {
      added += 1
      if (added % looksEvery === 0) await removeOldAttempts(db, now, limits)
      const hashes = new Map(keys.map((key) => [hashOf(key), key]))
      const fresh = { count: 1, at: now, count_before: 0, at_before: 0, trusted: 0 }
      const standing = sql<number>`CASE WHEN failed_attempts.at < ${since} THEN 0 ELSE failed_attempts.count END`
      const rows = await db
        .insertInto('failed_attempts')
        // In one order: two servers that wait for each other would both fail.
        .values([...hashes.keys()].sort().map((key) => ({ key, ...fresh })))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`${standing} + 1`,
            at: now,
            count_before: standing,
            at_before: sql<number>`failed_attempts.at`,
          }),
        )
        .returning(['key', 'count_before', 'at_before', 'trusted'])
        .execute()
      return new Map(
        rows.map(({ key, count_before: count, at_before: at, trusted }) => [
          hashes.get(key) ?? '',
          { count, at, isTrusted: trusted === 1 },
        ]),
      )
    },
    async takeBack(keys, at) {
      for (const key of keys)
        await db
          .updateTable('failed_attempts')
          .set((row) => ({
            count: row('count', '-', 1),
            // Unless another one failed since.
            at: sql<number>`CASE WHEN ${row.ref('at')} = ${at} THEN ${row.ref('at_before')} ELSE ${row.ref('at')} END`,
          }))
          .where('key', '=', hashOf(key))
          .where('count', '>', 0)
          .execute()
    },
    async trust(key, now) {
      const row = { count: 0, at: now, at_before: 0, trusted: 1 }
      const { count_before: failures } = await db
        .insertInto('failed_attempts')
        .values({ key: hashOf(key), count_before: 0, ...row })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ count_before: sql<number>`failed_attempts.count`, ...row }),
        )
        .returning('count_before')
        .executeTakeFirstOrThrow()
      return { failures }
    },
  }
}

/** Rows that are of no use, and the oldest of too many. */
export async function removeOldAttempts(db: AppDatabase, now: number, limits = maxKept): Promise<void> {
  for (const kind of ['failed', 'trusted'] as const) {
    const trusted = kind === 'trusted' ? 1 : 0
    const beyond = await db
      .selectFrom('failed_attempts')
      .select('at')
      .where('trusted', '=', trusted)
      .orderBy('at', 'desc')
      .offset(limits[kind])
      .limit(1)
      .executeTakeFirst()
    await db
      .deleteFrom('failed_attempts')
      .where('trusted', '=', trusted)
      .where('at', '<=', Math.max(now - keptMs[kind] - 1, beyond?.at ?? 0))
      .execute()
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')
