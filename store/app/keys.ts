import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { everyScope, type KeyScope, keyScopes } from '#model/account/key-scope.ts'
import { uuidV7 } from '../identifier.ts'
import { lockWorkspaces } from './lock-workspaces.ts'
import { isIntactRow, summed } from './row-sum.ts'
import type { KeyChanges } from './key-changes.ts'
import type { AppDatabase } from './tables.ts'

export interface ApiKey {
  id: string
  workspace: string
  /** What it may be used for. */
  scopes: readonly KeyScope[]
  created: number
  /** 0: never. Kept to about a minute. */
  lastUsed: number
  /** "" for one that nobody named. */
  name: string
  /** What is shown of it: its last four characters; "" where an older release made it. */
  tail: string
  /** The user who made it; null for the server. */
  madeBy: string | null
  /** Milliseconds since 1970 UTC; null: never. */
  expires: number | null
}

/** The keys of one workspace. */
export interface WorkspaceKeys {
  /** Newest first, without those that have ended. */
  list(now: number): Promise<ApiKey[]>
  /**
   * A new key of that name; those of the name before it end after `overlapMs`. The secret is told this once.
   */
  rotate(of: { name: string; madeBy: string; now: number; overlapMs: number }): Promise<{
    key: ApiKey
    secret: string
  }>
  /**
   * One of its own name beside the shared one, in one act with `require`, which throws where there is no room beside those that there are,
   * newest first: nobody else of the workspace adds one meanwhile. The secret is told this once.
   */
  add(
    of: {
      name: string
      scopes: readonly KeyScope[]
      madeBy: string
      now: number
      expires: number | null
    },
    require?: (keys: readonly ApiKey[]) => void,
  ): Promise<{ key: ApiKey; secret: string }>
  remove(id: string): Promise<boolean>
}

const lastUsedGrain = 60_000

/** Makes a key. The secret is told this once; only its hash is kept. */
export async function createKey(
  db: AppDatabase,
  input: {
    workspace: string
    now: number
    scopes?: readonly KeyScope[]
    name?: string
    madeBy?: string
    expires?: number | null
  },
): Promise<{ key: ApiKey; secret: string }> {
  const secret = `nf_${randomBytes(32).toString('base64url')}`
  const row = summed({
    id: uuidV7(input.now),
    hash: hashOf(secret).toString('hex'),
    workspace: input.workspace,
    role: roleOf(input.scopes ?? everyScope),
    created: input.now,
    last_used: 0,
    name: input.name ?? '',
    tail: secret.slice(-4),
    made_by: input.madeBy ?? '',
    expires: input.expires ?? 0,
  })
  await db.insertInto('api_keys').values(row).execute()
  return { key: keyOf(row), secret }
}

/** Who this secret belongs to, or null, also for a row that is not what was written. 256 random bits are found by their hash; equality is checked in constant time. */
export async function findKey(db: AppDatabase, secret: string, now: number): Promise<ApiKey | null> {
  if (secret.length === 0 || secret.length > 256) return null
  const hash = hashOf(secret)
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('hash', '=', hash.toString('hex'))
    .executeTakeFirst()
  if (!row || !isIntactRow(row) || hasEnded(row, now)) return null
  if (!timingSafeEqual(hash, Buffer.from(row.hash, 'hex'))) return null
  if (now - row.last_used >= lastUsedGrain) {
    row.last_used = now
    await db.updateTable('api_keys').set({ last_used: now }).where('id', '=', row.id).execute()
  }
  return keyOf(row)
}

/** Name of the key that members of a workspace share; keys that a member made for something have others. */
export const sharedKeyName = 'workspace'

export async function removeKey(db: AppDatabase, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute()
}

/** Of every workspace, newest first, without those that have ended. */
export async function listKeys(db: AppDatabase, now: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => isIntactRow(row) && !hasEnded(row, now)).map(keyOf)
}

async function keysOf(db: AppDatabase, workspace: string, now: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('workspace', '=', workspace)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => isIntactRow(row) && !hasEnded(row, now)).map(keyOf)
}

export const workspaceKeys = (db: AppDatabase, changes: KeyChanges, workspace: string): WorkspaceKeys => ({
  list: (now) => keysOf(db, workspace, now),
  async rotate({ name, madeBy, now, overlapMs }) {
    const made = await db.transaction().execute(async (within) => {
      // Of two rotations at once the later ends the key of the earlier.
      await lockWorkspaces(within, workspace)
      const former = await within
        .selectFrom('api_keys')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('name', '=', name)
        .execute()
      for (const { sum, ...row } of former) {
        if (!isIntactRow({ ...row, sum })) continue
        const expires = row.expires === 0 ? now + overlapMs : Math.min(row.expires, now + overlapMs)
        await within
          .updateTable('api_keys')
          .set(summed({ ...row, expires }))
          .where('id', '=', row.id)
          .execute()
      }
      return createKey(within, { workspace, now, name, madeBy })
    })
    changes.changed()
    return made
  },
  async add(of, require) {
    const made = await db.transaction().execute(async (within) => {
      await lockWorkspaces(within, workspace)
      require?.(await keysOf(within, workspace, of.now))
      return createKey(within, { ...of, workspace })
    })
    changes.changed()
    return made
  },
  async remove(id) {
    const { numDeletedRows } = await db
      .deleteFrom('api_keys')
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .executeTakeFirst()
    changes.changed()
    return numDeletedRows > 0n
  },
})

/** A key ends at the instant that was told. */
const hasEnded = ({ expires }: { expires: number }, now: number): boolean => expires > 0 && now >= expires

/** The column holds words; "operator" is every scope, as releases before wrote it. */
const roleOf = (scopes: readonly KeyScope[]): string =>
  scopes.includes('admin') ? 'operator' : [...scopes].sort().join(' ')
const scopesIn = (role: string): readonly KeyScope[] =>
  role === 'operator' ? everyScope : keyScopes.filter((scope) => role.split(' ').includes(scope))

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const keyOf = (row: {
  id: string
  workspace: string
  role: string
  created: number
  last_used: number
  name: string
  tail: string
  made_by: string
  expires: number
}): ApiKey => ({
  id: row.id,
  workspace: row.workspace,
  scopes: scopesIn(row.role),
  created: row.created,
  lastUsed: row.last_used,
  name: row.name,
  tail: row.tail,
  madeBy: row.made_by === '' ? null : row.made_by,
  expires: row.expires === 0 ? null : row.expires,
})
