import { ipv4Of, type Network, readAddress, readIpv4, readNetwork } from '#model/address.ts'
import { SourceRefused } from '../refused.ts'
import { append, built, uint32Builder } from '#model/uint32-builder.ts'

/**
 * What a parser found: networks, each with the text of what is said about it. Columns instead of objects, because a city
 * database has millions of rows.
 */
export interface NetworkColumns {
  starts4: Uint32Array
  bits4: Uint32Array
  values4: Uint32Array
  /** Four words a start. */
  starts6: Uint32Array
  bits6: Uint32Array
  values6: Uint32Array
  values: string[]
}

/** Most rows of one source; a column of that length is 64 MB. */
export const maxRows = 16_000_000
/** Values share a word with the prefix length (canonical.ts). */
const maxValues = 2 ** 24 - 1
const maxValue = 1024

// The value of a row is fields with tabs between; what is stored has a line for each.
const unstorable = /[^\P{Cc}\t]/gu

const lengthInDigits = /^[^/]+(?:\/\d{1,3})?$/
/** Wider than multicast (/4) and unique local addresses (/7) is nobody's network, but a mistake that would mark the world. */
const minBitsIpv4 = 4
const minBitsIpv6 = 7

export class NetworkRows {
  readonly #starts4 = uint32Builder()
  readonly #bits4 = uint32Builder()
  readonly #values4 = uint32Builder()
  readonly #starts6 = uint32Builder()
  readonly #bits6 = uint32Builder()
  readonly #values6 = uint32Builder()
  readonly #indexes = new Map<string, number>()

  get length(): number {
    return this.#bits4.length + this.#bits6.length
  }

  /** "192.0.2.0/24", "2001:db8::/32" or a single address; false when it is none, or half the internet. */
  addCidr(cidr: string, value: string): boolean {
    const quad = readIpv4(cidr)
    if (quad >= 0) return this.#add4(quad, 32, value)
    const network = lengthInDigits.test(cidr) ? readNetwork(cidr) : null
    return network !== null && this.add(network, value)
  }

  /** A range of two addresses of one family, as the networks it is made of; false when it is none, or half the internet. */
  addRange(from: string, to: string, value: string): boolean {
    const [first, last] = [readAddress(from), readAddress(to)]
    if (!first || !last) return false
    const [first4, last4] = [ipv4Of(first), ipv4Of(last)]
    if (first4 >= 0 !== last4 >= 0) return false
    if (first4 >= 0) {
      if (first4 > last4 || last4 - first4 >= 2 ** (32 - minBitsIpv4)) return false
      for (const [start, bits] of networks4(first4, last4)) this.#add4(start, bits, value)
      return true
    }
    const [start, end] = [toBig(first), toBig(last)]
    if (start > end || end - start >= 1n << BigInt(128 - minBitsIpv6)) return false
    for (const network of networks6(start, end)) this.add(network, value)
    return true
  }

  /** `network` counts 128 bits; one inside ::ffff:0:0/96 is IPv4, however it is written. False for half the internet. */
  add({ words, bits }: Network, value: string): boolean {
    const quad = bits >= 96 ? ipv4Of(words) : -1
    if (bits < (quad >= 0 ? 96 + minBitsIpv4 : minBitsIpv6)) return false
    if (quad >= 0) return this.#add4(quad, bits - 96, value)
    this.#room()
    for (const word of words) append(this.#starts6, word)
    append(this.#bits6, bits)
    append(this.#values6, this.#indexOf(value))
    return true
  }

  #add4(start: number, bits: number, value: string): boolean {
    this.#room()
    append(this.#starts4, start)
    append(this.#bits4, bits)
    append(this.#values4, this.#indexOf(value))
    return true
  }

  #room(): void {
    if (this.length >= maxRows) throw new SourceRefused(`more than ${maxRows} rows`)
  }

  #indexOf(value: string): number {
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    const index = this.#indexes.size
    if (index >= maxValues) throw new SourceRefused(`more than ${maxValues} different values`)
    this.#indexes.set(value, index)
    return index
  }

  done(): NetworkColumns {
    return {
      starts4: built(this.#starts4),
      bits4: built(this.#bits4),
      values4: built(this.#values4),
      starts6: built(this.#starts6),
      bits6: built(this.#bits6),
      values6: built(this.#values6),
      values: [...this.#indexes.keys()].map((value) => value.slice(0, maxValue).replace(unstorable, ' ')),
    }
  }
}

const toBig = (words: readonly [number, number, number, number]): bigint =>
  words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)

function* networks4(first: number, last: number): Generator<[start: number, bits: number]> {
  for (let start = first; start <= last;) {
    // The largest block that begins here and does not go beyond the end.
    let size = start === 0 ? 2 ** 32 : (start & -start) >>> 0
    while (start + size - 1 > last) size /= 2
    yield [start, 32 - Math.log2(size)]
    start += size
  }
}

/** Place of the highest bit of a number above 0. */
const highestBit = (value: bigint): number => {
  const hex = value.toString(16)
  return hex.length * 4 - 1 - (Math.clz32(Number.parseInt(hex[0] ?? '1', 16)) - 28)
}

function* networks6(first: bigint, last: bigint): Generator<Network> {
  for (let start = first; start <= last;) {
    // The largest block that begins here and does not go beyond the end.
    const aligned = start === 0n ? 128 : highestBit(start & -start)
    const free = Math.min(aligned, highestBit(last - start + 1n))
    const word = (shift: bigint): number => Number((start >> shift) & 0xffffffffn)
    yield { words: [word(96n), word(64n), word(32n), word(0n)], bits: 128 - free }
    start += 1n << BigInt(free)
  }
}
