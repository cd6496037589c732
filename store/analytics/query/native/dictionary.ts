import type { Pieces } from './pieces.ts'

/** Keys come with the numbers, and stand for this block alone. */
const ownDictionary = 0x600

/** The words of a column, each spelled once, and the numbers that stand for them, 8, 16 or 32 bits wide. */
export class Dictionary {
  readonly #known = new Map<string, number>([['', 0]])
  readonly #words = ['']
  #ids = new Uint32Array(256)
  #count = 0

  /** @returns the number of a word */
  enter(text: string): number {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const spelled = text.toWellFormed()
    const id = this.#known.get(spelled) ?? this.#words.push(spelled) - 1
    this.#known.set(spelled, id).set(text, id)
    return id
  }

  push(id: number): void {
    if (this.#count === this.#ids.length) {
      const grown = new Uint32Array(this.#count * 2)
      grown.set(this.#ids)
      this.#ids = grown
    }
    this.#ids[this.#count++] = id
  }

  /** Nothing at all where there is no number. */
  write(out: Pieces): void {
    if (this.#count === 0) return
    const power = this.#words.length <= 256 ? 0 : this.#words.length <= 65_536 ? 1 : 2
    out.long(ownDictionary + power)
    out.long(this.#words.length)
    for (const word of this.#words) out.text(word)
    out.long(this.#count)
    const width = 1 << power
    const { bytes, at } = out.reserve(this.#count * width)
    for (let index = 0, place = at; index < this.#count; index += 1)
      for (let byte = 0, rest = this.#ids[index]!; byte < width; byte += 1, rest >>>= 8) bytes[place++] = rest
  }
}
