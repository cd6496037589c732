import type { Fragment } from './define.ts'

/**
 * Bytes of a value as it is sent. A server takes 131,072 (`http_max_field_value_size`) unless it was told otherwise, and counts a byte of an
 * address, where values of short statements travel, as it stands there: `%27`.
 */
const maxBytes = 43_000
/** A unit of UTF-16 is three bytes of UTF-8 at most, or two where it is escaped. */
const maxUnits = Math.floor(maxBytes / 3)

/** As the client writes it: some characters with a backslash before them. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string')
    return Buffer.byteLength(value) + (value.match(/[\t\n\r'\\]/g)?.length ?? 0) + 3
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + bytesOf(each), 3)
  return String(value).length + 1
}

function piecesOfText(text: string): string[] {
  if (text.length <= maxUnits || bytesOf(text) <= maxBytes) return [text]
  // Of plain text a unit is a byte.
  const size = bytesOf(text) === text.length + 3 ? maxBytes : maxUnits
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + size)
    // Half a character would be sent as another one.
    if (/[\uD800-\uDBFF]/.test(text[to - 1] ?? '') && to < text.length) to -= 1
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

function piecesOfList(list: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [[]]
  let room = maxBytes
  for (const each of list) {
    const bytes = bytesOf(each)
    if (bytes > room && pieces.at(-1)?.length !== 0) {
      pieces.push([])
      room = maxBytes
    }
    pieces.at(-1)?.push(each)
    room -= bytes
  }
  return pieces
}

/** A parameter that is sent in pieces is put together again by the engine, once, before the statement runs. */
function putTogether(name: string, type: string, pieces: number): string {
  const all = Array.from({ length: pieces }, (_, at) => `{${pieceName(name, at)}:${type}}`).join(', ')
  return type === 'String' ? `concat(${all})` : `arrayConcat(${all})`
}

const pieceName = (name: string, at: number): string => `${name}__${at}`

/**
 * A statement whose long values, texts and lists, are several parameters each, so that no server needs to be told to take longer ones than it
 * does by itself.
 */
export function inPieces({ sql, params }: Fragment): Fragment {
  let text = sql
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    const pieces =
      typeof value === 'string' ? piecesOfText(value) : Array.isArray(value) ? piecesOfList(value) : [value]
    if (pieces.length === 1) sent[name] = value
    else {
      text = text.replaceAll(
        new RegExp(`\\{${name}:\\s*(String|Array\\([^{}]*\\))\\}`, 'g'),
        (_, type: string) => putTogether(name, type, pieces.length),
      )
      for (const [at, piece] of pieces.entries()) sent[pieceName(name, at)] = piece
      // Of another type it stays whole.
      if (text.includes(`{${name}:`)) sent[name] = value
    }
  }
  return { sql: text, params: sent }
}
