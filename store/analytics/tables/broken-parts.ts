import { z } from 'zod'
import { defineQuery } from '../query/define.ts'

/** Parts that were set aside: by the engine when it started and could not read them, or by us. */
export const brokenParts = defineQuery({
  name: 'parts the engine set aside',
  params: z.object({}),
  row: z.object({ table: z.string(), name: z.string(), reason: z.string() }),
  sql: `SELECT table, name, ifNull(reason, '') AS reason FROM system.detached_parts
WHERE database = '{local}' AND (reason LIKE 'broken%' OR reason = '') ORDER BY table, name`,
})
