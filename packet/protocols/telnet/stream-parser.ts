import { limits } from '#packet/limits.ts'
import { copied } from '../cut.ts'
import { latin1 } from '../latin1.ts'

const [se, sb, will, dont, iac] = [240, 250, 251, 254, 255]

/** Parts of a line that are kept as such: added to a text, each takes more (V8) than what is booked of its letters. */
const maxParts = 64

/** Behind the bytes from `at` on that stand for themselves in a line. */
function printable(bytes: Uint8Array, at: number, end: number): number {
  let past = at
  while (past < end && bytes[past]! > 0x0d && bytes[past] !== iac) past += 1
  return past
}

/** One direction of Telnet: commands are taken out (RFC 854, RFC 855), what is typed becomes lines. */
export class TelnetStreamParser {
  readonly lines: string[] = []
  /** A byte that no terminal sends. */
  binary = false
  #state: 'text' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'text'
  #line = ''
  /** Added since it was written anew. */
  #parts = 0
  #taken = 0

  /** No more bytes are wanted. */
  get full(): boolean {
    return this.lines.length >= limits.telnetLines || this.#taken >= limits.telnetBytes
  }

  get bufferedBytes(): number {
    return this.lines.reduce((sum, line) => sum + line.length, this.#line.length)
  }

  push(bytes: Uint8Array): void {
    const end = Math.min(bytes.length, limits.telnetBytes - this.#taken)
    for (let at = 0; at < end; at += 1) {
      const run = this.#state === 'text' ? printable(bytes, at, end) : at
      if (run > at) {
        const room = limits.text - this.#line.length
        if (room > 0) this.#add(latin1(bytes, at, Math.min(run, at + room)))
        at = run
      }
      if (at < end) this.#take(bytes[at]!)
    }
    this.#taken += bytes.length
  }

  /** The last line need not have an end. */
  finish(): void {
    this.#endLine()
  }

  #take(byte: number): void {
    switch (this.#state) {
      case 'iac':
        if (byte === iac) this.#text(byte)
        this.#state = byte === sb ? 'sub' : byte >= will && byte <= dont ? 'option' : 'text'
        break
      case 'option':
        this.#state = 'text'
        break
      case 'sub':
        if (byte === iac) this.#state = 'sub-iac'
        break
      case 'sub-iac':
        this.#state = byte === se ? 'text' : 'sub'
        break
      default:
        if (byte === iac) this.#state = 'iac'
        else this.#text(byte)
    }
  }

  #text(byte: number): void {
    // The end of a line is CR LF, CR NUL, or what sloppy clients send for it.
    if (byte === 0x0d || byte === 0x0a) this.#endLine()
    else if (byte !== 0 && this.#line.length < limits.text) this.#add(String.fromCharCode(byte))
    if (byte > 0 && byte < 7) this.binary = true
  }

  #add(text: string): void {
    this.#line += text
    if (++this.#parts === maxParts) this.#makeWhole()
  }

  #makeWhole(): void {
    if (this.#parts > 1) this.#line = copied(this.#line)
    this.#parts = 0
  }

  #endLine(): void {
    this.#makeWhole()
    if (this.#line !== '' && this.lines.length < limits.telnetLines) this.lines.push(this.#line)
    this.#line = ''
  }
}
