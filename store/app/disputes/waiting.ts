import { type Dispute, type DisputeClaim, disputeClaims } from '#model/dispute.ts'
import { uuidV7 } from '../../identifier.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'

type Row = Tables['disputes']

export interface NewDispute extends Omit<Dispute, 'id' | 'created'> {
  /** By what one is told from another. */
  sender: string
  now: number
  /** So many may wait. */
  most: number
}

export async function addDispute(
  db: AppDatabase,
  { now, most, ...of }: NewDispute,
): Promise<Dispute | 'waiting' | 'full'> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('closed', '=', 0)
    .executeTakeFirstOrThrow()
  // Of many at once a few may come in beyond it, which does no harm.
  if (Number(count) >= most) return 'full'
  const row = summed({ id: uuidV7(now), ...of, created: now, closed: 0 })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? disputeOf(row) : 'waiting'
}

/** Oldest first; without rows that are not what was written. */
export async function openDisputes(db: AppDatabase): Promise<Dispute[]> {
  const rows = await db.selectFrom('disputes').selectAll().where('closed', '=', 0).orderBy('id').execute()
  return rows.filter(isIntactRow).map(disputeOf)
}

export async function openDispute(db: AppDatabase, id: string): Promise<Dispute | null> {
  const row = await db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .where('closed', '=', 0)
    .executeTakeFirst()
  return row && isIntactRow(row) ? disputeOf(row) : null
}

/** @returns false where it does not wait any more: of two answers at once one counts */
export async function closeDispute(within: AppDatabase, id: string, closed: number): Promise<boolean> {
  const row = await within.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isIntactRow(row) || row.closed > 0) return false
  const { sum: _sum, ...rest } = row
  const { numUpdatedRows } = await within
    .updateTable('disputes')
    .set(summed({ ...rest, closed }))
    .where('id', '=', id)
    .where('closed', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeClosedDisputes(db: AppDatabase, before: number): Promise<void> {
  await db.deleteFrom('disputes').where('closed', '>', 0).where('closed', '<', before).execute()
}

const claimOf = (text: string): DisputeClaim => disputeClaims.find((known) => known === text) ?? 'other'

const disputeOf = ({ id, ip, claim, explanation, email, user, created }: Omit<Row, 'sum'>): Dispute => ({
  id,
  ip,
  claim: claimOf(claim),
  explanation,
  email,
  user,
  created,
})
