/** Commands of the Redis serialization protocol: arrays of bulk strings, or a line of words. */
const mostWords = 1024
export const longestCommand = 65_536

/** A command of which some words have come: each is looked at once, however slowly they come. */
export interface Begun {
  words: string[]
  /** Words that are still to come; 0 between commands. */
  left: number
  bytes: number
}

/** `words` are those of a whole command. */
type Part = { used: number; words: string[] | null } | { needs: number } | string

/** @returns what the next part was, how many bytes are needed at least for it, or an error text when it is none */
export function readPart(begun: Begun, bytes: Buffer): Part {
  if (begun.left > 0) return readWord(begun, bytes)
  if (bytes[0] !== 0x2a) {
    const end = bytes.indexOf(10)
    if (end < 0) return { needs: bytes.length + 1 }
    const line = bytes.toString('latin1', 0, end).trim()
    return { words: line === '' ? [] : line.split(/\s+/).slice(0, mostWords), used: end + 1 }
  }
  const head = numberAt(bytes, 1)
  if (head === null) return { needs: bytes.length + 1 }
  if (!(head.value <= mostWords)) return 'Protocol error: invalid multibulk length'
  Object.assign(begun, { words: [], left: Math.max(0, head.value), bytes: 0 })
  return { used: head.next, words: head.value > 0 ? null : [] }
}

function readWord(begun: Begun, bytes: Buffer): Part {
  if (bytes[0] !== 0x24) return `Protocol error: expected '$', got '${String.fromCharCode(bytes[0]!)}'`
  const size = numberAt(bytes, 1)
  if (size === null) return { needs: bytes.length + 1 }
  const total = begun.bytes + size.value
  if (!(size.value >= 0 && total <= longestCommand)) return 'Protocol error: invalid bulk length'
  const end = size.next + size.value
  if (bytes.length < end + 2) return { needs: end + 2 }
  begun.bytes = total
  const { words } = begun
  words.push(bytes.toString('latin1', size.next, end))
  if (--begun.left === 0) begun.words = []
  return { used: end + 2, words: begun.left > 0 ? null : words }
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
