import type { z } from 'zod'

/** Settings of one statement, as the engine names them. */
export type Settings = Record<string, string | number | boolean>

/** SQL made by our compilers, with its values apart. Parameter names must not meet those of the query it goes into. */
export interface Fragment {
  sql: string
  params: Record<string, unknown>
}

/**
 * A question to the engine as one value. `sql` is a template (template.ts) with `{name:Type}` parameters; a
 * `{{name}}` stands for a Fragment given at the call. Text from outside never becomes part of `sql`.
 */
export interface Query<P extends z.ZodType, R extends z.ZodType> {
  /** Shown in logs and errors in place of SQL and values. */
  name: string
  params: P
  row: R
  sql: string
  settings?: Settings
}

export const defineQuery = <P extends z.ZodType, R extends z.ZodType>(query: Query<P, R>): Query<P, R> =>
  query

/**
 * Puts fragments into their places.
 * @throws Error when a place stays empty, a fragment has no place or two parameters share a name
 */
export function assemble(
  sql: string,
  params: Record<string, unknown>,
  fragments: Record<string, Fragment>,
): Fragment {
  const all = { ...params }
  for (const [name, fragment] of Object.entries(fragments)) {
    if (!sql.includes(`{{${name}}}`)) throw new Error(`The query has no place for the fragment "${name}".`)
    for (const [key, value] of Object.entries(fragment.params)) {
      if (Object.hasOwn(all, key)) throw new Error(`Two parameters of a query are called "${key}".`)
      all[key] = value
    }
  }
  const text = sql.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fragment = fragments[name]
    if (!fragment) throw new Error(`The query wants the fragment "${name}".`)
    return fragment.sql
  })
  return { sql: text, params: all }
}
