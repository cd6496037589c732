import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { Analytics } from '../open.ts'
import { compilePredicate } from '../predicate/compile.ts'
import { count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import { ipNames } from './names.ts'

/** A predicate over documents as the `{{where}}` of a query. */
export const where = (predicate: Predicate): { fragments: { where: Fragment } } => ({
  fragments: { where: compilePredicate(predicate, { names: ipNames, prefix: 'w' }) },
})

const matching = defineQuery({
  name: 'count documents',
  params: z.object({}),
  row: z.object({ total: count }),
  sql: 'SELECT count() AS total FROM {db}.ips FINAL WHERE {{where}}',
})

/** How many addresses match. */
export async function countDocuments({ app }: Analytics, predicate: Predicate): Promise<number> {
  const [row] = await app.run(matching, {}, where(predicate))
  return row?.total ?? 0
}
