import type { Column } from '#gnql/predicate.ts'
import { ipNames } from '#store/analytics/tables/ips-column-names.ts'
import { loweredList, loweredSql } from '#store/analytics/predicate/lower.ts'
import { facetColumns, isList, isText, searchedColumns } from '../searched.ts'

/**
 * What Peer.java makes of a column: `address`, `record` (stored), `day`; `facet` and `facets` for counting; `text`, `texts`,
 * `number`, `numbers`, `time` for searching.
 */
interface Indexed {
  kind: string
  name: string
  /** SQL of our engine; elements of a list stand apart by \x1f. */
  from: string
}

const joined = (list: string): string =>
  String.raw`arrayStringConcat(arrayMap(x -> toString(x), arrayDistinct(${list})), '\x1f')`

export const indexed: readonly Indexed[] = [
  { kind: 'address', name: 'address', from: 'lower(hex(ip))' },
  { kind: 'record', name: 'record', from: 'record' },
  { kind: 'day', name: 'day', from: 'toUInt32(toDate(last_seen))' },
  ...facetColumns.map((column) => {
    const { expr } = ipNames(column)
    return isList(column)
      ? { kind: 'facets', name: column.name, from: joined(expr) }
      : { kind: 'facet', name: column.name, from: expr }
  }),
  ...searchedColumns.filter(({ shape }) => shape !== 'ip').map(searched),
]

function searched(column: Column): Indexed {
  const { name } = column
  const { expr } = ipNames(column)
  if (isList(column))
    return {
      kind: isText(column) ? 'texts' : 'numbers',
      name,
      from: joined(isText(column) ? loweredList(expr) : expr),
    }
  if (column.shape === 'time') return { kind: 'time', name, from: `toUnixTimestamp(${expr})` }
  if (column.shape === 'number') return { kind: 'number', name, from: expr }
  return { kind: 'text', name, from: column.shape === 'text' ? loweredSql(expr) : `toString(${expr})` }
}
