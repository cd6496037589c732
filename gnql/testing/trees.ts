import * as fc from 'fast-check'
import type { RangeBound, Piece, Query, Range, Text, Words } from '../tree.ts'

/**
 * Trees as the parser makes them, over hostile text: no parts left out, alternatives only at the top or in
 * parentheses, one word after a negation. Spans are all zero.
 */
const span = { start: 0, end: 0 }

const operator = /^(?:and|or|not|&&|\|\|)$/iu
const char = fc.oneof(
  fc.constantFrom(...String.raw`a-!:"\/()[]{}<>=*?&|+^~,. `, '\n', '\u00a0', 'é', '😀', 'T', 'O', '0'),
  fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
)
const literal = fc.string({ unit: char, minLength: 1, maxLength: 5 })
const wildcard = fc.constantFrom<Piece>({ wildcard: '*' }, { wildcard: '?' })

/** Literal pieces never stand side by side: the reader would join them. */
const pieces = (minLength: number): fc.Arbitrary<Piece[]> =>
  fc.array(fc.oneof(literal, wildcard), { minLength, maxLength: 4 }).map((list) => {
    const merged: Piece[] = []
    for (const piece of list) {
      const last = merged.at(-1)
      if (typeof piece === 'string' && typeof last === 'string') merged.splice(-1, 1, last + piece)
      else merged.push(piece)
    }
    return merged
  })

const quoted: fc.Arbitrary<Text> = pieces(0).map((list) => ({ pieces: list, quoted: true, span }))
const word: fc.Arbitrary<Text> = pieces(1)
  .filter((list) => list.length > 1 || !operator.test(String(list[0])))
  .map((list) => ({ pieces: list, quoted: false, span }))

const run = (maxLength: number): fc.Arbitrary<Words> =>
  fc.oneof(
    quoted.map((text): Words => ({ kind: 'words', words: [text], span })),
    fc.array(word, { minLength: 1, maxLength }).map((words): Words => ({ kind: 'words', words, span })),
  )

const isOpenEnd = (text: Text): boolean =>
  !text.quoted &&
  text.pieces.length === 1 &&
  typeof text.pieces[0] === 'object' &&
  text.pieces[0].wildcard === '*'
const edge: fc.Arbitrary<RangeBound | null> = fc.oneof(
  fc.constant(null),
  fc.record({ text: fc.oneof(word, quoted).filter((text) => !isOpenEnd(text)), inclusive: fc.boolean() }),
)
const range: fc.Arbitrary<Range> = fc
  .tuple(edge, edge)
  .map(([from, to]) => ({ kind: 'range', from, to, span }))

export const trees: fc.Arbitrary<Query> = fc.letrec<{ any: Query; and: Query; not: Query; primary: Query }>(
  (tie) => ({
    any: fc.oneof({ maxDepth: 4 }, tie('and'), joined('or', tie('and'))),
    and: fc.oneof({ maxDepth: 4 }, tie('not'), joined('and', tie('not'))),
    not: fc.oneof(
      { maxDepth: 4 },
      tie('primary'),
      fc
        .oneof(tie('primary').filter(isOneWord), tie('not').filter(isOneWord))
        .map((part): Query => ({ kind: 'not', part, span })),
    ),
    primary: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(run(3), range).map((value): Query => ({ kind: 'bare', value, span })),
      fc
        .tuple(word, fc.oneof(run(3), range))
        .map(([field, value]): Query => ({ kind: 'term', field, value, span })),
      fc.tuple(word, tie('any')).map(([field, query]): Query => ({
        kind: 'term',
        field,
        value: { kind: 'field-group', query, span },
        span,
      })),
      tie('any').map((part): Query => ({ kind: 'group', part, span })),
    ),
  }),
).any

function isOneWord(part: Query): boolean {
  return part.kind !== 'bare' || part.value.kind !== 'words' || part.value.words.length === 1
}

function joined(kind: 'and' | 'or', part: fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  return fc.array(part, { minLength: 2, maxLength: 3 }).map((parts): Query => ({ kind, parts, span }))
}

/** The same value with every span zero, to compare what was written and not where. */
export function withoutSpans<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'span' ? span : part)))
}
