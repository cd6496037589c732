import { limits } from '#packet/limits.ts'
import { partOfLine } from '../cut.ts'
import type { StartLine } from './start-line.ts'

export interface Header {
  /** As sent, case kept. */
  name: string
  value: string
}

/** Start line and header section of one message, as sent. */
export interface Head {
  start: StartLine
  headers: Header[]
}

const framing = /^(?:content-length|transfer-encoding)[ \t]*:/i

/** Folded lines that wait to be joined: each is a text of its own, which takes more than what is booked of it. */
const foldedLines = 256

/** Collects header lines within the limits; what decides the body's length is kept even beyond them. */
export class HeadBuilder {
  readonly #head: Head
  #bufferedBytes = 0
  /** Folded lines that continue the last header, till they are joined. */
  #folded: string[] = []

  constructor(start: StartLine) {
    this.#head = { start, headers: [] }
  }

  get head(): Head {
    this.#unfold()
    return this.#head
  }

  /** Characters kept so far. */
  get size(): number {
    return this.#bufferedBytes + (this.#head.start.kind === 'request' ? this.#head.start.uri.length : 0)
  }

  /** Adds one header line without its end. A folded line continues the one before it (RFC 9112 §5.2). */
  add(line: string): void {
    const { headers } = this.#head
    const full =
      headers.length >= limits.httpHeaders || this.#bufferedBytes + line.length > limits.httpHeaderBytes
    if (full && !(framing.test(line) && headers.length < 2 * limits.httpHeaders)) return
    this.#bufferedBytes += line.length
    if (headers.length > 0 && (line.startsWith(' ') || line.startsWith('\t'))) {
      const part = line.trim()
      if (part !== '') this.#folded.push(part)
      if (this.#folded.length === foldedLines) this.#unfold()
      return
    }
    this.#unfold()
    const colon = line.indexOf(':')
    if (colon < 1) return
    const name = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    const rest = line.length - name.length - value.length
    headers.push({ name: partOfLine(name, rest), value: partOfLine(value, rest) })
  }

  /** Many lines at once: a value is written anew each time that something is added to it. */
  #unfold(): void {
    const last = this.#head.headers.at(-1)
    if (!last || this.#folded.length === 0) return
    if (last.value !== '') this.#folded.unshift(last.value)
    last.value = this.#folded.join(' ')
    this.#folded = []
  }
}

/** First value of a header, "" when absent. */
export function header(head: Head, name: string): string {
  return head.headers.find((h) => h.name.toLowerCase() === name)?.value ?? ''
}
