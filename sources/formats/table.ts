import { SourceRefused } from '../refused.ts'
import { fieldsOf } from './csv.ts'
import type { SourceInput } from './unpack.ts'

const maxLine = 65_536
const newline = 10

/** The lines of a text, without line ends; those that say nothing (empty, comments) are left out. */
export function* linesOf({ bytes }: SourceInput): Generator<string> {
  let at = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  for (let line = 1; at < bytes.length; line++) {
    const end = bytes.indexOf(newline, at)
    const stop = end < 0 ? bytes.length : end
    if (stop - at > maxLine) throw new SourceRefused(`line ${line} is longer than ${maxLine} bytes`)
    const text = bytes.toString('utf8', at, stop).trimEnd()
    at = stop + 1
    if (text !== '' && !text.startsWith('#') && !text.startsWith('//') && !text.startsWith(';')) yield text
  }
}

/** The fields of one line: CSV, or tabs where there are any. None for a line that is not well formed, which no row can be. */
export function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t')
  const fields = fieldsOf(line)
  return typeof fields === 'string' ? [] : fields
}

/** A row by the names of its columns; "" for a column the file does not have. */
export type Row = (column: string) => string

/**
 * Hands every row of a table with a header line to `take`, which says whether it was one. `needed` columns must be there.
 * @throws SourceRefused for other columns, and when the last line was cut off (every writer ends it)
 */
export function eachRow(
  input: SourceInput,
  needed: readonly string[],
  take: (row: Row, fields: readonly string[]) => void,
): void {
  let columns: Map<string, number> | null = null
  let fields: string[] = []
  const row: Row = (column) => fields[columns?.get(column) ?? -1]?.trim() ?? ''
  for (const line of linesOf(input)) {
    fields = cellsOf(line)
    if (columns) take(row, fields)
    else {
      columns = new Map(fields.map((name, place) => [name.trim().toLowerCase(), place]))
      const missing = needed.filter((name) => !columns?.has(name))
      if (missing.length > 0)
        throw new SourceRefused(`has no column ${missing.join(', ')}: "${line.slice(0, 80)}"`)
    }
  }
  mustEnd(input)
}

/** Every writer ends the last line; where it has no end, it may have lost more than that. @throws SourceRefused */
export function mustEnd({ bytes }: SourceInput): void {
  if (bytes.length > 0 && bytes.at(-1) !== newline)
    throw new SourceRefused('ends in the middle of a line: its last line has no line end')
}

/** Whether the first line that says something names columns, `first` among them. */
export function hasColumn(input: SourceInput, first: string): boolean {
  for (const line of linesOf(input)) return cellsOf(line).some((name) => name.trim().toLowerCase() === first)
  return false
}

/** JSON that was cut or is none is refused; so is what does not look as `read` expects. */
export function readJson<T>(
  { bytes }: SourceInput,
  schema: { safeParse: (value: unknown) => { success: true; data: T } | { success: false } },
): T {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new SourceRefused('is not JSON, or was cut')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceRefused('is JSON of another shape')
  return parsed.data
}

export const looksLikeJson = ({ bytes }: SourceInput): boolean =>
  /^\s*[[{]/.test(bytes.toString('latin1', 0, 64))
