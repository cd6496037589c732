import type { AppDatabase } from './tables.ts'

/** Stored captures of a workspace whose packets are still kept. */
export interface KeptPackets {
  captures: number
  bytes: number
  /** When the oldest of them came, milliseconds; null without any. */
  oldest: number | null
}

const kept = (db: AppDatabase, workspace: string) =>
  db
    .selectFrom('captures')
    .leftJoin('removed_packets', 'removed_packets.capture', 'captures.id')
    .where('captures.workspace', '=', workspace)
    .where('removed_packets.capture', 'is', null)

export async function keptPackets(db: AppDatabase, workspace: string): Promise<KeptPackets> {
  const { captures, bytes, oldest } = await kept(db, workspace)
    .select(({ fn }) => [
      fn.countAll().as('captures'),
      fn.sum('captures.bytes').as('bytes'),
      fn.min('captures.created').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return {
    captures: Number(captures),
    bytes: Number(bytes ?? 0),
    oldest: oldest === null ? null : Number(oldest),
  }
}

/** The next whose packets would go, those that came first. */
export const oldestPackets = (
  db: AppDatabase,
  { workspace, limit }: { workspace: string; limit: number },
): Promise<{ id: string; bytes: number; created: number }[]> =>
  kept(db, workspace)
    .select(['captures.id', 'captures.bytes', 'captures.created'])
    .orderBy('captures.created')
    .orderBy('captures.id')
    .limit(limit)
    .execute()

/** Says that the packets of captures are kept no more; their rows stay, for their sessions name them. */
export async function markPacketsRemoved(
  db: AppDatabase,
  { workspace, ids, now }: { workspace: string; ids: readonly string[]; now: number },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('removed_packets')
    .columns(['capture', 'workspace', 'at'])
    .expression((of) =>
      of
        .selectFrom('captures')
        .select((row) => ['id', 'workspace', row.val(now).as('at')])
        .where('workspace', '=', workspace)
        .where('id', 'in', ids),
    )
    .onConflict((conflict) => conflict.column('capture').doNothing())
    .execute()
}

/** Rows of sensors' captures that are removed at once. */
const removedAtOnce = 1000

/**
 * Removes rows of captures of sensors, of all workspaces, whose packets are gone and that came before `before` (milliseconds): their sessions
 * have left by then, and no list shows them. Those of uploads stay.
 * @returns how many; a thousand at most
 */
export async function removeForgotten(db: AppDatabase, before: number): Promise<number> {
  return db.transaction().execute(async (within) => {
    const rows = await within
      .selectFrom('removed_packets')
      .innerJoin('captures', 'captures.id', 'removed_packets.capture')
      .select('captures.id')
      .where('captures.created', '<', before)
      .where('captures.batch', 'like', 'sensor:%')
      .limit(removedAtOnce)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await within.deleteFrom('captures').where('id', 'in', ids).execute()
    await within.deleteFrom('removed_packets').where('capture', 'in', ids).execute()
    return ids.length
  })
}

/** Those of some captures, of whichever workspace, whose packets are kept no more. */
export async function packetsRemoved(db: AppDatabase, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('removed_packets').select('capture').where('capture', 'in', ids).execute()
  return rows.map(({ capture }) => capture)
}
