import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { hashOf, isPlausible, newSecret } from './secret.ts'

/** What a link in a mail proves: that the address is the user's, that they may choose a new password, or that an address which waits is theirs. */
export type Purpose = 'verify-email' | 'reset-password' | 'new-email'

export interface MailedToken {
  user: string
  email: string
}

/** A new one ends the one before it: one link a purpose works at a time, also of two that are asked for at once. */
export async function addMailedToken(
  db: AppDatabase,
  of: MailedToken & { purpose: Purpose; expires: number },
): Promise<string> {
  const token = newSecret()
  const row = summed({ hash: hashOf(token), ...of })
  await db
    .insertInto('mailed_tokens')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user', 'purpose']).doUpdateSet(row))
    .execute()
  return token
}

/**
 * Works once; null for one that was used, has expired or was never given out.
 * @param of.user whose alone it may be, where the one who asks is signed in
 */
export async function takeMailedToken(
  db: AppDatabase,
  of: { token: string; purpose: Purpose; now: number; user?: string },
): Promise<MailedToken | null> {
  if (!isPlausible(of.token)) return null
  const row = await db
    .deleteFrom('mailed_tokens')
    .where('hash', '=', hashOf(of.token))
    .where('purpose', '=', of.purpose)
    .$if(of.user !== undefined, (query) => query.where('user', '=', of.user ?? ''))
    .returningAll()
    .executeTakeFirst()
  return row && isIntactRow(row) && row.expires >= of.now ? { user: row.user, email: row.email } : null
}

/** Whose it is, without using it up; null as for taking it. */
export async function findMailedToken(
  db: AppDatabase,
  of: { token: string; purpose: Purpose; now: number },
): Promise<MailedToken | null> {
  if (!isPlausible(of.token)) return null
  const row = await db
    .selectFrom('mailed_tokens')
    .selectAll()
    .where('hash', '=', hashOf(of.token))
    .where('purpose', '=', of.purpose)
    .executeTakeFirst()
  return row && isIntactRow(row) && row.expires >= of.now ? { user: row.user, email: row.email } : null
}

/** @returns false where none waited */
export async function dropMailedToken(
  db: AppDatabase,
  { user, purpose }: { user: string; purpose: Purpose },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('mailed_tokens')
    .where('user', '=', user)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
