import { z } from 'zod'
import { bigWhole } from '../query/columns.ts'
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

/** Documents made from here on go to a later generation than any there is. @returns the youngest there is */
export async function closeGeneration(host: Querier): Promise<number> {
  const [row] = await host.run(latest, {})
  const youngest = row?.generation ?? 0
  closed.set(host, youngest)
  return youngest
}
