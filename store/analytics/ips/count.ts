import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { where } from './where.ts'

const matching = defineQuery({
  name: 'count documents',
  params: z.object({}),
  row: z.object({ total: count }),
  sql: `SELECT count() AS total FROM ${currentDocuments('ip')}`,
  settings: currentSettings,
})

/** How many addresses match. */
export async function countDocuments(reads: Reads, predicate: Predicate): Promise<number> {
  const [row] = await reads.app.run(matching, {}, await where(reads, predicate))
  return row?.total ?? 0
}
