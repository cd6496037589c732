import { ipDocumentColumns, type NamedColumn } from '#model/ip-document/columns.ts'
import { columnNames, type ColumnSql, type Names } from '../predicate/column-names.ts'

/** A half of a pair: the list of its own. The store indexes numbers of lists as texts. */
const half = ({ name, type, lowercase, index }: NamedColumn): ColumnSql => ({
  expr: name,
  ...(lowercase && { lowered: true }),
  ...(type === 'ports' && index && { written: true }),
})

const written = Object.fromEntries(
  ipDocumentColumns.flatMap((column) => (column.pair === undefined ? [] : [[column.pair, half(column)]])),
)
const lowered = new Set(ipDocumentColumns.filter(({ lowercase }) => lowercase).map(({ name }) => name))

/** How the columns of the IP catalogue (gnql/registry/ip.ts) are written over the table `ips`. */
export const ipNames: Names = columnNames({ written, lowered })
