import type { Span } from '../span.ts'
import type { Diagnostics } from '../diagnostic.ts'
import type { Operator, Token } from '../lex.ts'
import { limits } from '../limits.ts'

/** The place in a text's tokens, and the bounds of what is read: beyond one nothing more is read or said. */
export class Reader {
  readonly source: string
  readonly #tokens: readonly Token[]
  readonly #diagnostics: Diagnostics
  #at = 0
  #depth = 0
  #terms = 0
  #stopped = false

  constructor(source: string, tokens: readonly Token[], diagnostics: Diagnostics) {
    this.source = source
    this.#tokens = tokens
    this.#diagnostics = diagnostics
  }

  get token(): Token {
    const end = this.source.length
    return this.#tokens[this.#at] ?? { kind: 'end', span: { start: end, end }, spaced: true }
  }

  /** The token so many places ahead, or behind for negative numbers. */
  peek(ahead: number): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  /** The last token before the end of the text. */
  get last(): Token | undefined {
    return this.#tokens.at(-2)
  }

  advance(): Token {
    const { token } = this
    if (token.kind !== 'end') this.#at++
    return token
  }

  textOf(span: Span): string {
    return this.source.slice(span.start, span.end)
  }

  /** AND, OR or NOT stands here; before a colon it would be a field's name. */
  isOperator(name: Operator): boolean {
    const { token } = this
    return token.kind === 'word' && token.operator === name && this.peek(1)?.kind !== 'colon'
  }

  takeOperator(name: Operator): boolean {
    const isHere = this.isOperator(name)
    if (isHere) this.advance()
    return isHere
  }

  negates(): boolean {
    const { kind } = this.token
    return kind === 'minus' || kind === 'bang' || this.isOperator('not')
  }

  endsTerm(): boolean {
    const { kind } = this.token
    return kind === 'end' || kind === 'close' || this.isOperator('or')
  }

  /** One level deeper; false beyond the bound. Each needs its leave(). */
  enter(): boolean {
    this.#depth++
    if (this.#depth <= limits.depth) return true
    this.#stop(`Parentheses and negations may stand ${limits.depth} deep.`)
    return false
  }

  leave(): void {
    this.#depth--
  }

  /** One more value. */
  count(): void {
    this.#terms++
    if (this.#terms > limits.terms) this.#stop(`A query may hold ${limits.terms} values.`)
  }

  #stop(message: string): void {
    this.fail(this.token.span, message, ['a smaller query'])
    this.#stopped = true
    this.#at = this.#tokens.length - 1
  }

  fail(
    span: Span,
    message: string,
    expected: string[],
    suggestion: string | null = null,
    found = this.textOf(span) || 'the end of the text',
  ): void {
    if (!this.#stopped) this.#diagnostics.error(span, { message, expected, found, suggestion })
  }
}
