import { isDataset, type RecentSearch } from '#model/account/recent-search.ts'
import { uuidV7 } from '../../identifier.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { lockUser } from './users.ts'

/** A search as its account keeps it. */
export interface KeptSearch extends RecentSearch {
  id: string
}

type Row = Tables['recent_searches']

/** Newest first; without rows that are not what was written. */
export async function recentSearchesOf(db: AppDatabase, user: string): Promise<KeptSearch[]> {
  return (await rowsOf(db, user)).filter(isIntactRow).flatMap(keptOf)
}

/**
 * Keeps searches, newest first, each once: one that is there becomes new again. The oldest beyond `most` leave.
 * @param now milliseconds
 */
export async function rememberSearches(
  db: AppDatabase,
  {
    user,
    now,
    most,
    searches,
  }: { user: string; now: number; most: number; searches: readonly RecentSearch[] },
): Promise<void> {
  await db.transaction().execute(async (within) => {
    await lockUser(within, user)
    // A millisecond apart they stay in their order, and newer than those of before.
    const [newest] = await rowsOf(within, user)
    const first = Math.max(now, newest ? newest.searched + 1 : now)
    for (const [place, { dataset, text }] of searches.toReversed().entries()) {
      const searched = first + place
      await within
        .deleteFrom('recent_searches')
        .where('user', '=', user)
        .where('dataset', '=', dataset)
        .where('text', '=', text)
        .execute()
      const row = summed({ id: uuidV7(searched), user, dataset, text, searched })
      await within.insertInto('recent_searches').values(row).execute()
    }
    for (const { id } of (await rowsOf(within, user)).slice(most))
      await within.deleteFrom('recent_searches').where('id', '=', id).execute()
  })
}

/** @returns false for one that is not the user's */
export async function forgetSearch(db: AppDatabase, of: { user: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recent_searches')
    .where('user', '=', of.user)
    .where('id', '=', of.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function forgetSearches(db: AppDatabase, user: string): Promise<void> {
  await db.deleteFrom('recent_searches').where('user', '=', user).execute()
}

const rowsOf = (db: AppDatabase, user: string): Promise<Row[]> =>
  db
    .selectFrom('recent_searches')
    .selectAll()
    .where('user', '=', user)
    .orderBy('searched', 'desc')
    .orderBy('id', 'desc')
    .execute()

const keptOf = ({ id, dataset, text }: Row): KeptSearch[] =>
  isDataset(dataset) ? [{ id, dataset, text }] : []
