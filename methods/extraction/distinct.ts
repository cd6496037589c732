/** Keys that are counted together. */
const mostWaiting = 512

/**
 * A set of keys, each so many 32-bit words, that knows of each how often and in which line it came first. Members are numbered in the
 * order in which they came; all lies in typed arrays, so a million members are no million objects.
 *
 * Keys are counted some hundred together: alone each would wait for memory, but the places of all of them are asked for at once, which
 * halves the time of a million addresses.
 */
export class Distinct {
  /** The key that `add` is about, to be filled before. */
  readonly key: Uint32Array
  /** Members so far. What was added since `flush` is not among them yet, nor counted below. */
  size = 0
  /** Keys that were added. */
  found = 0
  /** Of those, keys that would have been one member too many. */
  ignored = 0
  /** What the places hold that were asked for last: a reading without any effect would not be done. */
  near = 0
  readonly #width: number
  /** Per member its words, times and line. */
  #records: Uint32Array
  /** Per slot the hash and the number of a member plus one; 0 is empty. Linear probing, at most half full. */
  #slots: Uint32Array
  /** Per key that waits its words and its line. */
  readonly #waiting: Uint32Array
  readonly #hashes = new Uint32Array(mostWaiting)
  #waitingKeys = 0
  // Whoever does not know them cannot write a file whose keys all fall upon the same slots.
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0
  readonly #salt = (Math.random() * 0x1_0000_0000) | 0

  constructor(width: number) {
    this.#width = width
    this.key = new Uint32Array(width)
    this.#records = new Uint32Array((width + 2) * 512)
    this.#slots = new Uint32Array(2 * 1024)
    this.#waiting = new Uint32Array((width + 1) * mostWaiting)
  }

  /** Lets `key` wait until it is counted. False when as many wait as can: the next thing to do is `flush`. */
  add(line: number): boolean {
    const from = this.#waitingKeys * (this.#width + 1)
    for (let at = 0; at < this.#width; at++) this.#waiting[from + at] = this.key[at]!
    this.#waiting[from + this.#width] = line
    this.#hashes[this.#waitingKeys] = this.#hash()
    return ++this.#waitingKeys < mostWaiting
  }

  /** Counts what waits. There will be no more than `most` members. */
  flush(most: number): void {
    const count = this.#waitingKeys
    this.#waitingKeys = 0
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    let near = 0
    for (let at = 0; at < count; at++) near ^= slots[(this.#hashes[at]! & mask) * 2 + 1]!
    this.near = near
    for (let at = 0; at < count; at++) this.#count(at, most)
    this.found += count
  }

  word(member: number, at: number): number {
    return this.#records[member * (this.#width + 2) + at]!
  }

  times(member: number): number {
    return this.word(member, this.#width)
  }

  line(member: number): number {
    return this.word(member, this.#width + 1)
  }

  #count(waiting: number, most: number): void {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    const hash = this.#hashes[waiting]!
    const from = waiting * (this.#width + 1)
    let slot = hash & mask
    for (;;) {
      const member = slots[slot * 2 + 1]!
      if (member === 0) break
      if (slots[slot * 2] === hash && this.#holds(member - 1, from)) {
        this.#records[(member - 1) * (this.#width + 2) + this.#width]!++
        return
      }
      slot = (slot + 1) & mask
    }
    if (this.size >= most) {
      this.ignored++
      return
    }
    this.#append(from)
    slots[slot * 2] = hash
    slots[slot * 2 + 1] = this.size
    if (this.size * 4 > slots.length) this.#widen()
  }

  /** All members one after the other: their words, then times, then line; `width` + 2 numbers each. Not to be kept: it goes on. */
  records(): Uint32Array {
    return this.#records.subarray(0, this.size * (this.#width + 2))
  }

  #hash(): number {
    let hash = this.#seed
    for (let at = 0; at < this.#width; at++) {
      hash = Math.imul(hash ^ this.key[at]!, 0x9e3779b1)
      hash ^= hash >>> 15
      hash = Math.imul(hash + this.#salt, 0x85ebca6b)
      hash ^= hash >>> 13
    }
    return hash
  }

  #holds(member: number, waiting: number): boolean {
    const from = member * (this.#width + 2)
    for (let at = 0; at < this.#width; at++)
      if (this.#records[from + at] !== this.#waiting[waiting + at]) return false
    return true
  }

  #append(waiting: number): void {
    const width = this.#width
    const from = this.size * (width + 2)
    if (from === this.#records.length) {
      const wider = new Uint32Array(from * 2)
      wider.set(this.#records)
      this.#records = wider
    }
    for (let at = 0; at < width; at++) this.#records[from + at] = this.#waiting[waiting + at]!
    this.#records[from + width] = 1
    this.#records[from + width + 1] = this.#waiting[waiting + width]!
    this.size++
  }

  #widen(): void {
    const old = this.#slots
    const slots = new Uint32Array(old.length * 2)
    const mask = old.length - 1
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue
      let slot = old[from]! & mask
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask
      slots[slot * 2] = old[from]!
      slots[slot * 2 + 1] = old[from + 1]!
    }
    this.#slots = slots
  }
}
