import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { allRecorded, recordedColumns } from '#model/protocols/table.ts'

/** Columns whose texts are searched for all rules at once. Words of few values (a method, a transport) tell too little. */
const searched: ReadonlySet<string> = new Set([
  ...recordedColumns(allRecorded)
    .filter((column) => column.searched)
    .map(({ name }) => name),
  'src_payload',
  'dst_payload',
  'src_rdns',
])

type Pattern = Extract<Test, { op: 'like' }>['pattern']

/** A text test, with the pieces that every text that passes must hold, lower-cased, all different. Never without one. */
export interface TextTest {
  column: Column
  pieces: readonly string[]
  pattern: Pattern
}

/** One way a rule can hold: a text of each clause is found, and the rest holds. */
export interface Disjunct {
  /** Of each clause any test must pass. Never empty. */
  clauses: readonly (readonly TextTest[])[]
  /** Everything that is not looked for by its text; null when nothing is left. */
  rest: Predicate | null
}

/** One piece must be as long: shorter ones are found in too many sessions to lead to a rule. */
export const minPieceLength = 3
/** Ways and clauses a rule may have before it is asked as a whole; pieces of a pattern that are looked for. */
const limits = { disjuncts: 48, clauses: 200, pieces: 4 }

const textTest = ({ column, test }: Extract<Predicate, { kind: 'test' }>): TextTest | null => {
  if (!searched.has(column.name)) return null
  const pattern = test.op === 'equals' ? [test.value] : test.op === 'like' ? test.pattern : []
  const pieces = pattern.filter((piece) => typeof piece === 'string' && piece.length > 1) as string[]
  if (!pieces.some(({ length }) => length >= minPieceLength)) return null
  return { column, pieces: [...new Set(pieces)].slice(0, limits.pieces), pattern }
}

/** The tests of a plain alternative of text tests; null when it holds anything else. */
const clauseOf = (predicate: Predicate): TextTest[] | null => {
  if (predicate.kind === 'test') {
    const test = textTest(predicate)
    return test && [test]
  }
  if (predicate.kind !== 'or' || predicate.operands.length === 0) return null
  const parts = predicate.operands.map(clauseOf)
  return parts.every((part) => part !== null) ? parts.flat() : null
}

const both = (left: Predicate | null, right: Predicate | null): Predicate | null =>
  left && right ? { kind: 'and', operands: [left, right] } : (left ?? right)

const joined = (left: readonly Disjunct[], right: readonly Disjunct[]): Disjunct[] | null =>
  left.length * right.length > limits.disjuncts
    ? null
    : left.flatMap((one) =>
        right.map((other) => ({
          clauses: [...one.clauses, ...other.clauses],
          rest: both(one.rest, other.rest),
        })),
      )

const plain = (predicate: Predicate): Disjunct[] => [{ clauses: [], rest: predicate }]

const waysOf = (predicate: Predicate): Disjunct[] => {
  const clause = clauseOf(predicate)
  if (clause) return [{ clauses: [clause], rest: null }]
  if (predicate.kind === 'and') {
    let ways: Disjunct[] | null = [{ clauses: [], rest: null }]
    for (const part of predicate.operands) ways = ways && joined(ways, waysOf(part))
    return ways ?? plain(predicate)
  }
  if (predicate.kind !== 'or') return plain(predicate)
  const ways = predicate.operands.flatMap(waysOf)
  // One alternative that no text leads to has to be asked of every session anyway.
  const led = ways.length <= limits.disjuncts && ways.every(({ clauses }) => clauses.length > 0)
  return led ? ways : plain(predicate)
}

/** The ways in which a predicate can hold, each led to by a text; null when some way is led to by none. */
export function disjunctsOf(predicate: Predicate): Disjunct[] | null {
  const ways = waysOf(predicate)
  const led = ways.every(({ clauses }) => clauses.length > 0 && clauses.length <= limits.clauses)
  return led && ways.length > 0 ? ways : null
}
