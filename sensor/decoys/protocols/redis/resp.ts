/** Commands of the Redis serialization protocol: arrays of bulk strings, or a line of words. */
const mostWords = 1024
export const longestCommand = 65_536

/** @returns words and bytes used; null when not whole; an error text when it is none */
export function readCommand(bytes: Buffer): { words: string[]; used: number } | string | null {
  if (bytes[0] !== 0x2a) {
    const end = bytes.indexOf(10)
    if (end < 0) return null
    const line = bytes.toString('latin1', 0, end).trim()
    return { words: line === '' ? [] : line.split(/\s+/).slice(0, mostWords), used: end + 1 }
  }
  const head = numberAt(bytes, 1)
  if (head === null) return null
  if (!(head.value <= mostWords)) return 'Protocol error: invalid multibulk length'
  const words: string[] = []
  let at = head.next
  for (let i = 0; i < head.value; i++) {
    if (at >= bytes.length) return null
    if (bytes[at] !== 0x24) return `Protocol error: expected '$', got '${String.fromCharCode(bytes[at]!)}'`
    const size = numberAt(bytes, at + 1)
    if (size === null) return null
    if (!(size.value >= 0 && size.value <= longestCommand)) return 'Protocol error: invalid bulk length'
    const end = size.next + size.value
    if (bytes.length < end + 2) return null
    words.push(bytes.toString('latin1', size.next, end))
    at = end + 2
  }
  return { words, used: at }
}

/** A decimal up to CR LF; NaN for what is none. */
function numberAt(bytes: Buffer, at: number): { value: number; next: number } | null {
  const end = bytes.indexOf(10, at)
  if ((end < 0 ? bytes.length : end) - at > 32) return { value: Number.NaN, next: at }
  if (end < 0) return null
  const text = bytes.toString('latin1', at, end).trim()
  return { value: /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN, next: end + 1 }
}

export const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
export const array = (items: readonly string[]): string => `*${items.length}\r\n${items.join('')}`
