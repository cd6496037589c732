import { limits } from '#packet/limits.ts'

const [se, sb, will, dont, iac] = [240, 250, 251, 254, 255]

/** One direction of Telnet: commands are taken out (RFC 854, RFC 855), what is typed becomes lines. */
export class TelnetStreamParser {
  readonly lines: string[] = []
  /** A byte that no terminal sends. */
  binary = false
  #state: 'text' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'text'
  #line = ''
  #taken = 0

  /** No more bytes are wanted. */
  get full(): boolean {
    return this.lines.length >= limits.telnetLines || this.#taken >= limits.telnetBytes
  }

  get bufferedBytes(): number {
    return this.lines.reduce((sum, line) => sum + line.length, this.#line.length)
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes.subarray(0, limits.telnetBytes - this.#taken)) this.#take(byte)
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
    else if (byte !== 0 && this.#line.length < limits.text) this.#line += String.fromCharCode(byte)
    if (byte > 0 && byte < 7) this.binary = true
  }

  #endLine(): void {
    if (this.#line !== '' && this.lines.length < limits.telnetLines) this.lines.push(this.#line)
    this.#line = ''
  }
}
