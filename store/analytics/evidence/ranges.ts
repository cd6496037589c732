import { z } from 'zod'
import { toColumn } from '../address.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentSources } from './current.ts'

const holding = defineQuery({
  name: 'actors whose ranges hold an address',
  params: z.object({ ip: z.string() }),
  row: z.object({ slug: z.string() }),
  sql: `SELECT DISTINCT toString(a.actor) AS slug FROM {local}.actor_ranges AS a
WHERE (a.source, a.version) IN ${currentSources}
  AND (a.start, a.length) IN (SELECT IPv6CIDRToRange({ip: IPv6}, length).1, length FROM (SELECT DISTINCT length FROM {local}.actor_ranges))
ORDER BY slug`,
})

/** Slugs of the vetted actors in whose ranges an address lies. @throws RangeError for a text that is no address */
export const actorsHolding = async ({ app }: Reads, ip: string): Promise<string[]> =>
  (await app.run(holding, { ip: toColumn(ip) })).map(({ slug }) => slug)
