import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { dropPartitions } from '../partitions.ts'
import { type ExportTable, kept } from '../tables/exports.ts'

const partitionSizes = defineQuery({
  name: 'copies for exports',
  params: z.object({ table: z.string() }),
  row: z.object({ made_at: z.string(), snapshot: z.string(), owner: z.string(), rows: count }),
  sql: `SELECT keys[1] AS made_at, keys[2] AS snapshot, keys[3] AS owner, sum(rows) AS rows
FROM (SELECT rows, splitByChar(',', replaceRegexpAll(partition, '[()\\']', '')) AS keys FROM system.parts
  WHERE active AND database = '{local}' AND table = {table: String})
GROUP BY made_at, snapshot, owner`,
})

interface Copy {
  /** Milliseconds. */
  madeAt: number
  snapshot: string
  owner: string
  rows: number
}

const hour = 3_600_000
const lifetimes: Record<ExportTable, number> = {
  export_rows: kept.hours * hour,
  export_digests: kept.days * 24 * hour,
}

/** Copies whose owner begins with it are a visitor's. */
export const visitorKeeper = 'visitor'

interface Room {
  snapshots: number
  rows: number
}

/** How much of each one owner may keep, and all visitors together. What there is no longer room for leaves oldest first. */
export const room: Record<ExportTable, { owner: Room; visitor: Room; visitors: Room }> = {
  export_rows: {
    owner: { snapshots: 50, rows: 20_000_000 },
    visitor: { snapshots: 20, rows: 10_000_000 },
    visitors: { snapshots: 200, rows: 20_000_000 },
  },
  export_digests: {
    owner: { snapshots: 400, rows: 100_000_000 },
    visitor: { snapshots: 100, rows: 50_000_000 },
    visitors: { snapshots: 1_000, rows: 100_000_000 },
  },
}

const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** The copies that are there, oldest first. */
async function copies({ hosts }: Analytics, table: ExportTable): Promise<Copy[]> {
  const known = new Map<string, Copy>()
  for (const host of hosts) {
    for (const { made_at, snapshot, owner, rows } of await host.run(partitionSizes, { table })) {
      const before = known.get(snapshot)?.rows ?? 0
      known.set(snapshot, { madeAt: momentOf(made_at), snapshot, owner, rows: before + rows })
    }
  }
  return [...known.values()].sort((a, b) => a.madeAt - b.madeAt)
}

async function drop(
  { hosts }: Analytics,
  table: ExportTable,
  goes: (copy: { madeAt: number; snapshot: string }) => boolean,
): Promise<void> {
  for (const host of hosts)
    await dropPartitions(host, table, ([madeAt = '', snapshot = '']) =>
      goes({ madeAt: momentOf(madeAt), snapshot }),
    )
}

/** Drops copies and digests past their time; `now` in milliseconds. The engine's own TTL does the same, later. */
export async function dropOldExports(analytics: Analytics, now: number): Promise<void> {
  for (const [table, lifetime] of Object.entries(lifetimes) as [ExportTable, number][])
    await drop(analytics, table, ({ madeAt }) => madeAt < now - lifetime)
}

/** Removes all of one copy, e.g. one that was not finished. */
export async function dropExport(analytics: Analytics, snapshot: string): Promise<void> {
  for (const table of ['export_rows', 'export_digests'] as const)
    await drop(analytics, table, (copy) => copy.snapshot === snapshot)
}

const isVisitor = ({ owner }: { owner: string }): boolean => owner.startsWith(visitorKeeper)

/** The oldest copies of those with the most, until another one has room; of a single owner just the oldest. */
function leaving(among: readonly Copy[], rows: number, max: Room, sending: ReadonlySet<string>): Set<string> {
  const byOwner = Map.groupBy(
    among.filter(({ snapshot }) => !sending.has(snapshot)),
    ({ owner }) => owner,
  )
  let [count, held] = [among.length, among.reduce((sum, copy) => sum + copy.rows, 0)]
  const gone = new Set<string>()
  while (byOwner.size > 0 && (count >= max.snapshots || held + rows > max.rows)) {
    const weigh = (copies: readonly Copy[]): number =>
      held + rows > max.rows ? copies.reduce((sum, copy) => sum + copy.rows, 0) : copies.length
    const largest = [...byOwner.values()].reduce((a, b) => (weigh(b) > weigh(a) ? b : a))
    const oldest = largest.shift()
    if (!oldest) break
    gone.add(oldest.snapshot)
    count -= 1
    held -= oldest.rows
  }
  return gone
}

/**
 * Makes room for one more copy: an owner's oldest copies leave, never those of somebody else; where all visitors together
 * have too much, those of the visitor with the most. Nobody is refused: who made many gives up the oldest of them. A copy
 * that is being sent stays; there are never more of them than places (server/limits).
 */
export async function makeRoom(
  analytics: Analytics,
  {
    owner,
    rows,
    now,
    sending = new Set(),
  }: { owner: string; rows: number; now: number; sending?: ReadonlySet<string> },
): Promise<void> {
  await dropOldExports(analytics, now)
  for (const [table, max] of Object.entries(room) as [ExportTable, (typeof room)[ExportTable]][]) {
    const all = await copies(analytics, table)
    const mine = all.filter((copy) => copy.owner === owner)
    const gone = leaving(mine, rows, isVisitor({ owner }) ? max.visitor : max.owner, sending)
    if (isVisitor({ owner })) {
      const left = all.filter((copy) => isVisitor(copy) && !gone.has(copy.snapshot))
      for (const snapshot of leaving(left, rows, max.visitors, sending)) gone.add(snapshot)
    }
    if (gone.size > 0) await drop(analytics, table, ({ snapshot }) => gone.has(snapshot))
  }
}
