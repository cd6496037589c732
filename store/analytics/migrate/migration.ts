/**
 * One numbered step of the schema. A statement may run a second time when the process dies between running and
 * recording it, so each must bear that: `CREATE … IF NOT EXISTS`, `ADD COLUMN IF NOT EXISTS`, never a bare INSERT.
 * Published migrations never change; a later one amends them.
 */
export interface Migration {
  /** "001-sessions": order and name; "sessions.http_uri": a column that came after all numbered ones, in any order. */
  name: string
  /** Templates (template.ts). Tables are made in `{local}`; materialized views and dictionaries live there only. */
  statements: readonly string[]
  /**
   * Tables of `{local}` that are read and filled through `{db}` on a cluster, with the expression whose hash picks
   * the shard. Always the address, so that everything about one address lies on one host.
   */
  distributed?: Readonly<Record<string, string>>
}

/** Everything one host has to run, in order; `step` is its place within the migration. */
export interface Step {
  migration: string
  step: number
  sql: string
}

/** No number follows a column. */
const afterNumbers = '999'

/** The table and the column that it got. */
const ofColumn = /^[a-z_]+\.[a-z0-9_]+$/

/** @throws Error when names are not numbered in ascending order, columns last */
export function stepsOf(migrations: readonly Migration[], cluster: string | null): Step[] {
  let last = ''
  return migrations.flatMap(({ name, statements, distributed = {} }) => {
    const column = ofColumn.test(name)
    if (!column && (!/^\d{3}-[a-z0-9-]+$/.test(name) || name.slice(0, 3) <= last)) {
      throw new Error(`Migration "${name}" does not follow "${last}".`)
    }
    last = column ? afterNumbers : name.slice(0, 3)
    const through =
      cluster === null
        ? []
        : Object.entries(distributed).map(
            ([table, key]) =>
              `CREATE TABLE IF NOT EXISTS {db}.${table} AS {local}.${table} ` +
              `ENGINE = Distributed('${cluster}', '{local}', '${table}', cityHash64(${key}))`,
          )
    return [...statements, ...through].map((sql, step) => ({ migration: name, step, sql }))
  })
}
