import { exportedColumns } from './ips.ts'

/** Which copy a row belongs to; together they are a partition, so that a copy leaves as a whole. */
export const snapshotColumns = [
  ['made_at', "DateTime('UTC')"],
  ['snapshot', 'UUID'],
  ['owner', 'String'],
] as const

/** Hash functions make NULL of NULL; no coordinate is beyond 180. */
const never = ({ name, type }: { name: string; type: string }): string =>
  type.startsWith('Nullable') ? `ifNull(${name}, 1000)` : name

const content = exportedColumns.map(([name, type]) => never({ name, type })).join(', ')

/** One number for the whole record: when it differs, the record does. */
export const digestSql = `sipHash64(${content})`

/** About how many bytes the record takes as JSON: names and punctuation, what a tag's definition adds, the values. */
export const sizeSql = `toUInt32(2200 + 600 * length(tags) + byteSize(${content}))`

/** Hours a copied record can be fetched again, days its digest can be compared with. */
export const kept = { hours: 24, days: 30 }

export type ExportTable = 'export_rows' | 'export_digests'
