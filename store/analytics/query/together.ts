import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { defineQuery, type Query, type Settings } from './define.ts'

/** A query with its values, to be asked beside others. */
export interface BoundQuery<Row> {
  name: string
  sql: string
  params: Record<string, unknown>
  settings: Settings
  columns: readonly string[]
  read: (row: unknown) => Row
}

export const bound = <P extends z.ZodType, R extends z.ZodObject>(
  query: Query<P, R>,
  params: z.input<P>,
): BoundQuery<z.output<R>> => ({
  name: query.name,
  sql: query.sql,
  params: z.record(z.string(), z.unknown()).parse(query.params.parse(params)),
  settings: query.settings ?? {},
  columns: Object.keys(query.row.shape),
  read: (row) => query.row.parse(row),
})

const row = z.object({
  part: z.string(),
  row: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))),
})

/** Each query is one stream of rows, so that it keeps its order; one thread is the cheapest for little. */
const streams = { max_threads: 1, query_plan_remove_redundant_sorting: 0 }

type Rows<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends BoundQuery<infer Row> | null ? Row[] : never
}

/**
 * Several queries of a few rows each in one statement: most of what such a one costs is being sent, read and planned. Rows are
 * those each would give by itself; of one that is null there are none. Settings of one are those of all.
 */
export async function together<Queries extends Record<string, BoundQuery<unknown> | null>>(
  { app }: Reads,
  queries: Queries,
): Promise<Rows<Queries>> {
  const asked = Object.entries(queries).flatMap(([key, each]) => (each ? [{ key, ...each }] : []))
  const found = new Map<string, unknown[]>(Object.keys(queries).map((key) => [key, []]))
  if (asked.length > 0) {
    const query = defineQuery({
      name: asked.map(({ name }) => name).join(', '),
      params: z.record(z.string(), z.unknown()),
      row,
      sql: asked
        .map(({ key, columns, sql }) => {
          const own = sql.replaceAll(/\{(\w+):/g, `{${key}_$1:`)
          return `SELECT '${key}' AS part, toJSONString(tuple(${columns.join(', ')})) AS row FROM (${own})`
        })
        .join('\nUNION ALL\n'),
      settings: Object.assign({}, ...asked.map(({ settings }) => settings), streams) as Settings,
    })
    const params = asked.flatMap(({ key, params: own }) =>
      Object.entries(own).map(([name, value]) => [`${key}_${name}`, value] as const),
    )
    const readers = new Map(asked.map((each) => [each.key, each]))
    for (const { part: key, row: values } of await app.run(query, Object.fromEntries(params))) {
      const reader = readers.get(key)
      if (!reader) throw new TypeError(`Nothing was asked of "${key}".`)
      const named = Object.fromEntries(reader.columns.map((name, at) => [name, values[at]]))
      found.get(key)?.push(reader.read(named))
    }
  }
  return Object.fromEntries(found) as Rows<Queries>
}
