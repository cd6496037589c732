import type { Shell } from './shell.ts'

const longestLine = 4096

/** The first line with the sign that ends it, or all: what a line prints may have to leave before the next is run. */
export function firstLine(keys: Buffer): Buffer {
  const end = keys.findIndex((key) => key === 10 || key === 13)
  return end < 0 ? keys : keys.subarray(0, end + 1)
}

/** What somebody types into a shell, key by key: echo, rubbing out, lines. */
export class Terminal {
  readonly #shell: Shell
  readonly #write: (text: string) => void
  readonly #hasEcho: boolean
  #line = ''
  #lastWasReturn = false

  constructor(shell: Shell, write: (latin1: string) => void, hasEcho: boolean) {
    this.#shell = shell
    this.#write = write
    this.#hasEcho = hasEcho
  }

  /** What came before may have ended with half of a line's end. */
  afterReturn(lastWasReturn: boolean): void {
    this.#lastWasReturn = lastWasReturn
  }

  prompt(): void {
    this.#write(this.#shell.prompt)
  }

  /** @param keys bytes as Latin-1 */
  type(keys: string): void {
    let shown = ''
    const show = (text: string) => {
      if (this.#hasEcho) shown += text
    }
    for (const key of keys) {
      if (this.#shell.isOver) break
      const isReturn = key === '\r'
      // The line feed or NUL of a return that was taken already (RFC 854, end of line).
      if (this.#lastWasReturn && (key === '\n' || key === '\0')) {
        this.#lastWasReturn = false
        continue
      }
      this.#lastWasReturn = isReturn
      if (isReturn || key === '\n') {
        show('\r\n')
        this.#write(shown)
        shown = ''
        this.#enter()
      } else if (key === '\x7f' || key === '\b') {
        if (this.#line !== '') show('\b \b')
        this.#line = this.#line.slice(0, -1)
      } else if (key === '\x03') {
        this.#line = ''
        show(`^C\r\n${this.#shell.prompt}`)
      } else if (key === '\x04') {
        if (this.#line === '') this.#shell.isOver = true
      } else if (this.#line.length < longestLine) {
        this.#line += key
        show(key)
      }
    }
    if (shown !== '') this.#write(shown)
  }

  #enter(): void {
    const printed = this.#shell.run(this.#line)
    this.#line = ''
    const prompt = this.#shell.isOver ? '' : this.#shell.prompt
    this.#write((this.#hasEcho ? printed.replaceAll('\n', '\r\n') : printed) + prompt)
  }
}
