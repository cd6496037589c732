import type { Pattern } from '#gnql/like.ts'
import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { alternatives, withoutAny, type AnyOf } from './alternatives.ts'
import { likePattern, type ValuesOf } from './like.ts'

/** What a predicate costs in the engine before it runs: bytes of columns × what is done with each. */
export interface Cost {
  steps: number
  /** The test that costs most; null when there is none. */
  costliest: Predicate | null
  tests: number
}

/** A query that would cost more than one may. */
export class PredicateTooCostly extends Error {
  readonly cost: Cost
  readonly max: number

  constructor(cost: Cost, max: number) {
    super('The predicate costs too much.')
    this.cost = cost
    this.max = max
  }
}

/** A text inside a column is looked for together with up to so many others (compile.ts). */
export const searchedTogether = 255

/** Comparing with a value reads the column and little more. */
const plain = 0.25
/** Looking for a text inside, alone or as one of many. */
const search = 1
const share = 0.05

/**
 * Steps a byte of the column. A pattern with `?` becomes an automaton whose states may be as many as it has characters;
 * one without is a few searches one after the other.
 */
function stepsOf(test: Test, together: boolean): number {
  if (test.op !== 'like') return plain
  const { pattern } = test
  if (isInside(pattern)) return together ? share : search
  const isAutomaton = pattern.some((piece) => typeof piece === 'object' && piece.wildcard === '?')
  const begins = typeof pattern[0] === 'string' && pattern[0] !== ''
  if (begins) return search
  return 4 + (isAutomaton ? likePattern(pattern).length : 0)
}

/** `*text*` */
export function isInside(pattern: Pattern): pattern is readonly [Pattern[0], string, Pattern[2]] {
  const [before, text, after] = pattern
  const isStar = (piece: Pattern[number] | undefined): boolean =>
    typeof piece === 'object' && piece.wildcard === '*'
  return pattern.length === 3 && isStar(before) && isStar(after) && typeof text === 'string' && text !== ''
}

/** Of values that are looked up in one set the first stands for all. */
const askedOf = ({ operands }: AnyOf): readonly Predicate[] =>
  operands[0]?.test.op === 'like' ? operands : operands.slice(0, 1)

export function costOf(
  predicate: Predicate,
  { bytesOf, valuesOf }: { bytesOf: (column: Column) => number; valuesOf: ValuesOf },
): Cost {
  const cost: Cost = { steps: 0, costliest: null, tests: 0 }
  let highest = -1
  const add = (part: Predicate, together: boolean): void => {
    if (part.kind === 'not') add(part.operand, together)
    else if (part.kind === 'and') for (const each of withoutAny(part.operands)) add(each, true)
    else if (part.kind === 'or') {
      for (const each of alternatives(part.operands, valuesOf)) {
        for (const asked of each.kind === 'any-of' ? askedOf(each) : [each]) add(asked, true)
      }
    } else if (part.kind === 'test') {
      const { column, test } = part
      const isListed = test.op === 'like' && valuesOf(column, test.pattern) !== undefined
      const steps = bytesOf(column) * (isListed ? plain : stepsOf(test, together))
      cost.steps += steps
      cost.tests += 1
      if (steps > highest) [highest, cost.costliest] = [steps, part]
    }
  }
  add(predicate, false)
  return cost
}
