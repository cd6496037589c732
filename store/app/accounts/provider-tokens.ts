import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'

/** By what a sign-in is refreshed with its provider. */
export interface ProviderToken {
  /** The refresh token, sealed. */
  refresh: string
  /** When the provider is asked again, milliseconds since 1970 UTC. */
  due: number
}

export async function keepProviderToken(
  db: AppDatabase,
  { signIn, refresh, due }: ProviderToken & { signIn: string },
): Promise<void> {
  const row = summed({ sign_in: signIn, refresh, due })
  await db
    .insertInto('provider_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('sign_in').doUpdateSet(row))
    .execute()
}

/**
 * The token of a sign-in where it is due; it is due for nobody else until `again`, since a provider takes a second use for theft.
 * null where nothing is to be done, and for a row that is not what was written.
 */
export async function takeDueToken(
  db: AppDatabase,
  { signIn, now, again }: { signIn: string; now: number; again: number },
): Promise<ProviderToken | null> {
  const row = await db
    .selectFrom('provider_tokens')
    .selectAll()
    .where('sign_in', '=', signIn)
    .executeTakeFirst()
  if (!row || !isIntactRow(row) || row.due > now) return null
  const { sum: _sum, ...rest } = row
  const { numUpdatedRows } = await db
    .updateTable('provider_tokens')
    .set(summed({ ...rest, due: again }))
    .where('sign_in', '=', signIn)
    .where('due', '=', row.due)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { refresh: row.refresh, due: row.due } : null
}
