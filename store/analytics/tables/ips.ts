import { columnTypes } from '#model/ip-document/column.ts'
import { ipDocumentColumns, type NamedColumn } from '#model/ip-document/columns.ts'
import { evidenceColumns, firstColumns } from './first-columns.ts'

type Declared = readonly [name: string, type: string]

const known: ReadonlySet<string> = new Set([...firstColumns, ...evidenceColumns].map(([name]) => name))

/** Those that no numbered migration made: migrations/documents.ts adds them. */
export const addedTo = (columns: readonly NamedColumn[]): readonly NamedColumn[] =>
  columns.filter(({ name }) => !known.has(name))

const declared = ({ name, type }: NamedColumn): Declared => [name, columnTypes[type]]
const byName = new Map(ipDocumentColumns.map((column) => [column.name, declared(column)]))
const added = addedTo(ipDocumentColumns)

/** With the types of the catalogue; those that it does not have are no member of the document. */
const asNow = (columns: readonly Declared[]): Declared[] =>
  columns.map((column) => byName.get(column[0]) ?? column)

/**
 * The document table, one row an address. Names and types are those of model/ip-document; besides them the oldest day of `ip_day`
 * behind a document: when it leaves the window the document must be made anew. Times are whole seconds, 0 means never.
 */
export const ipColumns: readonly Declared[] = [
  ...asNow([...firstColumns, ...evidenceColumns]),
  ...added.map(declared),
]

/** What an export copies of a document: what the record shows. */
export const exportedColumns: readonly Declared[] = [
  ...asNow(firstColumns.filter(([name]) => name !== 'oldest_day')),
  ...added.filter(({ wire }) => wire).map(declared),
]
