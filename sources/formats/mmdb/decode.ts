import { SourceRefused } from '../../refused.ts'

/**
 * Values of a MaxMind DB (format 2.0, https://maxmind.github.io/MaxMind-DB/). Read strictly: the file may be damaged or made
 * to harm, so depth and number of values are bounded and nothing outside the section is read.
 */
export type MmdbValue = string | number | bigint | boolean | Uint8Array | MmdbValue[] | MmdbMap
export interface MmdbMap {
  [key: string]: MmdbValue
}

const deepest = 24
const maxValues = 10_000

const broken = (what: string): SourceRefused => new SourceRefused(`is not a sound MMDB: ${what}`)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes the value at `offset` of `section`. @throws SourceRefused */
export function decodeAt(section: Buffer, offset: number): MmdbValue {
  let left = maxValues
  const bytes = (at: number, length: number): Buffer => {
    if (at < 0 || length < 0 || at + length > section.length) throw broken('a value lies outside the file')
    return section.subarray(at, at + length)
  }
  const unsigned = (at: number, length: number): number =>
    length === 0 ? 0 : bytes(at, length).readUIntBE(0, length)

  /** The value and where the next one begins. A pointer may not point to a pointer. */
  const value = (at: number, depth: number, pointed: boolean): [MmdbValue, number] => {
    if (depth > deepest) throw broken('it nests too deeply')
    if (--left < 0) throw broken('a record is too large')
    const control = unsigned(at, 1)
    let type = control >>> 5
    let next = at + 1
    if (type === 1) {
      if (pointed) throw broken('a pointer points to a pointer')
      const length = ((control >>> 3) & 3) + 1
      const start = length === 4 ? 0 : (control & 7) * 2 ** (8 * length)
      const target = start + unsigned(next, length) + [0, 0, 2048, 526_336, 0][length]!
      return [value(target, depth + 1, true)[0], next + length]
    }
    if (type === 0) type = 7 + unsigned(next++, 1)
    let size = control & 31
    if (size >= 29) {
      const length = size - 28
      size = [29, 285, 65_821][length - 1]! + unsigned(next, length)
      next += length
    }
    if (type === 7) return map(next, size, depth)
    if (type === 11) return list(next, size, depth)
    if (type === 14) return [size !== 0, next]
    return [scalar(type, next, size), next + size]
  }

  const scalar = (type: number, at: number, size: number): MmdbValue => {
    const raw = bytes(at, size)
    if (type === 2) return text(raw)
    if (type === 3 && size === 8) return raw.readDoubleBE(0)
    if (type === 15 && size === 4) return raw.readFloatBE(0)
    if (type === 4) return raw
    if (type === 5 && size <= 2) return unsigned(at, size)
    if (type === 6 && size <= 4) return unsigned(at, size)
    if (type === 8 && size <= 4) return unsigned(at, size) | 0
    if ((type === 9 && size <= 8) || (type === 10 && size <= 16))
      return raw.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    throw broken(`a value of type ${type} has ${size} bytes`)
  }

  const text = (raw: Buffer): string => {
    try {
      return utf8.decode(raw)
    } catch {
      throw broken('a text is not UTF-8')
    }
  }

  const map = (from: number, size: number, depth: number): [MmdbMap, number] => {
    const found: MmdbMap = Object.create(null) as MmdbMap
    let at = from
    for (let entry = 0; entry < size; entry++) {
      const [key, afterKey] = value(at, depth + 1, false)
      if (typeof key !== 'string') throw broken('a key is not text')
      ;[found[key], at] = value(afterKey, depth + 1, false)
    }
    return [found, at]
  }

  const list = (from: number, size: number, depth: number): [MmdbValue[], number] => {
    const found: MmdbValue[] = []
    let at = from
    for (let entry = 0; entry < size; entry++) {
      const [member, next] = value(at, depth + 1, false)
      found.push(member)
      at = next
    }
    return [found, at]
  }

  return value(offset, 0, false)[0]
}
