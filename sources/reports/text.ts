import { gunzipSync } from 'node:zlib'
import { SourceRefused } from '../refused.ts'

/** Bytes of a list after unpacking, and its rows. */
export const limits = { bytes: 128_000_000, rows: 2_000_000, line: 65_536 }

/** A file as text, gzip or plain. @throws SourceRefused for too much of it or what is no UTF-8 */
export function textOf(bytes: Uint8Array): string {
  let plain = bytes
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    try {
      plain = gunzipSync(bytes, { maxOutputLength: limits.bytes })
    } catch {
      throw new SourceRefused(`The gzip file is damaged or holds more than ${limits.bytes} bytes.`)
    }
  if (plain.length > limits.bytes) throw new SourceRefused(`A list may hold ${limits.bytes} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain).replace(/^\uFEFF/, '')
  } catch {
    throw new SourceRefused('The file is not UTF-8 text.')
  }
}

/** Lines that say something: no empty ones, no comments. @throws SourceRefused for too many or one too long */
export function* linesOf(text: string): Generator<string> {
  let count = 0
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? undefined : end).trim()
    at = end < 0 ? text.length : end + 1
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (line.length > limits.line) throw new SourceRefused(`A line is longer than ${limits.line} characters.`)
    if (++count > limits.rows + 1) throw new SourceRefused(`A list may have ${limits.rows} rows.`)
    yield line
  }
}

/** One CSV line (RFC 4180) into its cells; a quoted cell does not go over several lines here. */
export function cellsOf(line: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y
  for (let more = true; more;) {
    const found = cell.exec(line)
    // A quote that never ends: the rest is one cell.
    if (!found) return [...cells, line.slice(cell.lastIndex)]
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim())
    more = found[3] === ','
  }
  return cells
}
