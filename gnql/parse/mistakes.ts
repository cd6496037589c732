import type { Span } from '../span.ts'
import type { Reader } from './reader.ts'

/** What is missing or touches where it should not, and the text that fixes it. */
export class Mistakes {
  readonly #reader: Reader
  /** Parentheses the end of the text left open. */
  #unclosed = 0
  /** The operator last found without a term. */
  #missed = -1

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** A term should stand here. */
  missing(): void {
    const { token } = this.#reader
    const before = this.#reader.peek(-1)
    const isAfter = before?.kind === 'word' && before.operator !== null
    const isOperator = token.kind === 'word' && token.operator !== null
    if (isAfter || isOperator) {
      // One of two operators, or the one at an end, is too many.
      const { span } = isOperator ? token : (before ?? token)
      if (span.start === this.#missed) return
      this.#missed = span.start
      const message = `A term is missing ${isOperator ? 'before' : 'after'} ${this.#reader.textOf(span)}.`
      this.#reader.fail(span, message, ['a field', 'a value', '('], '')
      return
    }
    const found = token.kind === 'end' ? 'the end of the text' : this.#reader.textOf(token.span)
    const message =
      token.kind === 'colon' ? 'A field is missing before this colon.' : `A term is missing before ${found}.`
    this.#reader.fail(token.span, message, ['a field', 'a value', '('])
  }

  /** A value that touches what follows was meant to be longer than it is read: refuse instead of guessing. */
  glued(): void {
    const { token } = this.#reader
    if (token.spaced || token.kind === 'close' || token.kind === 'colon' || token.kind === 'end') return
    const found = this.#reader.source.charAt(token.span.start)
    const message = `A space is missing before ${found}, or it needs a backslash.`
    const expected = ['a space', `\\${found}`]
    const whole = token.kind === 'open' ? this.#wholeWord() : null
    if (whole) this.#reader.fail(whole, message, expected, `"${this.#reader.textOf(whole)}"`, found)
    else this.#reader.fail(token.span, message, expected, ` ${this.#reader.textOf(token.span)}`)
  }

  /** `path:/a(b)`: the value with its parentheses, which needs quotes. */
  #wholeWord(): Span | null {
    const before = this.#reader.peek(-1)
    if (before?.kind !== 'word') return null
    const { start } = before.span
    const chunk = /^[^\s"\\]*/u.exec(this.#reader.source.slice(start))?.[0] ?? ''
    return /^[^()]*\([^()]*\)[^()]*$/u.test(chunk) ? { start, end: start + chunk.length } : null
  }

  /** The text ends inside so many parentheses; the innermost, at `open`, comes here first: one step closes them all. */
  unclosed(open: Span, groups: number): void {
    const { source, last } = this.#reader
    const rest = source.slice(open.start)
    // Behind a backslash or inside a quote a parenthesis would be text.
    const isText = rest.endsWith('\\') || (last?.kind === 'quoted' && !last.closed)
    this.#unclosed = Math.max(this.#unclosed, groups)
    const fixed = isText ? null : rest + ')'.repeat(this.#unclosed)
    const span = { start: open.start, end: source.length }
    this.#reader.fail(span, 'This parenthesis is never closed.', [')'], fixed, 'the end of the text')
  }

  /** `field:` and nothing that could be its value. */
  noValue(field: Span, end: number): void {
    const { token } = this.#reader
    const found = this.#reader.textOf(token.span)
    const quoted = token.kind === 'word' ? `; quote "${found}" if it is meant as one` : ''
    const message = `The field ${this.#reader.textOf(field)} has no value${quoted}.`
    this.#reader.fail({ start: field.start, end }, message, ['a value'])
  }
}
