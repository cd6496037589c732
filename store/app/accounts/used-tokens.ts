import type { AppDatabase } from '../tables.ts'

/** Tokens that count once, on all servers that share the database. */
export interface UsedTokens {
  /** @param of.token a hash @returns false where it was used before */
  use(of: { token: string; expires: number }): Promise<boolean>
  /** What it was used for did not come about: it may be used again. */
  giveBack(token: string): Promise<void>
  /** Those that are too old to count. */
  removeOver(now: number): Promise<void>
}

export const usedTokens = (db: AppDatabase): UsedTokens => ({
  async use(of) {
    const row = await db
      .insertInto('used_tokens')
      .values(of)
      .onConflict((conflict) => conflict.column('token').doNothing())
      .returning('token')
      .executeTakeFirst()
    return row !== undefined
  },
  async giveBack(token) {
    await db.deleteFrom('used_tokens').where('token', '=', token).execute()
  },
  async removeOver(now) {
    await db.deleteFrom('used_tokens').where('expires', '<', now).execute()
  },
})
