import { z } from 'zod'
import { bigWhole, count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'

const latest = defineQuery({
  name: 'latest document version and generation',
  params: z.object({}),
  row: z.object({ version: bigWhole, generation: z.number() }),
  sql: 'SELECT max(version) AS version, max(generation) AS generation FROM {local}.ips',
})

/** Another text whenever documents were made or removed since; the latest version alone can come a second time, after a consolidation. */
export async function stateOfDocuments(host: Querier): Promise<string> {
  const [row] = await host.run(latest, {})
  return `${row?.version ?? 0n} ${row?.generation ?? 0}`
}

/** The youngest generation that a consolidation under way will replace, by host. */
const closed = new WeakMap<Querier, number>()

/** Latest version of a document and youngest generation, as a scalar. */
export const latestSql = '(SELECT (max(version), max(generation)) FROM {local}.ips)'
export const latestPair = z.tuple([bigWhole, z.number()])

/** Numbers of documents made in one turn: each later than all that were made before, in a generation that no consolidation under way replaces. */
export interface Versions {
  /** What `latestSql` told. */
  follow(latest: z.output<typeof latestPair>): void
  next(): { version: string; generation: number }
}

/** Call in the turn of the documents. */
export function versionsOf(host: Querier): Versions {
  let last = 0n
  let youngest = 0
  return {
    follow([version, generation]) {
      if (version > last) last = version
      youngest = Math.max(youngest, generation)
    },
    next() {
      last += 1n
      return { version: String(last), generation: Math.max(youngest, (closed.get(host) ?? 0) + 1) }
    },
  }
}

/** The youngest generation there is, and the latest version of a document. */
export interface Closed {
  youngest: number
  version: string
}

/** Documents that this process makes from here on go to a later generation than any there is. */
export async function closeGeneration(host: Querier): Promise<Closed> {
  const [row] = await host.run(latest, {})
  const youngest = row?.generation ?? 0
  closed.set(host, youngest)
  return { youngest, version: String(row?.version ?? 0n) }
}

const late = defineQuery({
  name: 'documents made in closed generations',
  params: z.object({ youngest: z.number(), version: z.string() }),
  row: z.object({ documents: count }),
  sql: `SELECT count() AS documents FROM {local}.ips
WHERE generation > 0 AND generation <= {youngest: UInt32} AND version > {version: UInt64}`,
})

/** Whether another process, which cannot know of the closing, made documents in these generations since. */
export const isWrittenSince = async (host: Querier, closed: Closed): Promise<boolean> =>
  ((await host.run(late, closed))[0]?.documents ?? 0) > 0
