import { analyze } from '#gnql/analyze.ts'
import type { PcapWanted } from '#model/pcap.ts'
import { refuse } from '#model/errors.ts'
import type { SessionsWanted } from '#store/analytics/sessions/flows.ts'
import type { Ctx } from '../context.ts'
import { invalidQuery } from '../ip/analyze-query.ts'

const dayMs = 86_400_000

/** What was asked for, as the store reads it. @throws Refusal 'invalid-input', 'invalid-query' */
export function wantedOf(
  { scope, clock }: Pick<Ctx, 'scope' | 'clock'>,
  { from, to, sensors, query }: PcapWanted,
): SessionsWanted {
  const now = clock()
  if (!(from < to))
    throw refuse('invalid-input', 'The range ends before it begins: `to` is later than `from`.')
  // People choose days: the first one counts from its beginning.
  const reach = Math.floor((now - scope.plan.historicDays * dayMs) / dayMs) * dayMs
  if (from < reach)
    throw refuse(
      'invalid-input',
      `Your plan reaches ${scope.plan.historicDays} days back: begin on ${new Date(reach).toISOString().slice(0, 10)} or later.`,
    )
  return { from, to, sensors, predicate: predicateOf(query, now) }
}

/** GNQL over sessions. The range is said apart. @throws Refusal 'invalid-query' with the place of what is wrong */
export function predicateOf(query: string, now: number): SessionsWanted['predicate'] {
  const { ok, predicate, diagnostics } = analyze(query, { catalogue: 'session', now, windowDays: 0 })
  if (!ok) throw invalidQuery(query, diagnostics)
  return predicate
}
