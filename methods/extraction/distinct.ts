/**
 * A set of fixed numbers of 32-bit words that knows of each member how often and in which line it came first. Members are numbered in the order
 * in which they came; all lies in two typed arrays, so a million members are no million objects.
 */
export class Distinct {
  /** The member that `add` is about, to be filled before. */
  readonly key: Uint32Array
  size = 0
  /** What `touch` read: a reading without any effect would not be done. */
  touched = 0
  readonly #width: number
  /** Per member its words, times and line. */
  #records: Uint32Array
  /** Per slot the hash and the number of a member plus one; 0 is empty. Linear probing, at most half full. */
  #slots: Uint32Array
  // Whoever does not know them cannot write a file whose members all fall upon the same slots.
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0
  readonly #salt = (Math.random() * 0x1_0000_0000) | 0

  constructor(width: number) {
    this.#width = width
    this.key = new Uint32Array(width)
    this.#records = new Uint32Array((width + 2) * 512)
    this.#slots = new Uint32Array(2 * 1024)
  }

  /** Counts `key` once more. "refused" when it is new and must not be (`mayGrow`). */
  add(line: number, mayGrow: boolean): 'new' | 'known' | 'refused' {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    const hash = this.#hash()
    let slot = hash & mask
    for (;;) {
      const member = slots[slot * 2 + 1]!
      if (member === 0) break
      if (slots[slot * 2] === hash >>> 0 && this.#holds(member - 1)) {
        this.#records[(member - 1) * (this.#width + 2) + this.#width]!++
        return 'known'
      }
      slot = (slot + 1) & mask
    }
    if (!mayGrow) return 'refused'
    this.#append(line)
    slots[slot * 2] = hash
    slots[slot * 2 + 1] = this.size
    if (this.size * 4 > slots.length) this.#widen()
    return 'new'
  }

  /**
   * Brings near what `add` will look at for the first `count` of these keys of one word. Alone each would wait for memory; these wait all
   * at once, which halves the time of a million addresses.
   */
  touch(keys: Uint32Array, count: number): void {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    let any = 0
    for (let at = 0; at < count; at++) {
      this.key[0] = keys[at]!
      any |= slots[(this.#hash() & mask) * 2]!
    }
    this.touched = any
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

  #holds(member: number): boolean {
    const from = member * (this.#width + 2)
    for (let at = 0; at < this.#width; at++) if (this.#records[from + at] !== this.key[at]) return false
    return true
  }

  #append(line: number): void {
    const from = this.size * (this.#width + 2)
    if (from === this.#records.length) {
      const wider = new Uint32Array(from * 2)
      wider.set(this.#records)
      this.#records = wider
    }
    this.#records.set(this.key, from)
    this.#records[from + this.#width] = 1
    this.#records[from + this.#width + 1] = line
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
