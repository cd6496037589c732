import { addressText } from '#model/address-text.ts'
import { eachAddress } from '#methods/extraction/extractor.ts'
import type { Block } from './blocks.ts'
import type { Choice } from './choice.ts'
import type { AddressKey, Verdicts } from './verdicts.ts'

const newline = 10

/** Chooses lines of a log, block by block. */
export class Lines {
  readonly #choice: Choice
  readonly #verdicts: Pick<Verdicts, 'of'>
  /** What became of the last line, for the rest of it. */
  #wasKept = false

  constructor(choice: Choice, verdicts: Pick<Verdicts, 'of'>) {
    this.#choice = choice
    this.#verdicts = verdicts
  }

  /** The lines of a block that are kept, as they stand there. */
  async keptOf({ bytes, isRest }: Block): Promise<Buffer> {
    const { lines, keys } = addressesOf(bytes)
    const parts = await this.#verdicts.of(keys)
    const matching = new Set<number>()
    for (const [at, key] of keys.entries()) {
      const part = parts.get(key)
      if (part && this.#choice.parts.has(part)) matching.add(lines[at]!)
    }
    const kept: Buffer[] = []
    let from = 0
    for (let line = 1; from < bytes.length; line += 1) {
      const end = bytes.indexOf(newline, from) + 1 || bytes.length
      if (!isRest || line > 1) this.#wasKept = matching.has(line) === (this.#choice.does === 'keep')
      if (this.#wasKept) kept.push(bytes.subarray(from, end))
      from = end
    }
    return Buffer.concat(kept)
  }
}

/** The addresses of a text and the line of each, from 1; blocks of addresses (CIDR) are none. */
function addressesOf(text: Uint8Array): { lines: number[]; keys: AddressKey[] } {
  const lines: number[] = []
  const keys: AddressKey[] = []
  const put = (key: AddressKey, line: number): void => {
    lines.push(line)
    keys.push(key)
  }
  eachAddress(text, {
    addQuad: put,
    add([a = 0, b = 0, c = 0, d = 0], bits, line) {
      if (bits < 128) return
      if (a === 0 && b === 0 && c === 0xffff) put(d, line)
      else put(addressText([a, b, c, d]), line)
    },
  })
  return { lines, keys }
}
