import { z } from 'zod'
import type { Column, Predicate } from '#gnql/predicate.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { where } from './count.ts'
import { ipNames } from './names.ts'

export interface ValueCount {
  value: string
  /** Addresses. */
  count: number
}

const listShapes: ReadonlySet<Column['shape']> = new Set([
  'text-list',
  'number-list',
  'pair-text',
  'pair-number',
])

/** The texts of one column in a document, each once; empty text is no value. */
function valuesOf(column: Column): string {
  const { expr } = ipNames(column)
  if (listShapes.has(column.shape))
    return `arrayFilter(x -> x != '', arrayDistinct(arrayMap(x -> toString(x), ${expr})))`
  if (column.shape === 'boolean') return `[if(${expr}, 'true', 'false')]`
  return `arrayFilter(x -> x != '', [toString(${expr})])`
}

/** One pass over the matches, whatever the number of columns. Numbers stand for columns, in the order given. */
const facetsOf = (columns: readonly Column[]) =>
  defineQuery({
    name: 'facets',
    params: z.object({ top: z.number().int().min(1).max(10_000) }),
    row: z.object({ place: z.number(), value: z.string(), total: count }),
    sql: `SELECT place, value, count() AS total FROM (
  SELECT arrayJoin(arrayConcat(${columns
    .map((column, place) => `arrayMap(x -> (toUInt8(${place}), x), ${valuesOf(column)})`)
    .join(', ')})) AS pair, pair.1 AS place, pair.2 AS value
  FROM {db}.ips FINAL WHERE {{where}}
) GROUP BY place, value ORDER BY place, total DESC, value LIMIT {top: UInt32} BY place`,
  })

/**
 * The most frequent values of each column among the matches with exact counts; ties are ordered by value. Truncated
 * lists count what the document kept. The answer is parallel to `columns`, which come from the registry.
 */
export async function facets(
  { app }: Analytics,
  predicate: Predicate,
  { columns, top }: { columns: readonly Column[]; top: number },
): Promise<ValueCount[][]> {
  const answer: ValueCount[][] = columns.map(() => [])
  if (columns.length === 0) return answer
  for (const { place, value, total } of await app.run(facetsOf(columns), { top }, where(predicate)))
    answer[place]?.push({ value, count: total })
  return answer
}
