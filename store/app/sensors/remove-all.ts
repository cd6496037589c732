import type { AppDatabase } from '../tables.ts'

/** Removes the sensors of a workspace with what they said, their profiles, and the tokens by which another would come. Part of a transaction. */
export async function removeSensors(within: AppDatabase, workspace: string): Promise<void> {
  for (const table of [
    'install_tokens',
    'sensor_batches',
    'sensor_changes',
    'sensor_health',
    'sensors',
    'sensor_profiles',
  ] as const)
    await within.deleteFrom(table).where('workspace', '=', workspace).execute()
}
