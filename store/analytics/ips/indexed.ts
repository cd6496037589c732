import type { NamedColumn } from '#model/ip-document/columns.ts'
import { loweredList, loweredSql, writtenList } from '../predicate/lower.ts'

/** The expression that an index holds of a column's values, or null when none is. */
function indexedSql({ name, type, index, lowercase }: NamedColumn): string | null {
  if (!index) return null
  if (lowercase) return name
  if (type === 'ports') return writtenList(name)
  return type === 'texts' || type === 'words' ? loweredList(name) : loweredSql(name)
}

/**
 * What of a document has an inverted index (value → documents), by the expression it holds. A test written with the same
 * expression is answered from the index without reading the column; one written otherwise would be a scan. Stored: of a column
 * that there is already a change needs a migration.
 */
export const indexesOf = (columns: readonly NamedColumn[]): string[] =>
  columns.flatMap((column) => {
    const held = indexedSql(column)
    return held === null ? [] : [`by_${column.name} ${held} TYPE text(tokenizer = array)`]
  })
