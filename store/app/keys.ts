import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { uuidV7 } from '../identifier.ts'
import { isIntactRow, summed } from './row-sum.ts'
import type { AppDatabase } from './tables.ts'

export const keyRole = z.enum(['operator'])
export type KeyRole = z.infer<typeof keyRole>

export interface ApiKey {
  id: string
  workspace: string
  role: KeyRole
  created: number
  /** 0: never. Kept to about a minute. */
  lastUsed: number
}

const lastUsedGrain = 60_000

/** Makes a key. The secret is told this once; only its hash is kept. */
export async function createKey(
  db: AppDatabase,
  input: { workspace: string; role: KeyRole; now: number },
): Promise<{ key: ApiKey; secret: string }> {
  const secret = `nf_${randomBytes(32).toString('base64url')}`
  const row = summed({
    id: uuidV7(input.now),
    hash: hashOf(secret).toString('hex'),
    workspace: input.workspace,
    role: input.role,
    created: input.now,
    last_used: 0,
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
  if (!row || !isIntactRow(row) || !timingSafeEqual(hash, Buffer.from(row.hash, 'hex'))) return null
  if (now - row.last_used >= lastUsedGrain) {
    row.last_used = now
    await db.updateTable('api_keys').set({ last_used: now }).where('id', '=', row.id).execute()
  }
  return keyOf(row)
}

export async function removeKey(db: AppDatabase, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute()
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const keyOf = (row: {
  id: string
  workspace: string
  role: string
  created: number
  last_used: number
}): ApiKey => ({
  id: row.id,
  workspace: row.workspace,
  role: keyRole.parse(row.role),
  created: row.created,
  lastUsed: row.last_used,
})
