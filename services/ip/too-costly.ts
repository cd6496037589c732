import { withCommas } from '#model/numbers.ts'
import type { Predicate } from '#gnql/predicate.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { Span } from '#gnql/span.ts'
import { Refusal } from '#model/errors.ts'
import { PredicateTooCostly } from '#store/analytics/predicate/cost.ts'
import type { AnalyzedQuery } from './analyze-query.ts'

/** Where the part that costs most stands, and what is to be said about it; null for other errors. */
export function costDiagnostic(error: unknown, { asked, places }: AnalyzedQuery): QueryDiagnostic | null {
  if (!(error instanceof PredicateTooCostly)) return null
  const { steps, costliest, tests } = error.cost
  const times = withCommas(Math.ceil(steps / error.max))
  const several = tests > 1 ? ` with its ${withCommas(tests)} conditions` : ''
  return {
    span: placeOf(costliest, places) ?? { start: 0, end: asked.query.length },
    severity: 'error',
    message: `This query${several} would cost ${times} times what one may: each condition is counted with the text it is compared with, and this one costs most. Say how the value begins, or ask for fewer at once.`,
    expected: ['fewer values with a wildcard at their beginning'],
    found: '',
    suggestion: null,
  }
}

/** The condition that holds a test. */
function placeOf(test: Predicate | null, places: AnalyzedQuery['places']): Span | null {
  const holds = (node: Predicate): boolean => {
    if (node === test) return true
    if (node.kind === 'not') return holds(node.operand)
    return node.kind === 'and' || node.kind === 'or' ? node.operands.some(holds) : false
  }
  for (const [node, span] of places) if (holds(node)) return span
  return null
}

/** An estimate beyond the budget as callers know refused queries; any other error as it is. */
export function asRefusal(error: unknown, understood: AnalyzedQuery): unknown {
  const found = costDiagnostic(error, understood)
  if (!found) return error
  const { start, end } = found.span
  return new Refusal('too-costly', {
    message: `${found.message} (at ${start}–${end})`,
    extra: { query: understood.asked.query, diagnostics: [found] },
  })
}

/** Runs what asks the store about a query. @throws Refusal 'too-costly' with the place */
export async function affordably<T>(understood: AnalyzedQuery, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw asRefusal(error, understood)
  }
}
