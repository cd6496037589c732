import type { QueryDiagnostic, Span } from '#model/views.ts'
import { Findings } from './diagnostic.ts'
import { lex, type Token } from './lex.ts'
import { limits } from './limits.ts'
import type { Bare, Query, Term, Text, Words } from './tree.ts'

/**
 * GNQL, a superset of what Lucene users type:
 *
 *   query   = [ or ]
 *   or      = and { "OR" and }
 *   and     = not { [ "AND" ] not }
 *   not     = ( "NOT" | "-" | "!" ) not | primary
 *   primary = "(" or ")" | field ":" value | bare
 *   value   = "(" or ")" | range | quoted | word { word }
 *   bare    = range | quoted | word { word }
 *   range   = ( "[" | "{" ) edge "TO" edge ( "]" | "}" ) | ( ">" | ">=" | "<" | "<=" ) edge
 *
 * - AND, OR, NOT (&& and ||) count in any case wherever they stand alone between values. They are values when quoted or
 *   when they touch a field's colon (`tags:and`); after a colon and a space they are refused, never guessed.
 * - NOT binds before AND, AND before OR.
 * - `word { word }` is one run. Lucene reads `tags: SIP REGISTER Scanner` as tags:SIP and two words anywhere, which
 *   silently finds other addresses; here the run stays together and resolve/ decides by the field: a field whose
 *   values hold spaces takes the words (with a hint), any other takes the first and leaves the rest bare.
 *   After "-", "!" or NOT a bare run is one word long.
 * - White space may stand around a field's colon. "/" is a character like any other.
 */
export interface Parsed {
  tree: Query
  diagnostics: QueryDiagnostic[]
}

/** Never throws. With an error among the diagnostics the tree is what could be read. */
export function parse(text: string): Parsed {
  const findings = new Findings()
  return { tree: parseInto(text, findings), diagnostics: findings.list }
}

export function parseInto(text: string, findings: Findings): Query {
  const size = text.length > limits.bytes ? text.length : new TextEncoder().encode(text).length
  if (size > limits.bytes) {
    findings.error(
      { start: limits.bytes, end: text.length },
      {
        message: `A query may hold ${limits.bytes} bytes; this one holds ${size}.`,
        expected: [`at most ${limits.bytes} bytes`],
        found: String(size),
      },
    )
    return { kind: 'empty', span: { start: 0, end: text.length } }
  }
  return new Parser(text, lex(text, findings), findings).query()
}

class Parser {
  readonly #source: string
  readonly #tokens: Token[]
  readonly #findings: Findings
  #at = 0
  #depth = 0
  /** Parentheses open here, and those the end of the text left open. */
  #groups = 0
  #unclosed = 0
  #terms = 0
  #stopped = false

  constructor(source: string, tokens: Token[], findings: Findings) {
    this.#source = source
    this.#tokens = tokens
    this.#findings = findings
  }

  /** query = [ or ] */
  query(): Query {
    if (this.#token.kind === 'end') return { kind: 'empty', span: this.#token.span }
    let tree = this.#or()
    for (;;) {
      const token: Token = this.#token
      if (token.kind === 'end') return tree
      this.#fail(token.span, 'This parenthesis closes nothing.', ['a term', 'the end of the text'], '')
      this.#advance()
      if (!this.#endsTerm()) tree = join('and', [tree, this.#or()])
    }
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', span: this.#endSpan(), spaced: true }
  }

  #endSpan(): Span {
    return { start: this.#source.length, end: this.#source.length }
  }

  /** or = and { "OR" and } */
  #or(): Query {
    const parts = [this.#and()]
    while (this.#takeOperator('or')) parts.push(this.#and())
    return join('or', parts)
  }

  /** and = not { [ "AND" ] not } */
  #and(): Query {
    const parts = [this.#not()]
    while (this.#takeOperator('and') || !this.#endsTerm()) parts.push(this.#not())
    return join('and', parts)
  }

  /** not = ( "NOT" | "-" | "!" ) not | primary */
  #not(): Query {
    const { start } = this.#token.span
    if (!this.#takeNegation()) return this.#primary(false)
    if (!this.#enter()) return { kind: 'empty', span: this.#token.span }
    const negates = this.#negates()
    const part = negates ? this.#not() : this.#primary(true)
    this.#depth--
    return { kind: 'not', part, span: { start, end: part.span.end } }
  }

  /** primary = "(" or ")" | field ":" value | bare */
  #primary(negated: boolean): Query {
    const token = this.#token
    if (token.kind === 'open') return this.#group()
    if (token.kind === 'word' && this.#peek(1)?.kind === 'colon') return this.#term(token.text)
    if (token.kind === 'word' && token.operator === null) return this.#bare(negated)
    if (token.kind === 'quoted' || token.kind === 'range') return this.#bare(negated)
    this.#missing()
    if (token.kind === 'colon') {
      this.#advance()
      // What follows would have been its value; reading on shows whether anything else is wrong.
      return this.#endsTerm() ? { kind: 'empty', span: token.span } : this.#primary(negated)
    }
    return { kind: 'empty', span: { start: token.span.start, end: token.span.start } }
  }

  #missing(): void {
    const token = this.#token
    const found =
      token.kind === 'end' ? 'the end of the text' : this.#source.slice(token.span.start, token.span.end)
    const message =
      token.kind === 'colon' ? 'A field is missing before this colon.' : `A term is missing before ${found}.`
    this.#fail(token.span, message, ['a field', 'a value', '('])
  }

  #group(): Query {
    const open = this.#advance().span
    if (!this.#enter()) return { kind: 'empty', span: open }
    this.#groups++
    if (this.#token.kind === 'close') this.#fail(open, 'These parentheses are empty.', ['a term'])
    const part = this.#token.kind === 'close' ? emptyAt(open.end) : this.#or()
    const end = this.#close(open)
    this.#groups--
    this.#depth--
    if (this.#token.kind !== 'open') this.#glued()
    return { kind: 'group', part, span: { start: open.start, end } }
  }

  #close(open: Span): number {
    if (this.#token.kind === 'close') return this.#advance().span.end
    const span = { start: open.start, end: this.#source.length }
    const rest = this.#source.slice(open.start)
    const last = this.#tokens.at(-2)
    // Behind a backslash or inside a quote a parenthesis would be text.
    const isText = rest.endsWith('\\') || (last?.kind === 'quoted' && !last.closed)
    // The innermost comes here first: one step closes them all.
    this.#unclosed = Math.max(this.#unclosed, this.#groups)
    const mended = isText ? null : rest + ')'.repeat(this.#unclosed)
    this.#fail(span, 'This parenthesis is never closed.', [')'], mended, 'the end of the text')
    return this.#token.span.end
  }

  /** field ":" value */
  #term(field: Text): Term {
    const start = this.#advance().span.start
    const colon = this.#advance().span
    const token = this.#token
    this.#count()
    if (token.kind === 'open') {
      const group = this.#group()
      const query = group.kind === 'group' ? group.part : group
      return {
        kind: 'term',
        field,
        value: { kind: 'field-group', query, span: group.span },
        span: { start, end: group.span.end },
      }
    }
    if (token.kind === 'range') {
      const { from, to, span } = token
      this.#advance()
      this.#glued()
      return { kind: 'term', field, value: { kind: 'range', from, to, span }, span: { start, end: span.end } }
    }
    const isValue = token.kind === 'quoted' || (token.kind === 'word' && !(token.operator && token.spaced))
    if (!isValue) {
      const found = this.#source.slice(token.span.start, token.span.end)
      this.#fail(
        { start, end: colon.end },
        `The field ${this.#source.slice(start, field.span.end)} has no value${token.kind === 'word' ? `; quote "${found}" if it is meant as one` : ''}.`,
        ['a value'],
      )
      return {
        kind: 'term',
        field,
        value: { kind: 'words', words: [], span: colon },
        span: { start, end: colon.end },
      }
    }
    const value = this.#words(true)
    return { kind: 'term', field, value, span: { start, end: value.span.end } }
  }

  #bare(negated: boolean): Bare {
    const token = this.#token
    this.#count()
    if (token.kind === 'range') {
      const { from, to, span } = token
      this.#advance()
      this.#glued()
      return { kind: 'bare', value: { kind: 'range', from, to, span }, span }
    }
    const value = this.#words(!negated)
    return { kind: 'bare', value, span: value.span }
  }

  /** quoted | word { word } */
  #words(run: boolean): Words {
    const words: Text[] = []
    let token = this.#advance()
    if (token.kind === 'word' || token.kind === 'quoted') words.push(token.text)
    this.#glued()
    while (token.kind === 'word') {
      if (!run) break
      const following = this.#token
      if (following.kind !== 'word' || following.operator !== null || this.#peek(1)?.kind === 'colon') break
      token = this.#advance()
      words.push(following.text)
      this.#count()
      this.#glued()
    }
    const [first] = words
    return { kind: 'words', words, span: { start: first?.span.start ?? 0, end: token.span.end } }
  }

  /** A value that touches what follows was meant to be longer than it is read: refuse instead of guessing. */
  #glued(): void {
    const token = this.#token
    if (token.spaced || token.kind === 'close' || token.kind === 'colon' || token.kind === 'end') return
    const found = this.#source.charAt(token.span.start)
    const mended = ` ${this.#source.slice(token.span.start, token.span.end)}`
    const message = `A space is missing before ${found}, or it needs a backslash.`
    this.#fail(token.span, message, ['a space', `\\${found}`], mended)
  }

  #takeOperator(name: 'and' | 'or'): boolean {
    const token = this.#token
    if (token.kind !== 'word' || token.operator !== name || this.#peek(1)?.kind === 'colon') return false
    this.#advance()
    return true
  }

  #negates(): boolean {
    const token = this.#token
    if (token.kind === 'minus' || token.kind === 'bang') return true
    return token.kind === 'word' && token.operator === 'not' && this.#peek(1)?.kind !== 'colon'
  }

  #takeNegation(): boolean {
    const negates = this.#negates()
    if (negates) this.#advance()
    return negates
  }

  #endsTerm(): boolean {
    const token = this.#token
    return (
      token.kind === 'end' ||
      token.kind === 'close' ||
      (token.kind === 'word' && token.operator === 'or' && this.#peek(1)?.kind !== 'colon')
    )
  }

  #peek(ahead: number): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  #advance(): Token {
    const token = this.#token
    if (token.kind !== 'end') this.#at++
    return token
  }

  #enter(): boolean {
    this.#depth++
    if (this.#depth <= limits.depth) return true
    this.#stop(`Parentheses and negations may stand ${limits.depth} deep.`)
    return false
  }

  #count(): void {
    this.#terms++
    if (this.#terms > limits.terms) this.#stop(`A query may hold ${limits.terms} values.`)
  }

  /** A bound was passed: nothing after this place is read. */
  #stop(message: string): void {
    this.#fail(this.#token.span, message, ['a smaller query'])
    this.#stopped = true
    this.#at = this.#tokens.length - 1
  }

  #fail(
    span: Span,
    message: string,
    expected: string[],
    suggestion: string | null = null,
    found = this.#source.slice(span.start, span.end) || 'the end of the text',
  ): void {
    if (!this.#stopped) this.#findings.error(span, { message, expected, found, suggestion })
  }
}

const emptyAt = (at: number): Query => ({ kind: 'empty', span: { start: at, end: at } })

const join = (kind: 'and' | 'or', parts: Query[]): Query => {
  const [first, second] = parts
  if (first && !second) return first
  return { kind, parts, span: { start: first?.span.start ?? 0, end: parts.at(-1)?.span.end ?? 0 } }
}
