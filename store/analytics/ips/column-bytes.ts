import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

const sizes = defineQuery({
  name: 'bytes of columns',
  params: z.object({}),
  row: z.object({ name: z.string(), bytes: count }),
  // Of small parts ("compact") the engine knows no sizes by column.
  sql: `SELECT if(table = 'ips', name, concat(table, '.', name)) AS name, data_uncompressed_bytes AS bytes
FROM system.columns WHERE database = '{local}' AND (table = 'ips' OR (table = 'terms' AND name = 'value'))
UNION ALL
SELECT concat(table, ' small parts') AS name, sum(data_uncompressed_bytes) AS bytes
FROM system.parts WHERE active AND database = '{local}' AND table IN ('ips', 'terms') AND part_type = 'Compact' GROUP BY table`,
})

const keptMs = 60_000
const known = new WeakMap<object, { at: number; sizes: Promise<ReadonlyMap<string, number>> }>()

/** How many bytes each column of the documents holds, and the values of lists (`terms.value`), asked once a minute: estimates need no more. */
export function columnBytes({ app, budget }: Reads): Promise<ReadonlyMap<string, number>> {
  const key = budget?.store ?? app
  const before = known.get(key)
  if (before && performance.now() - before.at < keptMs) return before.sizes
  const asked = app.run(sizes, {}).then(byColumn)
  known.set(key, { at: performance.now(), sizes: asked })
  asked.catch(() => known.delete(key))
  return asked
}

/** Half of what small parts hold is counted for each column: long texts are most of a document. */
function byColumn(rows: readonly { name: string; bytes: number }[]): ReadonlyMap<string, number> {
  const all = new Map(rows.map(({ name, bytes }) => [name, bytes]))
  const small = (table: string): number => (all.get(`${table} small parts`) ?? 0) / 2
  return new Map(
    rows.map(({ name, bytes }) => [name, bytes + small(name.startsWith('terms.') ? 'terms' : 'ips')]),
  )
}
