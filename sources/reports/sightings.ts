import { reservedRange } from '#model/reserved.ts'
import type { ListedAddress } from '#store/analytics/evidence/sightings.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'
import { cellsOf, linesOf, textOf } from '../formats/lines.ts'
import { utcOf } from '../formats/streamed/values.ts'
import { SourceRefused } from '../refused.ts'

export interface ReadSightings {
  /** Each address once, later rows of it merged into the first. */
  addresses: ListedAddress[]
  /** Rows that are no address, and rows of private and reserved ranges: both are left out. */
  unreadable: number
  reserved: number
}

const limits = { tags: 20, tag: 64, note: 200 }

/** What lists call the same thing. */
const columns = {
  ip: ['ip', 'address', 'ip_address', 'source_ip', 'src_ip', 'indicator', 'host'],
  tags: ['tags', 'tag', 'labels', 'category', 'categories', 'detail'],
  note: ['note', 'notes', 'comment', 'description', 'blacklist_count'],
  first: ['first_seen', 'firstseen', 'first', 'created'],
  last: ['last_seen', 'lastseen', 'last', 'updated', 'date', 'timestamp'],
} as const

type Row = Readonly<Record<string, unknown>>

/**
 * A list of addresses that others saw attacking: CSV with a header, JSON objects (one a line or one array), or text with an
 * address a line; each also as gzip. Tags are separated by "|", ";" or spaces after a comma, and may stand in brackets.
 * @throws SourceRefused for what is none of these, or where half of the rows or more cannot be read
 */
export function readSightings(bytes: Uint8Array): ReadSightings {
  const found = new Map<string, ListedAddress>()
  let [unreadable, reserved] = [0, 0]
  for (const row of rowsOf(textOf(bytes))) {
    const ip = addressOf(valueOf(row, columns.ip)[0] ?? '')
    if (ip === null) unreadable += 1
    else if (reservedRange(ip)) reserved += 1
    else found.set(ip, merged(found.get(ip), { ip, ...factsOf(row) }))
  }
  if (found.size === 0) throw new SourceRefused('The list holds no public address.')
  if (unreadable > found.size)
    throw new SourceRefused(`${unreadable} rows of the list hold no address, more than those that do.`)
  return { addresses: [...found.values()], unreadable, reserved }
}

function* rowsOf(text: string): Generator<Row> {
  if (/^\s*\[\s*(?:\{|\])/.test(text)) return yield* jsonRows(text)
  const lines = linesOf(text)
  const { value: first = '' } = lines.next() as { value?: string }
  if (first.startsWith('{')) {
    yield jsonRow(first)
    for (const line of lines) yield jsonRow(line)
    return undefined
  }
  const header = cellsOf(first).map((name) => name.toLowerCase())
  const isTable = header.some((name) => (columns.ip as readonly string[]).includes(name))
  if (!isTable) yield { ip: first.split(/[\s,;#]/)[0] }
  for (const line of lines) {
    if (!isTable) yield { ip: line.split(/[\s,;#]/)[0] }
    else {
      const cells = cellsOf(line)
      yield Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
    }
  }
  return undefined
}

function* jsonRows(text: string): Generator<Row> {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new SourceRefused('The file begins like JSON and is none.')
  }
  for (const row of Array.isArray(list) ? list : []) yield isRow(row) ? row : {}
}

function jsonRow(line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    return isRow(row) ? row : {}
  } catch {
    return {}
  }
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts of the columns of one kind, in the order of their names. */
const valueOf = (row: Row, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = row[name]
    if (Array.isArray(value)) return value.filter((part) => typeof part === 'string')
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })

/** "[.]" is taken off, and "/32"; a wider range is no sighting of an address. */
function addressOf(text: string): string | null {
  const bare = text.replaceAll('[.]', '.').replace(/\/(?:32|128)$/, '')
  const hex = bare.length <= 64 ? toHex(bare) : null
  return hex === null ? null : fromHex(hex)
}

function factsOf(row: Row): Omit<ListedAddress, 'ip'> {
  const words = valueOf(row, columns.tags).flatMap((text) => text.replaceAll(/[[\]]/g, '').split(/[|;,]/))
  const tags = [...new Set(words.map((word) => word.trim().toLowerCase().slice(0, limits.tag)))]
  return {
    tags: tags.filter((word) => word !== '').slice(0, limits.tags),
    note: valueOf(row, columns.note).join(' ').trim().slice(0, limits.note),
    firstSeen: secondsOf(valueOf(row, columns.first)[0] ?? ''),
    lastSeen: secondsOf(valueOf(row, columns.last)[0] ?? ''),
  }
}

/** A day, an instant or seconds since 1970; 0 for anything else and for what the store cannot hold. */
function secondsOf(text: string): number {
  const at = /^\d{9,10}$/.test(text) ? Number(text) : utcOf(text) / 1000
  return Number.isFinite(at) && at > 0 && at < 4_294_967_295 ? Math.floor(at) : 0
}

function merged(one: ListedAddress | undefined, two: ListedAddress): ListedAddress {
  if (!one) return two
  const first = [one.firstSeen, two.firstSeen].filter((at) => at > 0)
  return {
    ip: one.ip,
    tags: [...new Set([...one.tags, ...two.tags])].slice(0, limits.tags),
    note: one.note === '' ? two.note : one.note,
    firstSeen: first.length === 0 ? 0 : Math.min(...first),
    lastSeen: Math.max(one.lastSeen, two.lastSeen),
  }
}
