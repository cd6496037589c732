import type { Column } from '#gnql/predicate.ts'
import { beside } from '#model/ip-document/beside.ts'
import { ipColumns } from '#store/analytics/tables/ips.ts'
import { documentColumns } from '#store/analytics/tables/document.ts'
import { ipNames } from '#store/analytics/tables/ips-column-names.ts'
import { loweredList, loweredSql } from '#store/analytics/predicate/lower.ts'
import { isFacet, isList, isText, searchedColumns } from '../searched.ts'

/** A column of a table of PostgreSQL, and the SQL of our engine that gives its value as COPY reads it. */
export interface Copied {
  name: string
  type: string
  from: string
}

/** A list as PostgreSQL reads it: every element quoted. */
const arrayText = (list: string): string =>
  String.raw`concat('{', arrayStringConcat(arrayMap(x -> concat('"', replaceRegexpAll(toString(x), '(["\\\\])', '\\\\\\1'), '"'), ${list}), ','), '}')`

const scalarTypes: Readonly<Record<string, string>> = {
  String: 'text',
  Bool: 'boolean',
  UInt16: 'integer',
  UInt32: 'bigint',
  UInt64: 'bigint',
  Float64: 'double precision',
  "DateTime('UTC')": 'timestamp',
}

const engineTypes = new Map(ipColumns)

/** The whole record, column by column as our engine stores it: what a page of a search prints. */
export const wholeColumns: readonly Copied[] = documentColumns
  .filter((name) => !(name in beside))
  .map(copiedWhole)

function copiedWhole(name: string): Copied {
  const type = (engineTypes.get(name) ?? '').replaceAll(/LowCardinality\((\w+)\)|Nullable\((\w+)\)/g, '$1$2')
  if (name === 'ip') return { name, type: 'inet', from: "replaceOne(toString(ip), '::ffff:', '')" }
  const element = /^Array\((.*)\)$/.exec(type)?.[1]
  const scalar = scalarTypes[element ?? type]
  if (!scalar) throw new Error(`PostgreSQL has no type for the column "${name}".`)
  return element === undefined
    ? { name, type: scalar, from: name }
    : { name, type: `${scalar}[]`, from: arrayText(name) }
}

/** Where a searched column stands in the table `ips`. */
export const plainName = ({ name }: Column): string => name.replace('.', '_')
export const loweredName = (column: Column): string =>
  isFacet(column) ? `${plainName(column)}_lower` : plainName(column)

/** What is searched and counted: narrow, lists without doubles, texts lower-cased; those of facets as they are, too. */
export const searchedTable: readonly Copied[] = [
  // uuid is sixteen bytes compared as such: the order of addresses in our engine, which inet does not have.
  { name: 'address', type: 'uuid', from: 'lower(hex(ip))' },
  ...searchedColumns.filter(({ shape }) => shape !== 'ip').flatMap(copied),
]

function copied(column: Column): Copied[] {
  const { expr } = ipNames(column)
  const name = plainName(column)
  if (isText(column)) {
    const type = isList(column) ? 'text[]' : 'text'
    const value = (sql: string): string => (isList(column) ? arrayText(`arrayDistinct(${sql})`) : sql)
    const lowered = isList(column) ? loweredList(expr) : loweredSql(expr)
    const twin = { name: loweredName(column), type, from: value(lowered) }
    return isFacet(column) ? [{ name, type, from: value(expr) }, twin] : [twin]
  }
  if (isList(column)) return [{ name, type: 'integer[]', from: arrayText(`arrayDistinct(${expr})`) }]
  const type =
    column.shape === 'time'
      ? 'timestamp'
      : column.shape === 'boolean'
        ? 'boolean'
        : (scalarTypes[(engineTypes.get(column.name) ?? '').replace(/Nullable\((\w+)\)/, '$1')] ?? 'bigint')
  return [{ name, type, from: expr }]
}
