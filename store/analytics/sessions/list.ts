import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { Reads } from '../read-only.ts'
import { compilePredicate } from '../predicate/compile.ts'
import { address, count, flag, milliseconds } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { sessionNames } from '../tables/sessions-column-names.ts'
import type { WorkspaceScope } from './scope.ts'

const counting = defineQuery({
  name: 'count sessions of a workspace',
  params: z.object({ workspace: z.string() }),
  row: z.object({ total: count }),
  sql: 'SELECT count() AS total FROM {db}.sessions WHERE workspace = {workspace: String} AND ({{where}})',
})

const columns = {
  id: z.string(),
  origin: z.string(),
  published: flag,
  sensor: z.string(),
  capture: z.string(),
  first_packet: milliseconds,
  last_packet: milliseconds,
  transport: z.string(),
  protocols: z.array(z.string()),
  src_ip: address,
  src_port: z.number(),
  src_bytes: count,
  dst_ip: address,
  dst_port: z.number(),
  dst_bytes: count,
  tags: z.array(z.string()),
}

const listing = defineQuery({
  name: 'sessions of a workspace',
  params: z.object({ workspace: z.string(), size: z.number().int().min(1).max(10_000) }),
  row: z.object(columns),
  sql: `SELECT ${Object.keys(columns).join(', ')} FROM {db}.sessions
WHERE workspace = {workspace: String} AND ({{where}})
ORDER BY first_packet DESC, id LIMIT {size: UInt32}`,
})

export type ListedSession = z.output<typeof listing.row>

const where = (predicate: Predicate): { fragments: { where: Fragment } } => ({
  fragments: { where: compilePredicate(predicate, { names: sessionNames, prefix: 'w' }) },
})

/** How many sessions of the workspace match, unpublished ones included. */
export async function countSessions(
  { app }: Reads,
  scope: WorkspaceScope,
  predicate: Predicate,
): Promise<number> {
  const [row] = await app.run(counting, { workspace: scope.workspace }, where(predicate))
  return row?.total ?? 0
}

/** The newest matching sessions of the workspace. */
export const listSessions = (
  { app }: Reads,
  scope: WorkspaceScope,
  predicate: Predicate,
  { size }: { size: number },
): Promise<ListedSession[]> => app.run(listing, { workspace: scope.workspace, size }, where(predicate))
