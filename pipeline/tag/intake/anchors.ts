import type { Column } from '#gnql/predicate.ts'
import { type Disjunct, minPieceLength, type TextTest } from '../dnf.ts'

/** Texts without one of which rules cannot hold, for one column: each with the rules that it leads to, by their numbers. */
export interface Anchors {
  column: Column
  words: string[]
  rules: number[][]
}

/** How often each piece of text stands in the tests of all rules, by column. */
type Holders = ReadonlyMap<string, number>

const keyOf = ({ name }: Column, piece: string): string => `${name} ${piece}`

function countHolders(disjuncts: readonly Disjunct[], holders: Map<string, number>): void {
  for (const { clauses } of disjuncts)
    for (const tests of clauses)
      for (const { column, pieces } of tests)
        for (const piece of pieces) {
          const key = keyOf(column, piece)
          holders.set(key, (holders.get(key) ?? 0) + 1)
        }
}

/** The piece of a test that fewest others hold; among those the longest. Only pieces long enough to lead. */
function rarest({ column, pieces }: TextTest, holders: Holders): { piece: string; held: number } {
  let best = { piece: '', held: Infinity }
  for (const piece of pieces) {
    if (piece.length < minPieceLength) continue
    const held = holders.get(keyOf(column, piece)) ?? 0
    if (held < best.held || (held === best.held && piece.length > best.piece.length)) best = { piece, held }
  }
  return best
}

/** The clause whose texts are the least likely to stand in a session: whose shortest anchor is the longest. */
function leading({ clauses }: Disjunct, holders: Holders): readonly TextTest[] {
  const shortest = (tests: readonly TextTest[]): number =>
    Math.min(...tests.map((test) => rarest(test, holders).piece.length))
  return clauses.reduce((best, tests) => (shortest(tests) > shortest(best) ? tests : best))
}

/**
 * What to look for so that every rule that may hold is found: of each way in which it can, the texts of one clause, of each the
 * rarest piece. Step by step, a rule at a time.
 * @param rules the ways in which each rule can hold, by its number; null for those that no text leads to
 */
export function* anchorsOf(
  rules: readonly (readonly Disjunct[] | null)[],
): Generator<void, Anchors[], undefined> {
  const holders = new Map<string, number>()
  for (const disjuncts of rules) {
    countHolders(disjuncts ?? [], holders)
    yield
  }
  const columns = new Map<string, { column: Column; words: Map<string, Set<number>> }>()
  for (const [rule, disjuncts] of rules.entries()) {
    yield
    for (const disjunct of disjuncts ?? [])
      for (const test of leading(disjunct, holders)) {
        const { column } = test
        const known = columns.get(column.name) ?? { column, words: new Map<string, Set<number>>() }
        columns.set(column.name, known)
        const { piece } = rarest(test, holders)
        const led = known.words.get(piece) ?? new Set()
        known.words.set(piece, led.add(rule))
      }
  }
  return [...columns.values()].map(({ column, words }) => ({
    column,
    words: [...words.keys()],
    rules: [...words.values()].map((led) => [...led]),
  }))
}
