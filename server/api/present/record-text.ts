import type { ColumnType } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import {
  isWireLeaf,
  type PairMember,
  type WireLeaf,
  type WireTree,
  wireTree,
} from '#model/ip-document/wire.ts'
import { shownTags } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { fromColumn } from '#store/analytics/address.ts'
import { valuesOf, type Values } from '#store/analytics/ips/record-values.ts'
import { noBusinessService, presentBusinessService } from './business-service.ts'
import { presentTag, type TagBySlug } from './ip-record.ts'

/**
 * The v3 record (ip-record.ts) written from the text of the stored one: most values stand in both as the same text, so nothing is made an
 * object of and written again. A law holds both ways to the same bytes.
 */

/** One piece of the record, behind the one before. */
type Piece = (values: Values, tags: TagTexts) => string

/** How a stored value is written in JSON as JavaScript writes it. */
const written: Readonly<Record<ColumnType, (stored: string) => string>> = {
  // No letter of an address is escaped.
  address: (stored) => `"${fromColumn(stored.slice(1, -1))}"`,
  verdict: asIs,
  text: rewritten,
  word: rewritten,
  texts: rewritten,
  words: rewritten,
  flag: (stored) => (stored === 'true' || stored === '1' ? 'true' : 'false'),
  number: asIs,
  ports: asIs,
  // Whole numbers of 64 bits are stored as texts.
  count: (stored) => (isLong.test(stored) ? String(Number(JSON.parse(stored))) : stored.slice(1, -1)),
  counts: (stored) =>
    isLong.test(stored)
      ? JSON.stringify((JSON.parse(stored) as string[]).map(Number))
      : stored.replaceAll('"', ''),
  degrees: (stored) => (stored === 'null' ? stored : String(Number(stored))),
  moment: (stored) => (isNever(stored) ? '""' : `"${stored.slice(1, 11)}T${stored.slice(12, 20)}Z"`),
  moments: neverWritten,
  days: neverWritten,
  activity: neverWritten,
  verdicts: neverWritten,
}

function asIs(stored: string): string {
  return stored
}

/** The engine escapes more than JavaScript does: mostly slashes, and nothing else. */
function rewritten(stored: string): string {
  if (!stored.includes('\\')) return stored
  return /\\[^/]/.test(stored) ? JSON.stringify(JSON.parse(stored)) : stored.replaceAll('\\/', '/')
}

/** Digits of which JavaScript may round some. */
const isLong = /\d{16}/

function neverWritten(): never {
  throw new Error('No record of the API holds this column.')
}

const isNever = (stored: string): boolean => stored.startsWith('"1970-01-01 00:00:00')

/** The first letters of "2026-01-31 09:00:00", nothing of the epoch, which means never. */
const momentIn = (stored: string, letters: number): string =>
  isNever(stored) ? '' : stored.slice(1, 1 + letters)

const typeAndPlace = new Map(ipDocumentColumns.map(({ name, type }, place) => [name, { type, place }]))

function columnOf(name: string): { type: ColumnType; place: number } {
  const column = typeAndPlace.get(name)
  if (!column) throw new Error(`There is no column ${name}.`)
  return column
}

function pieceOf(leaf: WireLeaf): Piece {
  if (leaf.form === 'constant') {
    const text = JSON.stringify(leaf.value)
    return () => text
  }
  if (leaf.form === 'pairs') return pairsOf(leaf.members)
  const { type, place } = columnOf(leaf.column)
  switch (leaf.form) {
    case 'tags': {
      const last = columnOf('tag_last').place
      return (values, tags) => tags.list(values.at(place), values.at(last))
    }
    case 'day':
      return (values) => `"${momentIn(values.at(place), 10)}"`
    case 'stamp':
      return (values) => `"${momentIn(values.at(place), 19)}"`
    case 'coordinate':
      return (values) => (values.at(place) === 'null' ? '0' : written[type](values.at(place)))
    default:
      return (values) => written[type](values.at(place))
  }
}

/** Two parallel lists; the first says how many pairs there are. */
function pairsOf(members: readonly PairMember[]): Piece {
  const halves = members.map(({ name, column, form }) => {
    const { place } = columnOf(column)
    return { name, place, missing: form === 'number' ? 0 : '' }
  })
  return (values) => {
    if (values.at(halves[0]!.place) === '[]') return '[]'
    const read = halves.map(({ place }) => JSON.parse(values.at(place)) as unknown[])
    const pairs = read[0]!.map((_, at) =>
      Object.fromEntries(halves.map(({ name, missing }, half) => [name, read[half]![at] ?? missing])),
    )
    return JSON.stringify(pairs)
  }
}

/** The pieces of an object, and what stands between them. */
function piecesOf(tree: WireTree): (string | Piece)[] {
  const members = Object.entries(tree).map(([name, node], at): (string | Piece)[] => [
    `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`,
    ...(isWireLeaf(node) ? [pieceOf(node)] : piecesOf(node)),
  ])
  return ['{', ...members.flat(), '}']
}

const pieces = piecesOf(wireTree)
const address = pieceOf({ form: 'address', column: 'ip' })

/** The definitions of tags as records hold them. */
interface TagTexts {
  /** @param slugs a stored list @param last when each was seen last, a stored list */
  list(slugs: string, last: string): string
}

function tagTexts(tags: TagBySlug): TagTexts {
  const known = new Map<string, string | null>()
  /** All of it but its last member, which says when it was seen last. */
  const headOf = (slug: string): string | null => {
    const before = known.get(slug)
    if (before !== undefined) return before
    const tag = tags.get(slug)
    const head = tag ? JSON.stringify(presentTag(tag, '')).slice(0, -'""}'.length) : null
    known.set(slug, head)
    return head
  }
  return {
    list(slugs, last) {
      if (slugs === '[]') return '[]'
      const moments = last === '[]' ? [] : last.slice(1, -1).split(',')
      let list = ''
      for (const [at, slug] of (JSON.parse(slugs) as string[]).slice(0, shownTags).entries()) {
        const head = headOf(slug)
        if (head === null) continue
        list += `${list === '' ? '' : ','}${head}${written.moment(moments[at] ?? never)}}`
      }
      return `[${list}]`
    },
  }
}

const never = '"1970-01-01 00:00:00"'

const noService = JSON.stringify(noBusinessService)

type RecordWriter = (stored: string, service: BusinessService | null) => string | null

const writers = new WeakMap<TagBySlug, RecordWriter>()

/**
 * Writes the record behind a stored one, as JSON without its last brace, so that more may follow. `tags` stay as they are.
 * @returns null for what an earlier release stored, which has to be read (ip-record.ts)
 */
export function recordTexts(tags: TagBySlug): RecordWriter {
  const known = writers.get(tags) ?? recordWriter(tagTexts(tags))
  writers.set(tags, known)
  return known
}

const recordWriter =
  (texts: TagTexts): RecordWriter =>
  (stored, service) => {
    const values = valuesOf(stored)
    if (values.count < ipDocumentColumns.length) return null
    let scanner = ''
    for (const piece of pieces) scanner += typeof piece === 'string' ? piece : piece(values, texts)
    const business = service ? JSON.stringify(presentBusinessService(service)) : noService
    return `{"ip":${address(values, texts)},"business_service_intelligence":${business},"internet_scanner_intelligence":${scanner}`
  }
