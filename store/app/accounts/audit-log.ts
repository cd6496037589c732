import { uuidV7 } from '../../identifier.ts'
import type { AppDatabase } from '../tables.ts'

/** One change that somebody made: who, what, from where, before and after. Never a secret. */
export interface Change {
  /** "" for what is of no workspace. */
  workspace: string
  /** "user ID", "key ID", "server". */
  actor: string
  /** "user.create", "workspace.rename", … */
  act: string
  /** What it was done to. */
  subject: string
  before: string
  after: string
  /** The network address it came from, "" for the server's own acts. */
  address: string
  /** Milliseconds since 1970 UTC. */
  at: number
}

export async function record(db: AppDatabase, change: Change): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ id: uuidV7(change.at), ...change })
    .execute()
}

/**
 * Oldest first, behind `after`. Ids begin with their time (UUIDv7), so that their order is the log's.
 * @param of.workspace undefined: of all
 */
export async function changesAfter(
  db: AppDatabase,
  of: { workspace: string | undefined; since: number; after: string; limit: number },
): Promise<(Change & { id: string })[]> {
  let found = db
    .selectFrom('audit_log')
    .selectAll()
    .where('at', '>=', of.since)
    .where('id', '>', of.after)
    .orderBy('id')
    .limit(of.limit)
  if (of.workspace !== undefined) found = found.where('workspace', '=', of.workspace)
  return found.execute()
}

/** Newest first. */
export async function changesOf(
  db: AppDatabase,
  { workspace, limit }: { workspace: string; limit: number },
): Promise<Change[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('workspace', '=', workspace)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id: _id, ...change }) => change)
}
