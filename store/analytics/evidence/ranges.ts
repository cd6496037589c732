import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { currentSources } from './current.ts'

/** Slugs of the vetted actors in whose ranges an address lies. */
export const actorsHolding = defineQuery({
  name: 'actors whose ranges hold an address',
  params: z.object({ ip: z.string() }),
  row: z.object({ slug: z.string() }),
  sql: `SELECT DISTINCT toString(a.actor) AS slug FROM {local}.actor_ranges AS a
WHERE (a.source, a.version) IN ${currentSources}
  AND (a.start, a.length) IN (SELECT IPv6CIDRToRange({ip: IPv6}, length).1, length FROM (SELECT DISTINCT length FROM {local}.actor_ranges))
ORDER BY slug`,
})
