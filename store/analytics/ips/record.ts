import { type ColumnType, emptyOf } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { LoggedVerdict, ShownFact } from '#model/ip-document/beside-values.ts'
import { type Classification, classifications } from '#model/tag.ts'
import { fromColumn } from '../address.ts'
import { documentFiller, documentOf } from '../tables/document.ts'
import { valuesOf } from './record-values.ts'

/**
 * A document as one text beside its columns: a JSON list of their values. A page needs all of some fifty documents that lie
 * far apart; one column in small blocks is read in a tenth of the time that sixty columns take. The order is stored (`place`
 * in model/ip-document): new columns go to the end, and records written before lack them.
 */
export const recordSql = (columns: readonly { name: string }[] = ipDocumentColumns): string =>
  `toJSONString(tuple(${columns.map(({ name }) => name).join(', ')}))`

const wrong = (kind: string): never => {
  throw new TypeError(`A record holds something else than a ${kind}.`)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : wrong('text'))
const number = (value: unknown): number => (typeof value === 'number' ? value : wrong('number'))
/** Whole numbers of 64 bits are written as texts. */
const count = (value: unknown): number => {
  const whole = Number(value)
  return Number.isSafeInteger(whole) ? whole : wrong('count')
}
/** "2026-01-31 09:00:00" → "2026-01-31T09:00:00Z"; the epoch means never → "". */
const moment = (value: unknown): string => {
  const written = text(value)
  if (written.length < 19 || written[10] !== ' ') return wrong('moment')
  if (written.startsWith('1970-01-01 00:00:00')) return ''
  return `${written.slice(0, 10)}T${written.slice(11, 19)}Z`
}
const all =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T[] =>
    Array.isArray(value) ? value.map(read) : wrong('list')

const known: ReadonlySet<unknown> = new Set(classifications)

const verdict = (value: unknown): Classification =>
  known.has(value) ? (value as Classification) : wrong('verdict')
const [texts, numbers] = [all(text), all(number)]

const fact = (value: unknown): ShownFact => {
  if (!Array.isArray(value)) return wrong('fact')
  const [fact, from, sessions]: unknown[] = value
  return { fact: text(fact), from: number(from), sessions: numbers(sessions) }
}
/** "2026-01-31 09:00:00.123" → "2026-01-31T09:00:00.123Z". */
const change = (value: unknown): LoggedVerdict => {
  if (!Array.isArray(value)) return wrong('change of a verdict')
  const [at, before, after, method, decided]: unknown[] = value
  return {
    at: `${text(at).replace(' ', 'T')}Z`,
    before: before === '' ? '' : verdict(before),
    after: after === '' ? '' : verdict(after),
    method: text(method),
    decided: texts(decided),
  }
}

/** By hand, because a schema of seventy columns takes a tenth of a millisecond a document, most of a page's time. */
const readers: Record<ColumnType, (value: unknown) => unknown> = {
  address: (value) => fromColumn(text(value)),
  text,
  word: text,
  texts,
  words: texts,
  number,
  ports: numbers,
  count,
  counts: all(count),
  flag: (value) => (typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : wrong('flag')),
  moment,
  moments: all(moment),
  days: numbers,
  degrees: (value) => (value === null ? null : number(value)),
  verdict,
  activity: all(fact),
  verdicts: all(change),
}

/** Records that were written before there was a column end before it. */
const columns = ipDocumentColumns.map(({ type }) => {
  const read = readers[type]
  return (value: unknown) => (value === undefined ? emptyOf(type) : read(value))
})

/** @throws TypeError, RangeError or SyntaxError for a text that is no record of ours */
export function readRecord(record: string): IpDocument {
  const values: unknown = JSON.parse(record)
  if (!Array.isArray(values)) return wrong('list of values')
  return documentOf((place) => columns[place]?.(values[place]))
}

/**
 * The same of some members of the document, all others empty: a page shows a dozen of seventy, and what it does not show need not
 * be read.
 */
export function readMembers(members: readonly (keyof IpDocument)[]): (record: string) => IpDocument {
  const fill = documentFiller(new Set(members))
  return (record) => {
    const values = valuesOf(record)
    return fill((place) =>
      columns[place]?.(place < values.count ? (JSON.parse(values.at(place)) as unknown) : undefined),
    )
  }
}
