import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openAppStore } from './open.ts'
import { startTestPostgres } from './testing.ts'

const postgres = await startTestPostgres()
afterAll(() => postgres.stop())
const now = 1_700_000_000_000

test('every process on one PostgreSQL knows at once that a key or a workspace was changed, whoever did it', async () => {
  const url = await postgres.freshDatabase()
  const [one, other] = [await openAppStore({ url }), await openAppStore({ url })]
  try {
    const { keys, workspaces } = one.installation
    const { id: workspace } = await workspaces.create({ name: 'one', publish: true, now })
    const { key } = await keys.create({ workspace, now })
    const generation = (): number | null => other.installation.keys.generation()
    const changes = async (act: () => Promise<unknown>): Promise<void> => {
      await expect.poll(generation).not.toBeNull()
      const before = generation()
      await act()
      await expect.poll(generation).not.toBe(before)
    }
    await changes(() => keys.remove(key.id))
    await changes(() => sql`UPDATE workspaces SET publish = 0`.execute(one.db))
    // A line that broke tells nothing: nobody may rely on it until it stands again.
    await changes(() =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`.execute(one.db),
    )
  } finally {
    await one.close()
    await other.close()
  }
})
