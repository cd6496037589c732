import { fieldsOf } from './csv.ts'
import { unpack } from './unpack.ts'
import { SourceRefused } from '../refused.ts'

/** Bytes of a list after unpacking, and its rows. */
export const limits = { bytes: 128_000_000, rows: 2_000_000, line: 65_536 }

/** A file as text, which may be packed. @throws SourceRefused for too much of it or what is no UTF-8 */
export function textOf(bytes: Uint8Array): string {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const plain = plainOf(packed)
  if (plain.length > limits.bytes) throw new SourceRefused(`A list may hold ${limits.bytes} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain).replace(/^\uFEFF/, '')
  } catch {
    throw new SourceRefused('The file is not UTF-8 text.')
  }
}

function plainOf(packed: Buffer): Buffer {
  try {
    return unpack({ name: 'list', bytes: packed }, limits.bytes).bytes
  } catch (error) {
    throw error instanceof SourceRefused ? new SourceRefused(`The file ${error.message}.`) : error
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

/** The cells of one line of CSV; a line that is not well formed is one cell, which nothing knows. */
export function cellsOf(line: string): string[] {
  const cells = fieldsOf(line)
  return typeof cells === 'string' ? [line] : cells.map((cell) => cell.trim())
}
