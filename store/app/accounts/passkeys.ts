import { z } from 'zod'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'

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

/** @returns false when somebody has it already */
export async function addPasskey(db: AppDatabase, of: Omit<Passkey, 'lastUsed'>): Promise<boolean> {
  const { publicKey: public_key, transports, ...rest } = of
  const made = await db
    .insertInto('passkeys')
    .values(summed({ ...rest, public_key, transports: JSON.stringify(transports), last_used: 0 }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
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

/** Notes a use. */
export async function usedPasskey(
  db: AppDatabase,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<void> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isIntactRow(row)) return
  const { sum: _sum, ...rest } = row
  await db
    .updateTable('passkeys')
    .set(summed({ ...rest, counter, last_used: now }))
    .where('id', '=', id)
    .execute()
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
