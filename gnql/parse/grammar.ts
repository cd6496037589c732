import type { Span } from '../span.ts'
import type { Bare, Query, Range, Term, Text, Value, Words } from '../tree.ts'
import { Mistakes } from './mistakes.ts'
import type { Reader } from './reader.ts'

/** One method a rule of the grammar (gnql/parse.ts): tokens to tree. */
export class Grammar {
  readonly #reader: Reader
  readonly #mistakes: Mistakes
  /** Parentheses open here. */
  #groups = 0

  constructor(reader: Reader) {
    this.#reader = reader
    this.#mistakes = new Mistakes(reader)
  }

  /** query = [ or ] */
  query(): Query {
    const reader = this.#reader
    if (reader.token.kind === 'end') return { kind: 'empty', span: reader.token.span }
    let tree = this.#or()
    for (;;) {
      const { token } = reader
      if (token.kind === 'end') return tree
      const expected = ['a term', 'the end of the text']
      reader.fail(token.span, 'This parenthesis closes nothing.', expected, '')
      reader.advance()
      const how = reader.takeOperator('or') ? 'or' : 'and'
      const goesOn = how === 'or' || reader.takeOperator('and') || !reader.endsTerm()
      if (goesOn) tree = join(how, [tree, this.#or()])
    }
  }

  /** or = and { "OR" and } */
  #or(): Query {
    const parts = [this.#and()]
    while (this.#reader.takeOperator('or')) parts.push(this.#and())
    return join('or', parts)
  }

  /** and = not { [ "AND" ] not } */
  #and(): Query {
    const parts = [this.#not()]
    while (this.#reader.takeOperator('and') || !this.#reader.endsTerm()) parts.push(this.#not())
    return join('and', parts)
  }

  /** not = ( "NOT" | "-" | "!" ) not | primary */
  #not(): Query {
    const reader = this.#reader
    const { start } = reader.token.span
    if (!reader.negates()) return this.#primary(false)
    reader.advance()
    if (!reader.enter()) return { kind: 'empty', span: reader.token.span }
    const part = reader.negates() ? this.#not() : this.#primary(true)
    reader.leave()
    return { kind: 'not', part, span: { start, end: part.span.end } }
  }

  /** primary = "(" or ")" | field ":" value | bare */
  #primary(negated: boolean): Query {
    const reader = this.#reader
    const { token } = reader
    if (token.kind === 'open') return this.#group()
    if (token.kind === 'word' && reader.peek(1)?.kind === 'colon') return this.#term(token.text)
    if (token.kind === 'word' && token.operator === null) return this.#bare(negated)
    if (token.kind === 'quoted' || token.kind === 'range') return this.#bare(negated)
    this.#mistakes.missing()
    if (token.kind !== 'colon') return emptyAt(token.span.start)
    reader.advance()
    // What follows would have been its value; reading on shows whether anything else is wrong.
    const isOver = reader.endsTerm() || reader.isOperator('and')
    return isOver ? { kind: 'empty', span: token.span } : this.#primary(negated)
  }

  /** "(" or ")" */
  #group(): Query {
    const reader = this.#reader
    const open = reader.advance().span
    if (!reader.enter()) return { kind: 'empty', span: open }
    this.#groups++
    const isEmpty = reader.token.kind === 'close'
    if (isEmpty) reader.fail(open, 'These parentheses are empty.', ['a term'])
    const part = isEmpty ? emptyAt(open.end) : this.#or()
    const end = this.#close(open)
    this.#groups--
    reader.leave()
    if (reader.token.kind !== 'open') this.#mistakes.glued()
    return { kind: 'group', part, span: { start: open.start, end } }
  }

  #close(open: Span): number {
    if (this.#reader.token.kind === 'close') return this.#reader.advance().span.end
    this.#mistakes.unclosed(open, this.#groups)
    return this.#reader.token.span.end
  }

  /** field ":" value */
  #term(field: Text): Term {
    const reader = this.#reader
    const { start } = reader.advance().span
    const colon = reader.advance().span
    reader.count()
    const value = this.#value()
    if (value) return { kind: 'term', field, value, span: { start, end: value.span.end } }
    this.#mistakes.noValue(field.span, colon.end)
    const nothing: Words = { kind: 'words', words: [], span: colon }
    return { kind: 'term', field, value: nothing, span: { start, end: colon.end } }
  }

  /** value = "(" or ")" | range | quoted | word { word }, or null where none of them begins. */
  #value(): Value | null {
    const { token } = this.#reader
    if (token.kind === 'open') {
      const group = this.#group()
      return { kind: 'field-group', query: group.kind === 'group' ? group.part : group, span: group.span }
    }
    if (token.kind === 'range') return this.#range(token)
    const isValue = token.kind === 'quoted' || (token.kind === 'word' && !(token.operator && token.spaced))
    return isValue ? this.#words(true) : null
  }

  /** bare = range | quoted | word { word } */
  #bare(negated: boolean): Bare {
    const { token } = this.#reader
    this.#reader.count()
    const value = token.kind === 'range' ? this.#range(token) : this.#words(!negated)
    return { kind: 'bare', value, span: value.span }
  }

  #range({ from, to, span }: Omit<Range, 'kind'>): Range {
    this.#reader.advance()
    this.#mistakes.glued()
    return { kind: 'range', from, to, span }
  }

  /** quoted | word { word } */
  #words(run: boolean): Words {
    const reader = this.#reader
    const words: Text[] = []
    let token = reader.advance()
    if (token.kind === 'word' || token.kind === 'quoted') words.push(token.text)
    this.#mistakes.glued()
    while (token.kind === 'word') {
      if (!run) break
      const following = reader.token
      if (following.kind !== 'word' || following.operator !== null || reader.peek(1)?.kind === 'colon') break
      token = reader.advance()
      words.push(following.text)
      reader.count()
      this.#mistakes.glued()
    }
    const [first] = words
    return { kind: 'words', words, span: { start: first?.span.start ?? 0, end: token.span.end } }
  }
}

const emptyAt = (at: number): Query => ({ kind: 'empty', span: { start: at, end: at } })

const join = (kind: 'and' | 'or', parts: Query[]): Query => {
  const [first, second] = parts
  if (first && !second) return first
  return { kind, parts, span: { start: first?.span.start ?? 0, end: parts.at(-1)?.span.end ?? 0 } }
}
