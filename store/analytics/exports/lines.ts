import type { Fragment } from '../query/define.ts'
import { tableOf, type Shape } from './shape.ts'
import { addressSql, csvLine, jsonLine } from './write.ts'

export const exportFormats = ['csv', 'json', 'ndjson', 'txt'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * One row as a line of text over the columns of `export_rows`, and over `change` where changes are told. Lines of JSON
 * begin with the comma that parts them from the line before. An address that is gone has no record.
 */
export function lineOf(format: ExportFormat, shape: Shape, changes: boolean): Fragment {
  if (format === 'txt')
    return { sql: changes ? `concat(change, '\\t', ${addressSql})` : addressSql, params: {} }
  if (format === 'csv') {
    const { sql, params } = csvLine(shape)
    if (!changes) return { sql, params }
    const empty = ','.repeat(tableOf(shape).length - 1)
    return {
      sql: `concat(change, ',', if(change = 'gone', concat(${addressSql}, '${empty}\\r'), ${sql}))`,
      params,
    }
  }
  const { sql, params } = jsonLine(shape)
  const comma = format === 'json' ? `','` : `''`
  if (!changes) return { sql: `concat(${comma}, ${sql})`, params }
  const rest = `if(change = 'gone', concat('"ip":"', ${addressSql}, '"}'), substring(${sql}, 2))`
  return { sql: `concat(${comma}, '{"change":"', change, '",', ${rest})`, params }
}

/** About how many bytes a line takes, from the `size` that columns.ts wrote. */
export const sizeOf: Record<ExportFormat, string> = {
  csv: 'toUInt64(greatest(size, 2900) - 2500)',
  json: 'toUInt64(size)',
  ndjson: 'toUInt64(size)',
  txt: 'toUInt64(24)',
}
