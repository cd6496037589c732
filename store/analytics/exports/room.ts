import { z } from 'zod'
import { Refusal } from '#model/errors.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { dropPartitions } from '../rebuild/partitions.ts'
import { type ExportTable, kept } from './columns.ts'

const parts = defineQuery({
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

/** How much of each one owner may keep. What an owner no longer has room for leaves oldest first. */
export const room: Record<ExportTable, { snapshots: number; rows: number }> = {
  export_rows: { snapshots: 50, rows: 20_000_000 },
  export_digests: { snapshots: 400, rows: 100_000_000 },
}

/** A younger copy is not dropped for another: its download has hardly begun. */
const fresh = 10 * 60_000

const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** The copies that are there, oldest first. */
async function copies({ hosts }: Analytics, table: ExportTable): Promise<Copy[]> {
  const known = new Map<string, Copy>()
  for (const host of hosts) {
    for (const { made_at, snapshot, owner, rows } of await host.run(parts, { table })) {
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

/**
 * Makes room for one more copy of an owner by dropping the owner's oldest.
 * @throws Refusal 'busy' when only fresh ones are left
 */
export async function makeRoom(
  analytics: Analytics,
  { owner, rows, now }: { owner: string; rows: number; now: number },
): Promise<void> {
  await dropOldExports(analytics, now)
  for (const [table, most] of Object.entries(room) as [ExportTable, (typeof room)[ExportTable]][]) {
    const mine = (await copies(analytics, table)).filter((copy) => copy.owner === owner)
    const leaving = new Set<string>()
    let held = mine.reduce((sum, copy) => sum + copy.rows, 0)
    for (const { snapshot, madeAt, rows: freed } of mine) {
      if (mine.length - leaving.size < most.snapshots && held + rows <= most.rows) break
      if (now - madeAt < fresh)
        throw new Refusal('busy', {
          message: `The exports of the last ${fresh / 60_000} minutes take all the room there is, try again later.`,
          retryAfter: Math.ceil((fresh - (now - madeAt)) / 1000),
        })
      leaving.add(snapshot)
      held -= freed
    }
    if (leaving.size > 0) await drop(analytics, table, ({ snapshot }) => leaving.has(snapshot))
  }
}
