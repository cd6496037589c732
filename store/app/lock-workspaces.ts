import type { AppDatabase } from './tables.ts'

/**
 * Until the end of the transaction nobody else changes who belongs to these workspaces, or what is bounded in them. A row that is written is locked by PostgreSQL; of
 * SQLite a transaction has all. Always in one order: two who wait for each other would both fail.
 */
export async function lockWorkspaces(within: AppDatabase, ...workspaces: readonly string[]): Promise<void> {
  for (const id of [...workspaces].sort())
    await within.updateTable('workspaces').set({ id }).where('id', '=', id).execute()
}
