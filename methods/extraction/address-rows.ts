import { type AddressWords, cutTo, ipv4Of } from '#model/address.ts'
import { addressText } from '#model/address-text.ts'
import { isReserved, isReservedQuad } from '#model/reserved.ts'
import { append, uint32Builder } from '#model/uint32-builder.ts'
import { Distinct } from './distinct.ts'
import type { Found, Rows } from './found.ts'
import type { AddressSink } from './sink.ts'

/** Set on a number in `order` that belongs to `others`. */
const ofOthers = 0x8000_0000
const whole = 128

/** Addresses and networks. Most are IPv4 addresses, which take a word each; IPv6 and networks take four words and a length. */
export class AddressRows implements Rows, AddressSink {
  reserved = 0
  networks = 0
  readonly #quads = new Distinct(1)
  readonly #others = new Distinct(5)
  #waiting = this.#quads
  readonly #order = uint32Builder()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#order.length
  }

  get found(): number {
    return this.#quads.found + this.#others.found
  }

  get ignored(): number {
    return this.#quads.ignored + this.#others.ignored
  }

  addQuad(quad: number, line: number): void {
    if (this.#waiting !== this.#quads) this.#waitIn(this.#quads)
    this.#quads.key[0] = quad
    if (!this.#quads.add(line)) this.flush()
  }

  /** What is behind the prefix is cut off. */
  add(words: Uint32Array, bits: number, line: number): void {
    const address = wordsOf(words)
    const quad = ipv4Of(address)
    if (bits === whole && quad >= 0) return this.addQuad(quad, line)
    if (this.#waiting !== this.#others) this.#waitIn(this.#others)
    const { key } = this.#others
    key.set(bits === whole ? words : cutTo(address, bits))
    key[4] = bits
    if (!this.#others.add(line)) this.flush()
  }

  /** Only one of the sets has keys that wait: those that came first are to be the first rows. */
  #waitIn(set: Distinct): void {
    this.flush()
    this.#waiting = set
  }

  /** Counts those that wait: what is asked for afterwards knows of all that were added. */
  flush(): void {
    const set = this.#waiting
    const { size } = set
    set.flush(size + this.#most - this.size)
    for (let member = size; member < set.size; member++) {
      if (set === this.#quads) {
        append(this.#order, member)
        if (isReservedQuad(set.word(member, 0))) this.reserved++
      } else {
        append(this.#order, member | ofOthers)
        const bits = set.word(member, 4)
        if (isReserved(memberWords(set, member), bits)) this.reserved++
        if (bits < whole) this.networks++
      }
    }
  }

  /** IPv4 addresses as they lie in memory: number, times, line each. */
  quads(): Uint32Array {
    this.flush()
    return this.#quads.records()
  }

  /** IPv6 addresses and networks: four words, length of the prefix, times, line each. */
  others(): Uint32Array {
    this.flush()
    return this.#others.records()
  }

  slice(from: number, to: number): Found[] {
    const rows: Found[] = []
    for (let at = from; at < Math.min(to, this.size); at++) rows.push(this.#row(this.#order.values[at]!))
    return rows
  }

  #row(number: number): Found {
    const member = number & ~ofOthers
    const set = number >= ofOthers ? this.#others : this.#quads
    const words: AddressWords =
      set === this.#quads ? [0, 0, 0xffff, set.word(member, 0)] : memberWords(set, member)
    const bits = set === this.#quads ? whole : set.word(member, 4)
    return {
      kind: bits === whole ? 'address' : 'network',
      text: bits === whole ? addressText(words) : networkText(words, bits),
      reserved: isReserved(words, bits),
      times: set.times(member),
      line: set.line(member),
    }
  }
}

const wordsOf = (words: Uint32Array): AddressWords => [words[0]!, words[1]!, words[2]!, words[3]!]

const memberWords = (set: Distinct, member: number): AddressWords => [
  set.word(member, 0),
  set.word(member, 1),
  set.word(member, 2),
  set.word(member, 3),
]

/** A network of IPv4 counts its bits from 96; a shorter prefix around them is one of IPv6. */
const networkText = (words: AddressWords, bits: number): string =>
  ipv4Of(words) >= 0 && bits >= 96 ? `${addressText(words)}/${bits - 96}` : `${addressText(words)}/${bits}`
