import { type AddressWords, cutTo, ipv4Of } from '#model/address.ts'
import { addressText } from '#model/address-text.ts'
import { isReserved, isReservedQuad } from '#model/reserved.ts'
import { append, uint32Builder } from '#model/uint32-builder.ts'
import { Distinct } from './distinct.ts'
import type { Found, Rows } from './found.ts'

/** Set on a number in `order` that belongs to `others`. */
const ofOthers = 0x8000_0000
const whole = 128
/** IPv4 addresses that are counted together. */
const mostWaiting = 512

/** Addresses and networks. Most are IPv4 addresses, which take a word each; IPv6 and networks take four words and a length. */
export class AddressRows implements Rows {
  found = 0
  ignored = 0
  reserved = 0
  networks = 0
  readonly #quads = new Distinct(1)
  readonly #others = new Distinct(5)
  readonly #order = uint32Builder()
  readonly #most: number
  readonly #waitingQuads = new Uint32Array(mostWaiting)
  readonly #waitingLines = new Uint32Array(mostWaiting)
  #waiting = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#order.length
  }

  addQuad(quad: number, line: number): void {
    if (this.#waiting === mostWaiting) this.settle()
    this.#waitingQuads[this.#waiting] = quad
    this.#waitingLines[this.#waiting++] = line
  }

  /** `bits`: length of the prefix over the 128 bits (96 + n for IPv4), 128 for an address. Bits behind it are cut off. */
  add(address: AddressWords, bits: number, line: number): void {
    const quad = ipv4Of(address)
    if (bits === whole && quad >= 0) return this.addQuad(quad, line)
    this.settle()
    const words = cutTo(address, bits)
    this.#others.key.set([...words, bits])
    if (!this.#isNew(this.#others, line)) return
    append(this.#order, (this.#others.size - 1) | ofOthers)
    if (isReserved(words, bits)) this.reserved++
    if (bits < whole) this.networks++
  }

  /** Counts the addresses that still wait; before it they are not among the rows. */
  settle(): void {
    const quads = this.#quads
    quads.touch(this.#waitingQuads, this.#waiting)
    for (let at = 0; at < this.#waiting; at++) {
      const quad = this.#waitingQuads[at]!
      quads.key[0] = quad
      if (!this.#isNew(quads, this.#waitingLines[at]!)) continue
      append(this.#order, quads.size - 1)
      if (isReservedQuad(quad)) this.reserved++
    }
    this.#waiting = 0
  }

  #isNew(set: Distinct, line: number): boolean {
    this.found++
    const added = set.add(line, this.size < this.#most)
    if (added === 'refused') this.ignored++
    return added === 'new'
  }

  /** IPv4 addresses as they lie in memory: number, times, line each. */
  quads(): Uint32Array {
    this.settle()
    return this.#quads.records()
  }

  /** IPv6 addresses and networks: four words, length of the prefix, times, line each. */
  others(): Uint32Array {
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
      set === this.#quads
        ? [0, 0, 0xffff, set.word(member, 0)]
        : [set.word(member, 0), set.word(member, 1), set.word(member, 2), set.word(member, 3)]
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

/** A network of IPv4 counts its bits from 96; a shorter prefix around them is one of IPv6. */
const networkText = (words: AddressWords, bits: number): string =>
  ipv4Of(words) >= 0 && bits >= 96 ? `${addressText(words)}/${bits - 96}` : `${addressText(words)}/${bits}`
