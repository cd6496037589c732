import { columnNames, type NamesOptions, type Names } from '../predicate/column-names.ts'
import { sessionColumns } from './sessions.ts'

/** What the table `sessions` promises of its columns: words of ours are lower-cased, and most numbers are always there. */
export const sessionPromises = {
  lowered: new Set(['tags', 'origin', 'transport', 'direction', 'vantage', 'id']),
  neverNull: new Set(
    sessionColumns.filter(({ type }) => !type.startsWith('Nullable')).map(({ name }) => name),
  ),
} satisfies NamesOptions

/** How the columns of the session catalogue (gnql/registry/sessions.ts) are written over the table `sessions`. */
export const sessionNames: Names = columnNames(sessionPromises)
