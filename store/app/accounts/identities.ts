import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'

/** Who somebody is at a provider. An address of mail is none: it changes hands. */
export interface Identity {
  issuer: string
  subject: string
}

/** The user's id; null for one nobody has, and for a row that is not what was written. */
export async function userOfIdentity(db: AppDatabase, { issuer, subject }: Identity): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && isIntactRow(row) ? row.user : null
}

/** @returns false when it is somebody's already */
export async function addIdentity(
  db: AppDatabase,
  { issuer, subject }: Identity,
  { user, now }: { user: string; now: number },
): Promise<boolean> {
  const row = await db
    .insertInto('identities')
    .values(summed({ issuer, subject, user, created: now }))
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user')
    .executeTakeFirst()
  return row !== undefined
}

/** Issuers at which a user has an identity, oldest first. */
export async function issuersOf(db: AppDatabase, user: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('user', '=', user)
    .orderBy('created')
    .orderBy('issuer')
    .execute()
  return rows.filter(isIntactRow).map(({ issuer }) => issuer)
}
