import type { Bytes } from './bytes.ts'
import { textOf } from './streamed/text.ts'
import { SourceRefused } from '../refused.ts'

/** One row by the names of its header. */
export type CsvRow = Readonly<Record<string, string>>

export interface Csv {
  /** Comment lines (#) before the header, without the sign. */
  comments: string[]
  header: string[]
  rows: AsyncIterable<{ number: number; row: CsvRow }>
}

/** Characters of one row. */
const maxRow = 1024 * 1024

/**
 * Rows of a CSV file (RFC 4180) with a header line. Every row must have the header's number of fields, and the last one
 * must end with a line break: a file cut in the middle of its last field would read as a smaller number.
 * @throws SourceRefused
 */
export async function openCsv(file: Bytes, max: number, needed: readonly string[]): Promise<Csv> {
  const rows = rowsOf(textOf(file, max))
  const comments: string[] = []
  for (;;) {
    const { done, value } = await rows.next()
    if (done) throw new SourceRefused('The file has no header line.')
    if (comments.length < 10 && value.fields[0]?.startsWith('#')) {
      comments.push(value.fields.join(',').slice(1))
      continue
    }
    const header = value.fields
    const missing = needed.filter((name) => !header.includes(name))
    if (missing.length > 0) throw new SourceRefused(`The header has no column ${missing.join(', ')}.`)
    return { comments, header, rows: named(rows, header) }
  }
}

async function* named(
  rows: AsyncIterable<Raw>,
  header: string[],
): AsyncGenerator<{ number: number; row: CsvRow }> {
  for await (const { number, fields } of rows) {
    if (fields.length !== header.length)
      throw new SourceRefused(`Row ${number} has ${fields.length} fields, the header ${header.length}.`)
    yield { number, row: Object.fromEntries(header.map((name, at) => [name, fields[at] ?? ''])) }
  }
}

interface Raw {
  number: number
  fields: string[]
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<Raw> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    rest += piece
    let at = 0
    for (;;) {
      const end = endOfRow(rest, at)
      if (end < 0) break
      number += 1
      const line = rest.slice(at, rest[end - 1] === '\r' ? end - 1 : end)
      at = end + 1
      if (line === '') continue
      const fields = fieldsOf(line)
      if (typeof fields === 'string') throw new SourceRefused(`Row ${number} has ${fields}.`)
      yield { number, fields }
    }
    rest = rest.slice(at)
    if (rest.length > maxRow) throw new SourceRefused(`Row ${number + 1} is too long.`)
  }
  if (rest !== '')
    throw new SourceRefused(`The file ends in the middle of row ${number + 1}: it seems to be cut off.`)
}

/** Place of the line break that ends a row: one outside quotes. -1 when it has not come yet. */
function endOfRow(text: string, from: number): number {
  let quotes = 0
  for (let at = from; ;) {
    const end = text.indexOf('\n', at)
    if (end < 0) return -1
    // Within the row alone: a look ahead from every row of a file without quotes would read it over and over.
    const part = text.slice(at, end)
    for (let q = part.indexOf('"'); q >= 0; q = part.indexOf('"', q + 1)) quotes += 1
    if (quotes % 2 === 0) return end
    at = end + 1
  }
}

/**
 * The fields of one row (RFC 4180): every reader of CSV splits it here.
 * @returns what is wrong, in words, for a row that is not well formed
 */
export function fieldsOf(row: string): string[] | string {
  if (!row.includes('"')) return row.split(',')
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (row[at] !== '"') {
      const comma = row.indexOf(',', at)
      fields.push(comma < 0 ? row.slice(at) : row.slice(at, comma))
      if (comma < 0) return fields
      at = comma + 1
      continue
    }
    let end = at + 1
    for (;;) {
      end = row.indexOf('"', end)
      if (end < 0) return 'a quote that does not end'
      if (row[end + 1] !== '"') break
      end += 2
    }
    fields.push(row.slice(at + 1, end).replaceAll('""', '"'))
    if (end + 1 === row.length) return fields
    if (row[end + 1] !== ',') return 'text after a closing quote'
    at = end + 2
  }
}
