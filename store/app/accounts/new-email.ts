import type { User } from '#model/account/user.ts'
import { isIntactRow } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { addMailedToken, takeMailedToken } from './mailed-tokens.ts'
import { changeWithin, getUser, isTaken, lockUser, userByEmail } from './users.ts'

/** An address that waits to become a user's: a mailed token that is not used yet is the row. */

/**
 * One waits at a time. One that somebody else has waits as well, and never gets further.
 * @returns what its link holds; null where it is somebody else's, and none is mailed
 */
export async function letEmailWait(
  db: AppDatabase,
  of: { user: string; email: string; expires: number },
): Promise<string | null> {
  const token = await addMailedToken(db, { ...of, purpose: 'new-email' })
  const holder = await userByEmail(db, of.email)
  return holder && holder.user.id !== of.user ? null : token
}

/** null where none waits. */
export async function waitingEmail(db: AppDatabase, user: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('mailed_tokens')
    .selectAll()
    .where('user', '=', user)
    .where('purpose', '=', 'new-email')
    .executeTakeFirst()
  return row && isIntactRow(row) && row.expires >= now ? row.email : null
}

/**
 * The address that waited becomes the user's, confirmed.
 * @returns the user before and after; null for what is no link of this user; 'taken' where somebody was faster, and it goes on waiting
 */
export async function confirmNewEmail(
  db: AppDatabase,
  of: { user: string; token: string; now: number },
): Promise<{ before: User; after: User } | 'taken' | null> {
  return db
    .transaction()
    .execute(async (within) => {
      await lockUser(within, of.user)
      const found = await takeMailedToken(within, { ...of, purpose: 'new-email' })
      const before = found && (await getUser(within, of.user))
      const after =
        found && (await changeWithin(within, of.user, { email: found.email, emailVerified: true }))
      return before && after && { before, after }
    })
    .catch((error: unknown) => {
      if (isTaken(error)) return 'taken' as const
      throw error
    })
}
