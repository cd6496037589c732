import { z } from 'zod'
import { refuse } from '#model/errors.ts'
import { replacePartition } from '../partitions.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import type { Rebuild } from './rebuild.ts'

const staged = defineQuery({
  name: 'sessions of a day and their staged copies',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ stored: count, staged: count }),
  sql: `SELECT
  (SELECT count() FROM {local}.sessions WHERE origin = {origin: String} AND toDate(first_packet) = {day: Date}) AS stored,
  (SELECT count() FROM {local}.sessions_staging) AS staged`,
})

/** The partition of `sessions` that a day is. */
export const partitionOf = ({ origin, day }: Rebuild): string => `('${origin}', '${day}')`

/** Swaps the sessions of a day for the staged ones. @throws Refusal "busy" where these are not as many */
export async function swapSessions(host: Querier, { origin, day }: Rebuild): Promise<void> {
  const [sums] = await host.run(staged, { origin, day })
  // A statement of a process that died may still have been filling the staging table.
  if (!sums || sums.stored !== sums.staged)
    throw refuse('busy', `The sessions of ${origin} ${day} changed while they were retagged.`)
  await replacePartition(host, 'sessions', partitionOf({ origin, day }))
}
