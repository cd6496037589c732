import { shownTags } from '#model/ip-record.ts'
import type { Fragment } from '../query/define.ts'
import { isLeaf, type KnownTag, type Leaf, type Shape, type TableColumn, tableOf } from './shape.ts'

/** Collects the parameters of an expression; what is no column of ours is always one of them. */
class Values {
  readonly params: Record<string, unknown> = {}
  #used = 0
  bind(value: unknown, type: 'String' | 'Array(String)'): string {
    const name = `s${this.#used++}`
    this.params[name] = value
    return `{${name}:${type}}`
  }
}

/** Last 32 bits of an address as two groups (RFC 5952 §4.1: no leading zeros). */
const group = (shift: number): string => {
  const digits = `lower(hex(toUInt16(bitAnd(bitShiftRight(toUInt32(toIPv4OrDefault(substring(toString(ip), 3))), ${shift}), 65535))))`
  return `replaceRegexpOne(${digits}, '^0+(.)', '\\\\1')`
}

/** As fromColumn (address.ts) shows it. The engine would write dots in ::/96, which RFC 4291 §2.5.5.1 deprecates. */
export const addressSql = `multiIf(position(toString(ip), '.') = 0, toString(ip), startsWith(toString(ip), '::ffff:'), substring(toString(ip), 8), concat('::', ${group(16)}, ':', ${group(0)}))`

const isoSql = (moment: string): string =>
  `if(toUnixTimestamp(${moment}) = 0, '', concat(replaceOne(toString(${moment}), ' ', 'T'), 'Z'))`

const daySql = (column: string): string =>
  `if(toUnixTimestamp(${column}) = 0, '', toString(toDate(${column})))`

const numberSql = ({ kind, column }: { kind: string; column: string }): string =>
  kind === 'coordinate' ? `toString(ifNull(if(isFinite(${column}), ${column}, 0), 0))` : `toString(${column})`

/** Array(String) → text with `between` in between. */
const joined = (list: string, between: string): string => `arrayStringConcat(${list}, '${between}')`

const look = (tag: string, known: readonly KnownTag[], member: 'name' | 'json', values: Values): string =>
  `transform(${tag}, ${values.bind(
    known.map(({ slug }) => slug),
    'Array(String)',
  )}, ${values.bind(
    known.map((one) => one[member]),
    'Array(String)',
  )}, '')`

/** Lists are mostly empty: then nothing is computed. */
const unlessEmpty = (list: string, empty: string, otherwise: string): string =>
  `if(empty(${list}), '${empty}', ${otherwise})`

/** As many as a presented record brings. */
const shown = `arraySlice(tags, 1, ${shownTags})`

function jsonOf(leaf: Leaf, values: Values): string {
  switch (leaf.kind) {
    case 'address':
      return `concat('"', ${addressSql}, '"')`
    case 'day':
      return `concat('"', ${daySql(leaf.column)}, '"')`
    case 'stamp':
      return `concat('"', if(toUnixTimestamp(${leaf.column}) = 0, '', toString(${leaf.column})), '"')`
    case 'number':
    case 'coordinate':
    case 'flag':
      return numberSql(leaf)
    case 'text':
      return `toJSONString(${leaf.column})`
    case 'words':
    case 'texts':
    case 'numbers':
      return unlessEmpty(leaf.column, '[]', `toJSONString(${leaf.column})`)
    case 'pairs': {
      const member = (at: 0 | 1): string => {
        const column = leaf.columns[at]
        if (column === null) return `'"${leaf.names[at]}":', '""'`
        const value = `${column}[i]`
        return `'"${leaf.names[at]}":', ${leaf.text === at ? `toJSONString(${value})` : `toString(${value})`}`
      }
      const members = ([0, 1] as const).filter((at) => leaf.names[at] !== null).map(member)
      const pair = `concat('{', ${[...members.flatMap((text) => [text, `','`]).slice(0, -1), `'}'`].join(', ')})`
      const pairs = joined(`arrayMap(i -> ${pair}, arrayEnumerate(${leaf.columns[0]}))`, ',')
      return unlessEmpty(leaf.columns[0], '[]', `concat('[', ${pairs}, ']')`)
    }
    case 'tags': {
      const texts = look('toString(t)', leaf.known, 'json', values)
      const comma = leaf.known.every(({ json }) => json === '{}') ? '' : ','
      const seen = `'${comma}"${leaf.lastSeen}":"', ${isoSql('m')}, '"}'`
      const full =
        leaf.lastSeen === null ? 'x' : `if(x = '', '', concat(substring(x, 1, length(x) - 1), ${seen}))`
      const moments = `arrayResize(tag_last, length(${shown}), toDateTime(0, 'UTC'))`
      const made = `arrayMap((x, m) -> ${full}, arrayMap(t -> ${texts}, ${shown}), ${moments})`
      return unlessEmpty(
        'tags',
        '[]',
        `concat('[', ${joined(`arrayFilter(x -> x != '', ${made})`, ',')}, ']')`,
      )
    }
    case 'constant':
      return values.bind(JSON.stringify(leaf.value), 'String')
  }
}

/** The pieces of an object's text: `'{"ip":'`, expression, `',"…":'`, … */
function piecesOf(shape: Shape, values: Values): string[] {
  const pieces: string[] = []
  for (const [name, node] of Object.entries(shape)) {
    pieces.push(`'${pieces.length === 0 ? '{' : ','}"${name}":'`)
    if (isLeaf(node)) pieces.push(jsonOf(node, values))
    else pieces.push(...piecesOf(node, values))
  }
  return pieces.length === 0 ? [`'{}'`] : [...pieces, `'}'`]
}

/** A record as one line of JSON. Names are those of the shape's author, never from outside. */
export function jsonLine(shape: Shape): Fragment {
  const values = new Values()
  return { sql: `concat(${piecesOf(shape, values).join(', ')})`, params: values.params }
}

/**
 * A quoted cell. What a spreadsheet would take for a formula gets a quote mark in front (OWASP, CSV injection; the full-width signs too); line
 * breaks become spaces, so that a record is a line.
 */
const quoted = (text: string): string => {
  const guarded = `if(${text} != '' AND position('=+-@\\t\\r\\n＝＋－＠', substringUTF8(${text}, 1, 1)) > 0, concat('\\'', ${text}), ${text})`
  return `concat('"', replaceAll(translate(${guarded}, '\\r\\n', '  '), '"', '""'), '"')`
}

function cellOf(leaf: TableColumn['leaf'], values: Values): string {
  switch (leaf.kind) {
    case 'address':
      return addressSql
    case 'day':
      return daySql(leaf.column)
    case 'stamp':
      return isoSql(leaf.column)
    case 'number':
    case 'coordinate':
    case 'flag':
      return numberSql(leaf)
    case 'text':
      return quoted(leaf.column)
    case 'words':
    case 'numbers':
      return unlessEmpty(
        leaf.column,
        '""',
        quoted(joined(`arrayMap(x -> toString(x), ${leaf.column})`, '; ')),
      )
    case 'texts':
      return unlessEmpty(leaf.column, '""', quoted(`toJSONString(${leaf.column})`))
    case 'pairs': {
      const [first, second] = leaf.columns
      const shown = [first, second].filter(
        (column, at) => column !== null && leaf.names[at as 0 | 1] !== null,
      )
      const texts = shown.map((column) => `toString(${column}[i])`).join(`, '/', `)
      const pairs = `arrayMap(i -> concat(${texts || `''`}, ''), arrayEnumerate(${first}))`
      return unlessEmpty(first, '""', quoted(joined(pairs, '; ')))
    }
    case 'tags': {
      const names = `arrayMap(t -> ${look('toString(t)', leaf.known, 'name', values)}, ${shown})`
      return unlessEmpty('tags', '""', quoted(joined(`arrayFilter(x -> x != '', ${names})`, '; ')))
    }
  }
}

/** A record as a line of CSV (RFC 4180), its end left to CRLF: a cell for each column of its table. */
export function csvLine(shape: Shape): Fragment {
  const values = new Values()
  const cells = tableOf(shape).map(({ leaf }) => cellOf(leaf, values))
  return { sql: `concat(${cells.join(`, ',', `)}, '\\r')`, params: values.params }
}
