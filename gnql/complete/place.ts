import { Diagnostics } from '../diagnostic.ts'
import { lex, type Token } from '../lex.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import type { Span } from '../span.ts'
import type { Text } from '../tree.ts'

/** What may stand where the cursor is, read off the tokens: it works in texts that are not (yet) valid. */
export interface Place {
  /** 'none' inside ranges and after the colon of an unknown field. */
  kind: 'term' | 'value' | 'none'
  /** What an item replaces: the word under the cursor, or nothing at the cursor. */
  span: Span
  /** The word up to the cursor, without quotes and escapes. */
  typed: string
  /** The field whose value stands here. */
  field: Field | null
  inGroup: boolean
  /** Open parentheses before the cursor. */
  depth: number
  /** A condition ends before the cursor: an operator may follow. */
  afterTerm: boolean
  /** The word under the cursor is a field's name already. */
  named: boolean
  /** The quote under the cursor is not closed. */
  unclosed: boolean
  /** Unquoted words after a field whose values hold spaces: together they may be one value. */
  run: { field: Field; span: Span; typed: string } | null
}

export function placeOf(text: string, cursor: number, registry: Registry): Place {
  const tokens = lex(text, new Diagnostics())
  const under = tokens.find((token) => isUnder(token, cursor))
  const index = under ? tokens.indexOf(under) : tokens.findIndex(({ span }) => span.start >= cursor)
  const before = tokens.slice(0, index)
  // Nothing was typed of a word that begins here: what is chosen goes before it, except as a field's value.
  const isValue = before.at(-1)?.kind === 'colon'
  const current = under && (under.span.start < cursor || isValue) ? under : undefined
  const { depth, group } = enclosing(before, registry)
  const field = isValue ? fieldAt(before, registry) : group
  const span = current ? { ...current.span } : { start: cursor, end: cursor }
  const unclosed = current?.kind === 'quoted' && !current.closed
  // What follows an open quote is not known to belong to it.
  if (unclosed) span.end = cursor
  const inRange = current?.kind === 'range' || before.slice(-3).some((token) => isOpenRange(token, text))
  const isTyped = current !== undefined && (current.kind === 'word' || current.kind === 'quoted')
  return {
    kind: inRange || (isValue && !field) || field === undefined ? 'none' : field ? 'value' : 'term',
    span,
    typed: isTyped ? plainly(text.slice(span.start, cursor)) : '',
    field: field ?? null,
    inGroup: !isValue && Boolean(group),
    depth,
    afterTerm: !isValue && endsTerm(before.at(-1)),
    named: tokens[index + 1]?.kind === 'colon' && current?.kind === 'word',
    unclosed,
    run: current?.kind === 'word' ? runBefore(text, before, current, cursor, registry) : null,
  }
}

/** `[2 TO`: what follows may still belong to it. */
const isOpenRange = ({ kind, span }: Token, text: string): boolean =>
  kind === 'range' && /^[[{][^\]}]*$/u.test(text.slice(span.start, span.end))

/** The token the cursor stands in or right behind; behind a closed quote something new begins. */
function isUnder(token: Token, cursor: number): boolean {
  const { kind, span } = token
  if (kind !== 'word' && kind !== 'quoted' && kind !== 'range') return false
  if (token.kind === 'quoted' && token.closed) return span.start <= cursor && cursor < span.end
  return span.start <= cursor && cursor <= span.end
}

const plainly = (typed: string): string => typed.replace(/^"/u, '').replaceAll(/\\(?=[^\p{L}\p{N}])/gu, '')

const written = ({ pieces }: Text): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.wildcard)).join('')

/** The field whose colon ends the tokens; undefined for an unknown one. */
function fieldAt(tokens: readonly Token[], registry: Registry): Field | undefined {
  const name = tokens.at(-2)
  const field = name?.kind === 'word' ? registry.find(written(name.text)) : null
  return field && field.columns.length > 0 ? field : undefined
}

/** How many parentheses are open, and the field whose group the innermost belongs to: null for none, undefined for an unknown one. */
function enclosing(
  tokens: readonly Token[],
  registry: Registry,
): { depth: number; group: Field | null | undefined } {
  const stack: (Field | null | undefined)[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'close') stack.pop()
    if (token.kind !== 'open') continue
    const isOfField = tokens[index - 1]?.kind === 'colon'
    const outer = stack.length > 0 ? stack.at(-1) : null
    stack.push(isOfField ? fieldAt(tokens.slice(Math.max(0, index - 2), index), registry) : outer)
  }
  return { depth: stack.length, group: stack.length > 0 ? stack.at(-1) : null }
}

const endsTerm = (token: Token | undefined): boolean =>
  token?.kind === 'quoted' ||
  token?.kind === 'range' ||
  token?.kind === 'close' ||
  (token?.kind === 'word' && token.operator === null)

function runBefore(
  text: string,
  before: readonly Token[],
  current: Token,
  cursor: number,
  registry: Registry,
): Place['run'] {
  let at = before.length
  while (at > 0 && isPlainWord(before[at - 1])) at--
  const first = before[at]
  if (!first || before[at - 1]?.kind !== 'colon') return null
  const field = fieldAt(before.slice(0, at), registry)
  if (!field?.phrase) return null
  const span = { start: first.span.start, end: current.span.end }
  return { field, span, typed: plainly(text.slice(span.start, cursor)).replaceAll(/\s+/gu, ' ') }
}

const isPlainWord = (token: Token | undefined): boolean => token?.kind === 'word' && token.operator === null
