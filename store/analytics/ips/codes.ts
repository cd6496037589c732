import type { Column } from '#gnql/predicate.ts'
import type { ColumnType } from '#model/ip-document/column.ts'
import { ipDocumentColumns, type NamedColumn } from '#model/ip-document/columns.ts'
import { classifications } from '#model/tag.ts'

/**
 * What charts and facets count of a document, as numbers beside its columns: all of them are counted in one pass over one
 * column. A code holds a kind in its highest five bits and below it the value itself (ports, days) or 59 bits of its hash;
 * `facet_values` knows the text of every hash. A million values of one kind share a hash with a chance of one in a million.
 * Kinds are stored (`facet` in model/ip-document): never give a number to another.
 */
type Shape = 'text' | 'flag' | 'texts' | 'numbers' | 'day'
const shapes: Readonly<Partial<Record<ColumnType, Shape>>> = {
  moment: 'day',
  verdict: 'text',
  text: 'text',
  word: 'text',
  flag: 'flag',
  texts: 'texts',
  words: 'texts',
  ports: 'numbers',
}

interface Kind {
  name: string
  /** As predicates name it. */
  column: string
  shape: Shape
}

/** The kinds of a catalogue, each at its number. */
function kindsOf(columns: readonly NamedColumn[]): readonly Kind[] {
  const kinds: Kind[] = []
  for (const { name, type, pair, facet } of columns) {
    if (facet === undefined) continue
    const shape = shapes[type]
    if (!shape) throw new Error(`Values of ${name} cannot be counted.`)
    kinds[facet] = { name, column: pair ?? name, shape }
  }
  return kinds
}

const kinds = kindsOf(ipDocumentColumns)
/** Kinds that every query page counts; the others lie in a column of their own. */
const onPages = 11

const bits = 59
const tagged = (kind: number, number: string): string =>
  `bitOr(bitShiftLeft(toUInt64(${kind}), ${bits}), ${number})`
const hashed = (kind: number, text: string): string =>
  tagged(kind, `bitShiftRight(cityHash64(${text}), ${64 - bits})`)

const verdictSql = `indexOf([${classifications.map((name) => `'${name}'`).join(', ')}], classification)`
/** As numbered migrations have it, which know no other day. */
const lastDaySql = `toUInt64(toUInt16(toDate(last_seen))) * 8 + ${verdictSql}`
/**
 * Of each day on which the address was seen a number: the day in the higher, the verdict's place in the lowest three bits. Documents of
 * earlier releases know the last day alone.
 */
export const dayNumbersSql = `arrayMap(d -> toUInt64(d) * 8 + ${verdictSql}, if(empty(active_days), [toUInt16(toDate(last_seen))], active_days))`

function codesOf({ name: column, shape }: Kind, kind: number, hasDays: boolean): string {
  switch (shape) {
    case 'day':
      return hasDays
        ? `arrayMap(n -> ${tagged(kind, 'n')}, ${dayNumbersSql})`
        : `[${tagged(kind, lastDaySql)}]`
    case 'text':
      return `if(${column} = '', [], [${hashed(kind, column)}])`
    case 'flag':
      return `[${tagged(kind, `toUInt64(${column})`)}]`
    case 'texts':
      return `arrayMap(x -> ${hashed(kind, 'x')}, arrayDistinct(arrayFilter(x -> x != '', ${column})))`
    case 'numbers':
      return `arrayMap(x -> ${tagged(kind, 'toUInt64(x)')}, arrayDistinct(${column}))`
  }
}

const joined = (codes: readonly string[]): string => `arrayConcat(${codes.join(', ')})`
const allCodes = (columns: readonly NamedColumn[]): string[] => {
  const hasDays = columns.some(({ name }) => name === 'active_days')
  return kindsOf(columns).map((kind, number) => codesOf(kind, number, hasDays))
}
/** Codes that every query page counts. */
export const codesSql = (columns = ipDocumentColumns): string => joined(allCodes(columns).slice(0, onPages))
export const moreCodesSql = (columns = ipDocumentColumns): string => joined(allCodes(columns).slice(onPages))

/** Rows (code, value) of the texts of a table's documents. */
export const selectFacetValues = (table: string, columns = ipDocumentColumns): string => `
SELECT known.1 AS code, known.2 AS value FROM ${table} ARRAY JOIN arrayConcat(
  ${kindsOf(columns)
    .flatMap(({ name, shape }, kind) => {
      if (shape === 'text') return [`[(${hashed(kind, name)}, toString(${name}))]`]
      if (shape === 'texts') return [`arrayMap(x -> (${hashed(kind, 'x')}, toString(x)), ${name})`]
      return []
    })
    .join(',\n  ')}
) AS known
WHERE gone = 0 GROUP BY code, value`

/** The kind under which a column of a predicate is counted; null when it is not. */
export function kindOf({ name }: Column): number | null {
  const kind = kinds.findIndex(({ column }) => column === name)
  return kind < 1 ? null : kind
}

export const dayKind = 0
/** Every document has one verdict. */
export const verdictKind = 1

/** The column, or both joined, that hold codes of those kinds. */
export const codeColumns = (wanted: readonly number[]): string =>
  wanted.every((kind) => kind < onPages) ? 'codes' : 'arrayConcat(codes, more_codes)'

export const codeBits = BigInt(bits)

/** What a code says without being looked up; null for hashes. */
export function spelledOut(code: bigint): string | null {
  const shape = kinds[Number(code >> codeBits)]?.shape
  const value = code & ((1n << codeBits) - 1n)
  if (shape === 'numbers') return value.toString()
  if (shape === 'flag') return value === 1n ? 'true' : 'false'
  return null
}

/** A code of the day kind → UTC day and verdict. */
export const dayAndVerdict = (code: bigint) => dayAndVerdictOf(Number(code & ((1n << codeBits) - 1n)))

/** The number inside such a code → UTC day and verdict. */
export function dayAndVerdictOf(value: number): {
  day: string
  classification: (typeof classifications)[number]
} {
  const classification = classifications[(value % 8) - 1]
  if (!classification) throw new Error('A document has a verdict we do not know.')
  return { day: new Date(Math.floor(value / 8) * 86_400_000).toISOString().slice(0, 10), classification }
}
