import type { AppDatabase } from '../tables.ts'

/** Who takes a batch in. Times are milliseconds since 1970 UTC. */
export interface BatchClaim {
  sensor: string
  id: string
  /** Name of the spool it goes into. */
  spool: string
  now: number
}

/**
 * What became of a claim: 'first', nobody had one; 'again', this spool or one whose claim ran out may hold the batch already;
 * 'taken', it is safe somewhere; 'theirs', another server is at it.
 */
export type Claimed = 'first' | 'again' | 'taken' | 'theirs'

/** For how long a claim keeps others out unless it is renewed. */
export const claimMs = 60_000

const of = (db: AppDatabase, workspace: string, { sensor, id }: Pick<BatchClaim, 'sensor' | 'id'>) =>
  db
    .updateTable('sensor_batches')
    .where('workspace', '=', workspace)
    .where('sensor', '=', sensor)
    .where('id', '=', id)

/** Looks at what others claimed, as often as one of them comes between looking and claiming. */
const maxLooks = 5

export async function claimBatch(db: AppDatabase, workspace: string, claim: BatchClaim): Promise<Claimed> {
  const { sensor, id, spool, now } = claim
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('sensor_batches')
    .values({ sensor, id, workspace, capture: '', sessions: 0, bytes: 0, received: now, claim: spool })
    .onConflict((conflict) => conflict.columns(['sensor', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 1n) return 'first'
  for (let look = 0; look < maxLooks; look += 1) {
    const claimed = await claimAgain(db, workspace, claim)
    if (claimed) return claimed
  }
  return 'theirs'
}

/** null where the row was another when it was to be claimed. */
async function claimAgain(
  db: AppDatabase,
  workspace: string,
  { sensor, id, spool, now }: BatchClaim,
): Promise<Claimed | null> {
  const row = await db
    .selectFrom('sensor_batches')
    .select(['claim', 'received'])
    .where('workspace', '=', workspace)
    .where('sensor', '=', sensor)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.claim === '') return 'taken'
  const isOver = row !== undefined && row.received <= now - claimMs
  if (!row || (row.claim !== spool && !isOver)) return 'theirs'
  // Of several servers that see it run out one gets it; a spool knows what it holds, however many put the batch there.
  const { numUpdatedRows } = await of(db, workspace, { sensor, id })
    .set({ claim: spool, received: Math.max(now, row.received + 1) })
    .where('claim', '=', row.claim)
    .$if(row.claim !== spool, (update) => update.where('received', '=', row.received))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? 'again' : null
}

/** @returns whether it is this spool's still */
export async function renewClaim(
  db: AppDatabase,
  workspace: string,
  { spool, now, ...batch }: BatchClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await of(db, workspace, batch)
    .set({ received: now })
    .where('claim', '=', spool)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Forgets a first claim, made at `now`, of a batch that surely is nowhere, unless somebody claimed it since. */
export async function forgetClaim(
  db: AppDatabase,
  workspace: string,
  { sensor, id, spool, now }: BatchClaim,
): Promise<void> {
  await db
    .deleteFrom('sensor_batches')
    .where('workspace', '=', workspace)
    .where('sensor', '=', sensor)
    .where('id', '=', id)
    .where('claim', '=', spool)
    .where('received', '=', now)
    .execute()
}

/** Whoever comes next need not wait. That somebody was at it stays known: a spool may hold the batch all the same. */
export async function endClaim(
  db: AppDatabase,
  workspace: string,
  { spool, now, ...batch }: BatchClaim,
): Promise<void> {
  await of(db, workspace, batch)
    .set({ received: now - claimMs })
    .where('claim', '=', spool)
    .execute()
}
