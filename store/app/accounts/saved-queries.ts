import { createHash } from 'node:crypto'
import type { SavedQuery } from '#model/account/saved-query.ts'
import { uuidV7 } from '../../identifier.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { lockUser } from './users.ts'

/** A query as its account keeps it. */
export interface KeptQuery extends SavedQuery {
  id: string
  /** Milliseconds. */
  savedAt: number
}

type Row = Tables['saved_queries']

/** Newest first; without rows that are not what was written. */
export async function savedQueriesOf(db: AppDatabase, user: string): Promise<KeptQuery[]> {
  const rows = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('user', '=', user)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter(isIntactRow).map(keptOf)
}

/**
 * Keeps a query. Each is kept once: one that is there gets the view, and the name where there is one, and stays in its place.
 * @param savedAt of one that comes back: its place is the one it had
 * @returns null where `most` are there
 */
export async function saveQuery(
  db: AppDatabase,
  {
    user,
    now,
    most,
    savedAt = now,
    ...query
  }: SavedQuery & { user: string; now: number; most: number; savedAt?: number },
): Promise<KeptQuery | null> {
  return db.transaction().execute(async (within) => {
    await lockUser(within, user)
    const known = await sameQuery(within, user, query.gnql)
    if (known) return replace(within, known, { view: query.view, name: query.name || known.name })
    return (await countOf(within, user)) < most ? insert(within, user, query, Math.min(savedAt, now)) : null
  })
}

/**
 * Keeps queries of somewhere else, newest first. One that is there stays as it is; what it lacks it gets.
 * @returns those for which there was no room
 */
export async function takeOverQueries(
  db: AppDatabase,
  { user, now, most, queries }: { user: string; now: number; most: number; queries: readonly SavedQuery[] },
): Promise<SavedQuery[]> {
  return db.transaction().execute(async (within) => {
    await lockUser(within, user)
    const left: SavedQuery[] = []
    let count = await countOf(within, user)
    for (const [place, query] of queries.entries()) {
      const known = await sameQuery(within, user, query.gnql)
      if (known)
        await replace(within, known, { view: known.view || query.view, name: known.name || query.name })
      else if (count >= most) left.push(query)
      else {
        // A millisecond apart they stay in their order.
        await insert(within, user, query, now - place)
        count += 1
      }
    }
    return left
  })
}

/** @returns null for one that is not the user's */
export async function renameQuery(
  db: AppDatabase,
  { user, id, name }: { user: string; id: string; name: string },
): Promise<KeptQuery | null> {
  return db.transaction().execute(async (within) => {
    await lockUser(within, user)
    const row = await within
      .selectFrom('saved_queries')
      .selectAll()
      .where('user', '=', user)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && isIntactRow(row) ? replace(within, row, { name }) : null
  })
}

/** @returns false for one that is not the user's */
export async function removeQuery(db: AppDatabase, of: { user: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_queries')
    .where('user', '=', of.user)
    .where('id', '=', of.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The row of a query. One that is not what was written makes room. */
async function sameQuery(within: AppDatabase, user: string, gnql: string): Promise<Row | null> {
  const row = await within
    .selectFrom('saved_queries')
    .selectAll()
    .where('user', '=', user)
    .where('hash', '=', hashOf(gnql))
    .executeTakeFirst()
  if (!row || isIntactRow(row)) return row ?? null
  await within.deleteFrom('saved_queries').where('id', '=', row.id).execute()
  return null
}

async function countOf(within: AppDatabase, user: string): Promise<number> {
  const { count } = await within
    .selectFrom('saved_queries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user', '=', user)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function insert(
  within: AppDatabase,
  user: string,
  { name, gnql, view }: SavedQuery,
  created: number,
): Promise<KeptQuery> {
  const row = summed({ id: uuidV7(created), user, hash: hashOf(gnql), name, gnql, view, created })
  await within.insertInto('saved_queries').values(row).execute()
  return keptOf(row)
}

async function replace(
  within: AppDatabase,
  { sum: _sum, ...rest }: Row,
  change: Partial<Pick<Row, 'name' | 'view'>>,
): Promise<KeptQuery> {
  const row = summed({ ...rest, ...change })
  await within.updateTable('saved_queries').set(row).where('id', '=', row.id).execute()
  return keptOf(row)
}

const hashOf = (gnql: string): string => createHash('sha256').update(gnql).digest('hex')

const keptOf = ({ id, name, gnql, view, created }: Omit<Row, 'sum'>): KeptQuery => ({
  id,
  name,
  gnql,
  view,
  savedAt: created,
})
