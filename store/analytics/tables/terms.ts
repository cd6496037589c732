import { ipDocumentColumns, type NamedColumn } from '#model/ip-document/columns.ts'
import { loweredList } from '../predicate/lower.ts'

const termsIn = (columns: readonly NamedColumn[]): string[] =>
  columns.filter(({ terms }) => terms).map(({ name }) => name)

/**
 * Lists of a document whose values stand in `terms`, as the store names them: those that wildcards are asked of and that hold
 * many different values. What holds few is compared directly; for single texts the engine's own index knows the values.
 */
export const termColumns: readonly string[] = termsIn(ipDocumentColumns)

/** Rows (generation, field, value, addresses) of the documents of a table. */
export const selectTerms = (table: string, columns = ipDocumentColumns): string => `
SELECT d.generation AS generation, term.1 AS field, term.2 AS value, count() AS addresses
FROM ${table} AS d ARRAY JOIN arrayConcat(
  ${termsIn(columns)
    .map((name) => `arrayMap(v -> ('${name}', v), arrayDistinct(${loweredList(`d.${name}`)}))`)
    .join(',\n  ')}
) AS term
WHERE d.gone = 0
GROUP BY generation, field, value`
