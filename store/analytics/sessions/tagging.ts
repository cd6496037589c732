import type { Fragment } from '../query/define.ts'

/** An expression over the columns of `sessions` that yields the slugs of a session's tags as Array(String). */
export type Tagging = Fragment

/** No rules: every session stays untagged. */
export const noTagging: Tagging = { sql: 'emptyArrayString()', params: {} }

/** The same expression with parameters of other names, to stand beside another tagging in one statement. */
export const withOwnNames = ({ sql, params }: Tagging): Tagging => ({
  sql: sql.replaceAll(/\{(\w+):/g, '{own_$1:'),
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [`own_${name}`, value])),
})
