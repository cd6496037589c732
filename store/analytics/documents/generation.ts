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

/** The youngest generation that a consolidation under way will replace, by host. */
const closed = new WeakMap<Querier, number>()

/** Version and generation of documents made now; call in the turn of the documents. */
export async function nextVersion(host: Querier): Promise<{ version: string; generation: number }> {
  const [row] = await host.run(latest, {})
  return {
    version: String((row?.version ?? 0n) + 1n),
    generation: Math.max(row?.generation ?? 0, (closed.get(host) ?? 0) + 1),
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
