import { signInIdleSeconds } from '#model/account/sign-in-age.ts'
import { uuidV7 } from '../../identifier.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { hashOf, isPlausible, newSecret } from './secret.ts'

/** One browser in which somebody is signed in. */
export interface SignIn {
  id: string
  user: string
  /** Milliseconds since 1970 UTC. */
  created: number
  /** When the user last proved who they are. */
  authenticated: number
  /** Kept to about a minute. */
  lastUsed: number
  /** Where it was begun. */
  address: string
  agent: string
}

/** Milliseconds without a request after which it is over, and after which it is over in any case. */
export const idleMs = signInIdleSeconds * 1000
export const longestMs = 90 * 86_400_000

const lastUsedGrain = 60_000
const maxAgent = 300

/** The secret is told this once; only its hash is kept. */
export async function beginSignIn(
  db: AppDatabase,
  of: { user: string; address: string; agent: string; now: number },
): Promise<{ signIn: SignIn; secret: string }> {
  const secret = newSecret()
  const row = summed({
    hash: hashOf(secret),
    id: uuidV7(of.now),
    user: of.user,
    created: of.now,
    authenticated: of.now,
    last_used: of.now,
    address: of.address,
    agent: of.agent.slice(0, maxAgent),
  })
  await db.insertInto('sign_ins').values(row).execute()
  return { signIn: signInOf(row), secret }
}

/** Whose it is; null for one that is over, or is not what was written. */
export async function findSignIn(db: AppDatabase, secret: string, now: number): Promise<SignIn | null> {
  if (!isPlausible(secret)) return null
  const hash = hashOf(secret)
  const row = await db.selectFrom('sign_ins').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!row || !isIntactRow(row)) return null
  if (isOver(row, now)) {
    await db.deleteFrom('sign_ins').where('hash', '=', hash).execute()
    return null
  }
  if (now - row.last_used >= lastUsedGrain) {
    row.last_used = now
    await db.updateTable('sign_ins').set({ last_used: now }).where('hash', '=', hash).execute()
  }
  return signInOf(row)
}

/**
 * The same sign-in under another secret: after every gain of rights what was known of it opens nothing.
 * @param authenticated when the user proved who they are just now, milliseconds
 */
export async function rotateSignIn(
  db: AppDatabase,
  id: string,
  authenticated?: number,
): Promise<string | null> {
  return db.transaction().execute(async (within) => {
    const row = await within.selectFrom('sign_ins').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || !isIntactRow(row)) return null
    const secret = newSecret()
    const { sum: _sum, ...rest } = row
    const changed = summed({
      ...rest,
      hash: hashOf(secret),
      authenticated: authenticated ?? row.authenticated,
    })
    await within.updateTable('sign_ins').set(changed).where('id', '=', id).execute()
    return secret
  })
}

/** Newest first. */
export async function signInsOf(db: AppDatabase, user: string, now: number): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sign_ins')
    .selectAll()
    .where('user', '=', user)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => isIntactRow(row) && !isOver(row, now)).map(signInOf)
}

/** @param but the one that stays */
export async function endSignIns(db: AppDatabase, user: string, but?: string): Promise<void> {
  let ended = db.deleteFrom('sign_ins').where('user', '=', user)
  if (but !== undefined) ended = ended.where('id', '!=', but)
  await ended.execute()
}

export async function endSignIn(db: AppDatabase, of: { user: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_ins')
    .where('user', '=', of.user)
    .where('id', '=', of.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Rows of sign-ins that are over. */
export async function removeOver(db: AppDatabase, now: number): Promise<void> {
  await db
    .deleteFrom('sign_ins')
    .where((row) => row.or([row('last_used', '<', now - idleMs), row('created', '<', now - longestMs)]))
    .execute()
}

const isOver = ({ created, last_used }: { created: number; last_used: number }, now: number): boolean =>
  now - last_used > idleMs || now - created > longestMs

const signInOf = (row: Omit<Tables['sign_ins'], 'sum'>): SignIn => ({
  id: row.id,
  user: row.user,
  created: row.created,
  authenticated: row.authenticated,
  lastUsed: row.last_used,
  address: row.address,
  agent: row.agent,
})
