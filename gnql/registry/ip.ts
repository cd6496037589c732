import type { ColumnType, IpColumn, QueryField, Unrecorded } from '#model/ip-document/column.ts'
import { columnCatalogue, queryFieldsOf } from '#model/ip-document/columns.ts'
import type { Column } from '../predicate.ts'
import { field, type Field } from './field.ts'
import { fieldOf, index, type Registry } from './registry.ts'

/** Of the columns that GNQL may ask for. */
const shapes: Readonly<Partial<Record<ColumnType, Column['shape']>>> = {
  address: 'ip',
  verdict: 'text',
  text: 'text',
  word: 'text',
  flag: 'boolean',
  number: 'number',
  count: 'number',
  degrees: 'number',
  moment: 'time',
  texts: 'text-list',
  words: 'text-list',
  ports: 'number-list',
  counts: 'number-list',
  moments: 'time',
}

/** The column a predicate names: of a pair the member of the list, and no name for what nobody records. */
function columnOf(name: string, column: IpColumn | Unrecorded): Column {
  if (column.type === 'unrecorded') return { name: '', shape: column.of === 'address' ? 'ip' : 'text-list' }
  const shape = shapes[column.type]
  if (!shape) throw new Error(`${name}: no query asks for a column of the type "${column.type}".`)
  if (column.pair === undefined) return { name, shape }
  return { name: column.pair, shape: shape === 'number-list' ? 'pair-number' : 'pair-text' }
}

/** metadata.x is also x, and so is raw_data.x; every alias given comes with and without the prefix. */
function aliasesOf({ name, aliases = [] }: QueryField): readonly string[] {
  const [prefix] = /^(?:metadata|raw_data)\./.exec(name) ?? []
  if (prefix === undefined) return aliases
  return [name.slice(prefix.length), ...aliases.flatMap((alias) => [alias, `${prefix}${alias}`])]
}

function fieldFor(name: string, column: IpColumn | Unrecorded, query: QueryField): Field {
  const { title, description, value, also, aliases: _, name: fieldName, ...rest } = query
  const own = columnOf(name, column)
  return field(fieldName, own.name, own.shape, title, description, value, {
    ...rest,
    ...(rest.options?.kind === 'lists' && { type: 'list' }),
    aliases: aliasesOf(query),
    ...(also !== undefined && { columns: [own, { name: also, shape: own.shape }] }),
    entitlement: column.entitlement ?? null,
  })
}

const columns: readonly (readonly [string, IpColumn | Unrecorded])[] = Object.entries(columnCatalogue)
const found = index(
  columns.flatMap(([name, column]) => queryFieldsOf(column).map((query) => fieldFor(name, column, query))),
)
const lastSeen = fieldOf(found, 'last_seen')

/** Fields of IP records, made from the catalogue of the document's columns (model/ip-document). */
export const ipRegistry: Registry = {
  catalogue: 'ip',
  ...found,
  bare: {
    address: [fieldOf(found, 'ip')],
    cve: [fieldOf(found, 'cve')],
    asn: [fieldOf(found, 'asn')],
    classification: [fieldOf(found, 'classification')],
    names: [fieldOf(found, 'tags'), fieldOf(found, 'actor'), fieldOf(found, 'organization')],
    port: fieldOf(found, 'raw_data.scan.port'),
  },
  window: {
    field: lastSeen,
    satisfiedBy: new Set(found.fields.filter((field) => field.name.startsWith('last_seen'))),
  },
  interesting: '(classification:malicious OR classification:suspicious) spoofable:false first_seen:7d',
}
