/**
 * How a record writes a value that is too long for it: its beginning, then "… [7912 bytes, sha256 <64 hex digits>]".
 * A value of at most `keptBytes` bytes stands whole; a longer text in a record is therefore always one that was cut, and
 * two values that begin alike stay two by their hash. The whole value stays in its session and in the capture.
 */

/** UTF-8 bytes that are kept; up to three fewer where a character would be cut in two. */
export const keptBytes = 512

export interface CutValue {
  /** How the value begins. */
  start: string
  /** UTF-8 bytes of `start` and of the whole value. */
  startBytes: number
  bytes: number
  /** Of the whole value's UTF-8 bytes, 64 hex digits. */
  sha256: string
}

const form = /^(.*)… \[(\d+) bytes, sha256 ([0-9a-f]{64})\]$/s
const utf8 = new TextEncoder()

/** What a record's text says of the value it stands for; null when it is the value itself. */
export function readCutValue(text: string): CutValue | null {
  if (text.length < keptBytes / 4) return null
  const [, start = '', bytes = '', sha256 = ''] = form.exec(text) ?? []
  const startBytes = utf8.encode(start).length
  return startBytes > keptBytes - 4 && startBytes <= keptBytes
    ? { start, startBytes, bytes: Number(bytes), sha256 }
    : null
}

/** Whether a list of texts has one that was cut. */
export const holdsCutValue = (list: unknown): boolean =>
  Array.isArray(list) && list.some((text) => typeof text === 'string' && readCutValue(text) !== null)
