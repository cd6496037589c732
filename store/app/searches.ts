import { sql } from 'kysely'
import type { AppDatabase } from './tables.ts'

/** Searches of everybody whose plan limits them, by week; by day where a legacy plan does. */
export interface Searches {
  /**
   * Counts one, unless the limit is reached; exactly, however many ask at once and in however many processes. The same request of the
   * same caller counts once. @returns how many were made then, and whether this one may be
   */
  take(of: Search & { limit: number }): Promise<{ allowed: boolean; isCounted: boolean; used: number }>
  /** One that was refused after all. */
  giveBack(of: Search): Promise<void>
  used(of: Pick<Search, 'who' | 'week'>): Promise<number>
}

export interface Search {
  /** "user ID", "keys of WORKSPACE", "network 198.51.100.7". */
  who: string
  /** Start of the span it counts in, milliseconds (model/account/search-week.ts). */
  week: number
  /** What the caller named the request; null where it has no name. */
  request: string | null
}

/** Weeks that are kept. */
const keptMs = 28 * 86_400_000

export const searches = (db: AppDatabase): Searches => ({
  take: ({ who, week, request, limit }) =>
    db.transaction().execute(async (within) => {
      if (request !== null && !(await isFirst(within, { who, week, request })))
        return { allowed: true, isCounted: false, used: await usedBy(within, who, week) }
      const used = limit > 0 ? await counted(within, { who, week, limit }) : undefined
      if (used === undefined) {
        if (request !== null) await forget(within, who, request)
        return { allowed: false, isCounted: false, used: await usedBy(within, who, week) }
      }
      if (used === 1) await removeOld(within, week)
      return { allowed: true, isCounted: true, used }
    }),
  async giveBack({ who, week, request }) {
    await db.transaction().execute(async (within) => {
      await within
        .updateTable('search_usage')
        .set((row) => ({ used: row('used', '-', 1) }))
        .where('who', '=', who)
        .where('week', '=', week)
        .where('used', '>', 0)
        .execute()
      if (request !== null) await forget(within, who, request)
    })
  },
  used: ({ who, week }) => usedBy(db, who, week),
})

/** One more, or nothing where the limit is reached: one statement, which the database makes one after the other. */
async function counted(
  db: AppDatabase,
  { who, week, limit }: { who: string; week: number; limit: number },
): Promise<number | undefined> {
  const row = await db
    .insertInto('search_usage')
    .values({ who, week, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['who', 'week'])
        .doUpdateSet({ used: sql<number>`search_usage.used + 1` })
        .where('search_usage.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst()
  return row?.used
}

async function isFirst(
  db: AppDatabase,
  of: { who: string; week: number; request: string },
): Promise<boolean> {
  const row = await db
    .insertInto('search_requests')
    .values(of)
    .onConflict((conflict) => conflict.columns(['who', 'request']).doNothing())
    .returning('request')
    .executeTakeFirst()
  return row !== undefined
}

async function forget(db: AppDatabase, who: string, request: string): Promise<void> {
  await db.deleteFrom('search_requests').where('who', '=', who).where('request', '=', request).execute()
}

async function usedBy(db: AppDatabase, who: string, week: number): Promise<number> {
  const row = await db
    .selectFrom('search_usage')
    .select('used')
    .where('who', '=', who)
    .where('week', '=', week)
    .executeTakeFirst()
  return row?.used ?? 0
}

async function removeOld(db: AppDatabase, week: number): Promise<void> {
  for (const table of ['search_usage', 'search_requests'] as const)
    await db
      .deleteFrom(table)
      .where('week', '<', week - keptMs)
      .execute()
}
