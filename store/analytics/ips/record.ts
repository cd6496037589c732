import { type ColumnType, emptyOf } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { classifications } from '#model/tag.ts'
import { fromColumn } from '../address.ts'
import { documentOf } from '../tables/document.ts'

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

/** By hand, because a schema of seventy columns takes a tenth of a millisecond a document, most of a page's time. */
const readers: Record<ColumnType, (value: unknown) => unknown> = {
  address: (value) => fromColumn(text(value)),
  text,
  word: text,
  texts: all(text),
  words: all(text),
  number,
  ports: all(number),
  count,
  counts: all(count),
  flag: (value) => (typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : wrong('flag')),
  moment,
  moments: all(moment),
  degrees: (value) => (value === null ? null : number(value)),
  verdict: (value) => (known.has(value) ? value : wrong('verdict')),
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
