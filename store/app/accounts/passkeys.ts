import { z } from 'zod'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { lockUser } from './users.ts'

/** A key pair of somebody's device or password manager (WebAuthn); only the public half is here. */
export interface Passkey {
  /** As the authenticator names it, base64url. */
  id: string
  user: string
  /** COSE, base64url. */
  publicKey: string
  /** Grows with each use where the authenticator counts at all. */
  counter: number
  /** How the browser reaches it: "internal", "usb", … */
  transports: string[]
  name: string
  created: number
  /** 0: never. */
  lastUsed: number
}

/**
 * In one act with `require`, which throws where the user has as many as they may: they add no other meanwhile.
 * @returns false when somebody has it already
 */
export async function addPasskey(
  db: AppDatabase,
  of: Omit<Passkey, 'lastUsed'>,
  require?: (kept: number) => void,
): Promise<boolean> {
  const { publicKey: public_key, transports, ...rest } = of
  return db.transaction().execute(async (within) => {
    await lockUser(within, of.user)
    require?.((await passkeysOf(within, of.user)).length)
    const made = await within
      .insertInto('passkeys')
      .values(summed({ ...rest, public_key, transports: JSON.stringify(transports), last_used: 0 }))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  })
}

/** null also for a row that is not what was written. */
export async function findPasskey(db: AppDatabase, id: string): Promise<Passkey | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && isIntactRow(row) ? passkeyOf(row) : null
}

/** Oldest first. */
export async function passkeysOf(db: AppDatabase, user: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user', '=', user)
    .orderBy('created')
    .orderBy('id')
    .execute()
  return rows.filter(isIntactRow).map(passkeyOf)
}

/**
 * Notes a use for a challenge made at `begun`. Each challenge counts once: none that is older than the last use does, also of two at once.
 * @returns false for one that does not count
 */
export async function usedPasskey(
  db: AppDatabase,
  { id, counter, begun, now }: { id: string; counter: number; begun: number; now: number },
): Promise<boolean> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isIntactRow(row) || begun <= row.last_used) return false
  const { sum: _sum, ...rest } = row
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set(summed({ ...rest, counter, last_used: now }))
    .where('id', '=', id)
    .where('last_used', '=', row.last_used)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removePasskey(db: AppDatabase, of: { user: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user', '=', of.user)
    .where('id', '=', of.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const passkeyOf = (row: Omit<Tables['passkeys'], 'sum'>): Passkey => ({
  id: row.id,
  user: row.user,
  publicKey: row.public_key,
  counter: row.counter,
  transports: z.array(z.string()).parse(JSON.parse(row.transports)),
  name: row.name,
  created: row.created,
  lastUsed: row.last_used,
})
