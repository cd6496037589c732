import type { Span } from './span.ts'

/**
 * What was written, nothing more: plain readonly nodes with spans. The tree keeps parentheses and runs of words as
 * typed, so that printing is exact; what they mean is decided in resolve/ where the fields are known.
 */

/** A literal stretch of text (escapes already undone) or an active wildcard. */
export type Piece = string | { readonly wildcard: '*' | '?' }

export interface Text {
  readonly pieces: readonly Piece[]
  readonly quoted: boolean
  readonly span: Span
}

export interface RangeBound {
  readonly text: Text
  readonly inclusive: boolean
}

/** One or more unquoted words side by side, or exactly one quoted text. */
export interface Words {
  readonly kind: 'words'
  readonly words: readonly Text[]
  readonly span: Span
}

/** `>a` and `[a TO *]` are the same node; null is an open end. */
export interface Range {
  readonly kind: 'range'
  readonly from: RangeBound | null
  readonly to: RangeBound | null
  readonly span: Span
}

/** field:(…): the leaves inside are values of the field. */
export interface FieldGroup {
  readonly kind: 'field-group'
  readonly query: Query
  readonly span: Span
}

export type Value = Words | Range | FieldGroup

export interface Term {
  readonly kind: 'term'
  readonly field: Text
  readonly value: Value
  readonly span: Span
}

/** A value without a field. */
export interface Bare {
  readonly kind: 'bare'
  readonly value: Words | Range
  readonly span: Span
}

export type Query =
  | { readonly kind: 'empty'; readonly span: Span }
  | { readonly kind: 'and'; readonly parts: readonly Query[]; readonly span: Span }
  | { readonly kind: 'or'; readonly parts: readonly Query[]; readonly span: Span }
  | { readonly kind: 'not'; readonly part: Query; readonly span: Span }
  | { readonly kind: 'group'; readonly part: Query; readonly span: Span }
  | Term
  | Bare

/** The text of literal pieces, or null when a wildcard is among them. */
export function plainText(text: Text): string | null {
  let plain = ''
  for (const piece of text.pieces) {
    if (typeof piece !== 'string') return null
    plain += piece
  }
  return plain
}

export const isStar = (text: Text): boolean =>
  text.pieces.length > 0 && text.pieces.every((piece) => typeof piece !== 'string' && piece.wildcard === '*')

/** Every leaf (a field's value or a bare one) from left to right. */
export function* leaves(query: Query): Generator<Term | Bare> {
  switch (query.kind) {
    case 'empty':
      return
    case 'and':
    case 'or':
      for (const part of query.parts) yield* leaves(part)
      return
    case 'not':
    case 'group':
      yield* leaves(query.part)
      return
    case 'term':
    case 'bare':
      yield query
  }
}
