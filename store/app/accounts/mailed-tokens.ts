import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { hashOf, isPlausible, newSecret } from './secret.ts'

/** What a link in a mail proves: that the address is the user's, or that they may choose a new password. */
export type Purpose = 'verify-email' | 'reset-password'

export interface MailedToken {
  user: string
  email: string
}

/** A new one ends those before it: one link a purpose works at a time. */
export async function addMailedToken(
  db: AppDatabase,
  of: MailedToken & { purpose: Purpose; expires: number },
): Promise<string> {
  const token = newSecret()
  await db.transaction().execute(async (within) => {
    await within
      .deleteFrom('mailed_tokens')
      .where('user', '=', of.user)
      .where('purpose', '=', of.purpose)
      .execute()
    await within
      .insertInto('mailed_tokens')
      .values(summed({ hash: hashOf(token), ...of }))
      .execute()
  })
  return token
}

/** Works once; null for one that was used, has expired or was never given out. */
export async function takeMailedToken(
  db: AppDatabase,
  of: { token: string; purpose: Purpose; now: number },
): Promise<MailedToken | null> {
  if (!isPlausible(of.token)) return null
  const row = await db
    .deleteFrom('mailed_tokens')
    .where('hash', '=', hashOf(of.token))
    .where('purpose', '=', of.purpose)
    .returningAll()
    .executeTakeFirst()
  return row && isIntactRow(row) && row.expires >= of.now ? { user: row.user, email: row.email } : null
}
