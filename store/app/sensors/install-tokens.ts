import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { uuidV7 } from '../../identifier.ts'
import { hashOf } from '../accounts/secret.ts'
import { lockWorkspaces } from '../lock-workspaces.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'

/** What installs one sensor, once. */
export interface InstallToken {
  id: string
  workspace: string
  /** Id of the profile that the sensor begins with. */
  profile: string
  /** "user ID" or "key ID". */
  madeBy: string
  created: number
  expires: number
  /** The sensor that came of it; null: none yet. */
  sensor: string | null
}

export interface InstallTokens {
  /** The secret, `nfi_…`, is told this once. Those that ended unused are forgotten. */
  create(of: { profile: string; madeBy: string; now: number; expires: number }): Promise<{
    token: InstallToken
    secret: string
  }>
  get(id: string): Promise<InstallToken | null>
  /** How many wait to be used. */
  waiting(now: number): Promise<number>
}

export const installTokens = (db: AppDatabase, workspace: string): InstallTokens => ({
  async create({ profile, madeBy, now, expires }) {
    await db
      .deleteFrom('install_tokens')
      .where('workspace', '=', workspace)
      .where('expires', '<', now - 86_400_000)
      .execute()
    const secret = `nfi_${randomBytes(32).toString('base64url')}`
    const row = summed({
      id: uuidV7(now),
      hash: hashOf(secret),
      workspace,
      profile,
      made_by: madeBy,
      created: now,
      expires,
      sensor: '',
    })
    await db.insertInto('install_tokens').values(row).execute()
    return { token: tokenOf(row), secret }
  },
  async get(id) {
    const row = await db
      .selectFrom('install_tokens')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && isIntactRow(row) ? tokenOf(row) : null
  },
  async waiting(now) {
    const { count } = await db
      .selectFrom('install_tokens')
      .select((row) => row.fn.countAll().as('count'))
      .where('workspace', '=', workspace)
      .where('sensor', '=', '')
      .where('expires', '>', now)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

/** What waits to be used. @returns null for one that is used, has ended or was never given out */
export async function findInstallToken(
  db: AppDatabase,
  of: { secret: string; now: number },
): Promise<InstallToken | null> {
  const row = await waitingRow(db, of)
  return row && tokenOf(row)
}

/**
 * Takes a token for a sensor, within the transaction that enters it. Until its end no other sensor is entered into the workspace: what is bounded
 * there is counted after this. @returns as `findInstallToken`
 */
export async function takeInstallToken(
  within: AppDatabase,
  { secret, sensor, now }: { secret: string; sensor: string; now: number },
): Promise<InstallToken | null> {
  const row = await waitingRow(within, { secret, now })
  if (!row) return null
  // Before the token, as where a workspace is removed: two who wait for each other would both fail.
  await lockWorkspaces(within, row.workspace)
  const { sum: _sum, ...rest } = row
  const taken = await within
    .updateTable('install_tokens')
    .set(summed({ ...rest, sensor }))
    .where('id', '=', row.id)
    // Of two at once one is the first.
    .where('sensor', '=', '')
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n ? tokenOf(row) : null
}

async function waitingRow(
  db: AppDatabase,
  { secret, now }: { secret: string; now: number },
): Promise<Selectable<Tables['install_tokens']> | null> {
  if (!/^nfi_[\w-]{43}$/.test(secret)) return null
  const row = await db
    .selectFrom('install_tokens')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst()
  return row && isIntactRow(row) && row.sensor === '' && row.expires > now ? row : null
}

const tokenOf = (row: Selectable<Tables['install_tokens']>): InstallToken => ({
  id: row.id,
  workspace: row.workspace,
  profile: row.profile,
  madeBy: row.made_by,
  created: row.created,
  expires: row.expires,
  sensor: row.sensor === '' ? null : row.sensor,
})
