import { limits } from '#packet/limits.ts'
import { cut, partOfLine } from '../cut.ts'
import { latin1 } from '../latin1.ts'
import type { Framing } from './body.ts'
import { HeadBuilder, type Head } from './head.ts'
import { findStartLine, parseCutStartLine, parseStartLine, type StartLine } from './start-line.ts'

/** What a parser tells about the messages it finds. */
export interface StreamListener {
  /** A header section ended (or was cut off); answers how the body is delimited. */
  head(head: Head): Framing
  body(bytes: Uint8Array): void
  /** The message is complete, or as complete as it will get. */
  end(): void
  /** Bytes that belong to no HTTP message. */
  unclaimed(bytes: Uint8Array): void
}

type State =
  | 'start'
  | 'hunt'
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailer'
  | 'rest'
  | 'off'

const lf = 0x0a

/**
 * Reads one direction of a stream as HTTP/1.x messages, byte by byte or in any pieces: what it finds depends only
 * on the bytes. When a message does not start where one should it hunts for the next start line.
 */
export class HttpStreamParser {
  #state: State = 'start'
  /** The unfinished line of start, hunt, head, chunk-size and trailer. */
  #line = ''
  #builder: HeadBuilder | null = null
  #remaining = 0
  #hunted = 0
  /** Every message so far began where one must: at the first byte, or behind the one before. */
  aligned = true
  readonly #listener: StreamListener

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  /** True while HTTP may still be found or is being read. */
  get alive(): boolean {
    return this.#state !== 'off'
  }

  /** Characters of the message being read. */
  get bufferedBytes(): number {
    return this.#line.length + (this.#builder?.size ?? 0)
  }

  push(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) at += this.#step(at === 0 ? bytes : bytes.subarray(at))
  }

  /** Gives up on HTTP here: another protocol has taken over (RFC 9110 §7.8). */
  stop(): void {
    this.#state = 'off'
    this.#line = ''
  }

  /** `bytes` were lost: inside a body they are counted off, elsewhere the next start line is looked for. */
  gap(bytes: number): void {
    if (this.#state === 'off' || this.#state === 'rest') return
    const counted = this.#state === 'length' || this.#state === 'chunk-data'
    if (counted && this.#remaining > bytes) {
      this.#remaining -= bytes
      return
    }
    const exact = this.#state === 'length' && this.#remaining === bytes
    this.finish()
    this.#state = exact ? 'start' : 'hunt'
  }

  /** The stream ended: a header section cut off still counts as a message. */
  finish(): void {
    if (this.#state === 'start') {
      const start = parseCutStartLine(this.#line)
      if (start) this.#begin(start)
    }
    if (this.#state === 'head') {
      if (this.#line.includes(':')) this.#builder?.add(this.#line.trimEnd())
      this.#headDone()
    }
    if (this.#state !== 'start' && this.#state !== 'hunt' && this.#state !== 'off') this.#listener.end()
    this.#state = 'start'
    this.#line = ''
  }

  /** Takes at least one byte; returns how many. */
  #step(bytes: Uint8Array): number {
    switch (this.#state) {
      case 'off':
        this.#listener.unclaimed(bytes)
        return bytes.length
      case 'rest':
        this.#listener.body(bytes)
        return bytes.length
      case 'length':
      case 'chunk-data':
        return this.#takeBody(bytes)
      case 'start':
      case 'hunt':
        return this.#takeStart(bytes)
      default:
        return this.#takeLine(bytes)
    }
  }

  #takeBody(bytes: Uint8Array): number {
    const part = bytes.subarray(0, Math.min(bytes.length, this.#remaining))
    this.#listener.body(part)
    this.#remaining -= part.length
    if (this.#remaining === 0) {
      if (this.#state === 'length') this.#endMessage()
      else this.#state = 'chunk-end'
    }
    return part.length
  }

  #takeStart(bytes: Uint8Array): number {
    const allowed = Math.min(bytes.length, limits.httpHunt - this.#hunted)
    const found = bytes.indexOf(lf)
    const newline = found < allowed ? found : -1
    const taken = newline < 0 ? allowed : newline + 1
    this.#listener.unclaimed(taken === bytes.length ? bytes : bytes.subarray(0, taken))
    this.#hunted += taken
    this.#line = this.#keep(latin1(bytes, 0, newline < 0 ? taken : newline))
    if (newline >= 0) this.#startLine()
    if (this.#hunted >= limits.httpHunt) this.stop()
    return taken
  }

  /** Appends to the line what may still become a start line. Those found by hunting hold no control characters. */
  #keep(text: string): string {
    if (this.#state === 'start') {
      const line = this.#line + text
      if (this.#line.length > 33 || couldStart(line)) return cut(line, limits.httpHeaderBytes)
      this.#state = 'hunt'
      this.#line = ''
      return this.#keep(line)
    }
    if (text === '') return this.#line
    const tail = afterControls(text)
    const clean = partOfLine(tail, text.length - tail.length)
    const line = clean.length === text.length && !this.#line.endsWith('\r') ? this.#line + clean : clean
    return line.length <= limits.text ? line : cut(line, limits.text) + (line.endsWith('\r') ? '\r' : '')
  }

  #startLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
    this.#line = ''
    if (line === '' && this.#state === 'start') return
    const start = this.#state === 'start' ? parseStartLine(line) : null
    if (start) return this.#begin(start)
    const found = findStartLine(afterControls(line))
    if (found) {
      this.aligned = false
      return this.#begin(found)
    }
    this.#state = 'hunt'
  }

  #begin(start: StartLine): void {
    this.#hunted = 0
    this.#line = ''
    this.#builder = new HeadBuilder(start)
    this.#state = 'head'
  }

  #takeLine(bytes: Uint8Array): number {
    const newline = bytes.indexOf(lf)
    const text = latin1(bytes, 0, newline < 0 ? bytes.length : newline)
    this.#line += text.slice(0, Math.max(0, limits.httpHeaderBytes - this.#line.length))
    if (newline < 0) return bytes.length
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
    this.#line = ''
    this.#endLine(line)
    return newline + 1
  }

  #endLine(line: string): void {
    if (this.#state === 'head') {
      if (line === '') this.#headDone()
      else this.#builder?.add(line)
    } else if (this.#state === 'chunk-size') {
      const size = /^[ \t]*([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line)
      if (!size) return this.#endMessage('hunt')
      this.#remaining = Number.parseInt(size[1]!, 16)
      this.#state = this.#remaining === 0 ? 'trailer' : 'chunk-data'
    } else if (this.#state === 'chunk-end') {
      if (line === '') this.#state = 'chunk-size'
      else this.#endMessage('hunt')
    } else if (line === '') this.#endMessage()
  }

  #headDone(): void {
    const framing = this.#builder ? this.#listener.head(this.#builder.head) : { kind: 'none' as const }
    this.#builder = null
    this.#line = ''
    if (framing.kind === 'none') return this.#endMessage()
    if (framing.kind === 'tunnel') {
      this.#listener.end()
      return this.stop()
    }
    if (framing.kind === 'until-close') this.#state = 'rest'
    else if (framing.kind === 'chunked') this.#state = 'chunk-size'
    else {
      this.#state = 'length'
      this.#remaining = framing.bytes
    }
  }

  #endMessage(next: 'start' | 'hunt' = 'start'): void {
    this.#listener.end()
    if (this.#state !== 'off') this.#state = next
  }
}

/** The text after the last control character; a CR at the very end stays, since it may be half of the line's end. */
function afterControls(text: string): string {
  let from = text.endsWith('\r') ? text.length - 1 : text.length
  while (from > 0 && (text.charCodeAt(from - 1) >= 0x20 || text.charCodeAt(from - 1) === 0x09)) from--
  return text.slice(from)
}

/** Whether a line that begins like this can still be a start line: a token of up to 32 characters, then a blank. */
function couldStart(line: string): boolean {
  return /^(?:\r|[!#$%&'*+./^_`|~0-9A-Za-z-]{0,32}\r?$|[!#$%&'*+./^_`|~0-9A-Za-z-]{1,32}[ \t])/.test(line)
}
