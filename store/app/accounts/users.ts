import { type Offering, offerings } from '#model/account/offering.ts'
import { emailKey, type Profile, type User } from '#model/account/user.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { dropMailedToken } from './mailed-tokens.ts'

type Row = Tables['users']

export interface NewUser {
  id: string
  email: string
  emailVerified: boolean
  /** In the PHC format, "" for none. */
  password: string
  profile: Partial<Profile>
  offering: Offering | null
  activeWorkspace: string
  now: number
}

export async function insertUser(db: AppDatabase, of: NewUser): Promise<User> {
  const { firstName = '', lastName = '', username = '', title = '', company = '', vertical = '' } = of.profile
  const row = summed({
    id: of.id,
    email: of.email.trim(),
    email_key: emailKey(of.email),
    email_verified: of.emailVerified ? 1 : 0,
    first_name: firstName,
    last_name: lastName,
    username,
    title,
    company,
    vertical,
    offering: of.offering ?? '',
    expires: '',
    trial_end: '',
    trial_offering: '',
    active_workspace: of.activeWorkspace,
    password: of.password,
    created: of.now,
  })
  await db.insertInto('users').values(row).execute()
  return userOf(row)
}

/** null also for a row that is not what was written. */
export async function getUser(db: AppDatabase, id: string): Promise<User | null> {
  const row = await rowOf(db, id)
  return row ? userOf(row) : null
}

/** With the hash of the password, "" for none. */
export async function userByEmail(
  db: AppDatabase,
  email: string,
): Promise<{ user: User; password: string } | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return row && isIntactRow(row) ? { user: userOf(row), password: row.password } : null
}

export async function passwordOf(db: AppDatabase, id: string): Promise<string> {
  return (await rowOf(db, id))?.password ?? ''
}

/** Oldest first. */
export async function listUsers(db: AppDatabase): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('created').orderBy('id').execute()
  return rows.filter(isIntactRow).map(userOf)
}

export async function hasUsers(db: AppDatabase): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface UserChange extends Partial<Profile> {
  email?: string
  emailVerified?: boolean
  password?: string
  activeWorkspace?: string
  offering?: Offering | null
  expires?: string | null
  trial?: User['trial']
}

/** @returns the user as it is then; null when there is none. @throws what `isTaken` knows, for an address somebody else has */
export async function changeUser(db: AppDatabase, id: string, change: UserChange): Promise<User | null> {
  return db.transaction().execute((within) => changeWithin(within, id, change))
}

/** The same within a transaction that does more. */
export async function changeWithin(
  within: AppDatabase,
  id: string,
  change: UserChange,
): Promise<User | null> {
  await lockUser(within, id)
  const row = await rowOf(within, id)
  if (!row) return null
  const { sum: _sum, ...rest } = row
  const changed = summed({ ...rest, ...columnsOf(change) })
  await within.updateTable('users').set(changed).where('id', '=', id).execute()
  // Whoever had another address wait, and knew the password of before, does not get it any more.
  if (change.password !== undefined) await dropMailedToken(within, { user: id, purpose: 'new-email' })
  return userOf(changed)
}

/**
 * Until the end of the transaction nobody else changes this user, or what is theirs and says so here: of two changes at once the later knows
 * what the earlier wrote. A row that is written is locked by PostgreSQL; of SQLite a transaction has all. It comes before every other lock.
 */
export async function lockUser(within: AppDatabase, id: string): Promise<void> {
  await within.updateTable('users').set({ id }).where('id', '=', id).execute()
}

/** Whether the database refused an address that somebody else has: of the columns of a user it alone must be unique. */
export const isTaken = (error: unknown): boolean => /unique/i.test(String(error))

export async function removeUser(db: AppDatabase, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

async function rowOf(db: AppDatabase, id: string): Promise<Row | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && isIntactRow(row) ? row : undefined
}

function columnsOf(change: UserChange): Partial<Row> {
  const said = {
    email: change.email?.trim(),
    email_key: change.email === undefined ? undefined : emailKey(change.email),
    email_verified: change.emailVerified === undefined ? undefined : Number(change.emailVerified),
    first_name: change.firstName,
    last_name: change.lastName,
    username: change.username,
    title: change.title,
    company: change.company,
    vertical: change.vertical,
    password: change.password,
    active_workspace: change.activeWorkspace,
    offering: change.offering === null ? '' : change.offering,
    expires: change.expires === null ? '' : change.expires,
    trial_end: change.trial === null ? '' : change.trial?.endDate,
    trial_offering: change.trial === null ? '' : change.trial?.offering,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

const known = (text: string): Offering | null => offerings.find((one) => one === text) ?? null

function userOf(row: Omit<Row, 'sum'>): User {
  const trial = known(row.trial_offering)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    title: row.title,
    company: row.company,
    vertical: row.vertical,
    offering: known(row.offering),
    expires: row.expires === '' ? null : row.expires,
    trial: trial && row.trial_end !== '' ? { endDate: row.trial_end, offering: trial } : null,
    activeWorkspace: row.active_workspace,
    created: row.created,
  }
}
