import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { lockUser } from './users.ts'

/** A second factor by codes that change with the time (RFC 6238). */
export interface SecondFactor {
  /** The seed, sealed. */
  seed: string
  /** Whether a first code was right: before that it guards nothing. */
  isConfirmed: boolean
  /** The time step of the last code that was used: each works once (§5.2). */
  lastStep: number
}

/** A row that is not what was written guards still, by no code but the recovery ones: else a flipped bit would let in who knows the password. */
export async function secondFactorOf(db: AppDatabase, user: string): Promise<SecondFactor | null> {
  const row = await db.selectFrom('second_factors').selectAll().where('user', '=', user).executeTakeFirst()
  if (!row) return null
  if (!isIntactRow(row)) return { seed: '', isConfirmed: true, lastStep: 0 }
  return { seed: row.seed, isConfirmed: row.confirmed === 1, lastStep: row.last_step }
}

/** Puts a seed in the place of one that was never confirmed. @returns false where one is confirmed */
export async function beginSecondFactor(
  db: AppDatabase,
  { user, seed, now }: { user: string; seed: string; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await within.deleteFrom('second_factors').where('user', '=', user).where('confirmed', '=', 0).execute()
    const row = summed({ user, seed, confirmed: 0, last_step: 0, created: now })
    const made = await within
      .insertInto('second_factors')
      .values(row)
      .onConflict((conflict) => conflict.column('user').doNothing())
      .returning('user')
      .executeTakeFirst()
    return made !== undefined
  })
}

/** Marks a code as used, and the factor as confirmed. @returns false where the code of this step, or a later one, was used before */
export async function useStep(db: AppDatabase, user: string, step: number): Promise<boolean> {
  const row = await db.selectFrom('second_factors').selectAll().where('user', '=', user).executeTakeFirst()
  if (!row || !isIntactRow(row) || row.last_step >= step) return false
  const { sum: _sum, ...rest } = row
  const used = await db
    .updateTable('second_factors')
    .set(summed({ ...rest, confirmed: 1, last_step: step }))
    .where('user', '=', user)
    // Of two who come at once with one code the later finds it used.
    .where('last_step', '=', row.last_step)
    .returning('user')
    .executeTakeFirst()
  return used !== undefined
}

/** The factor and its recovery codes. @returns false where there was none */
export async function removeSecondFactor(db: AppDatabase, user: string): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await within.deleteFrom('recovery_codes').where('user', '=', user).execute()
    const gone = await within.deleteFrom('second_factors').where('user', '=', user).executeTakeFirst()
    return gone.numDeletedRows > 0n
  })
}

/** New recovery codes, by their hashes; those before them work no more. */
export async function replaceRecoveryCodes(
  db: AppDatabase,
  { user, hashes, now }: { user: string; hashes: readonly string[]; now: number },
): Promise<void> {
  await db.transaction().execute(async (within) => {
    await lockUser(within, user)
    await within.deleteFrom('recovery_codes').where('user', '=', user).execute()
    await within
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => summed({ user, hash, created: now })))
      .execute()
  })
}

/** Each works once. @returns false for one that is not the user's */
export async function takeRecoveryCode(db: AppDatabase, user: string, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user', '=', user)
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
  return row !== undefined && isIntactRow(row)
}

export async function recoveryCodesLeft(db: AppDatabase, user: string): Promise<number> {
  const rows = await db.selectFrom('recovery_codes').selectAll().where('user', '=', user).execute()
  return rows.filter(isIntactRow).length
}
