import type { PcapWanted } from '#model/pcap.ts'
import { refuse } from '#model/errors.ts'
import type { SessionsWanted } from '#store/analytics/sessions/flows.ts'
import type { Ctx } from '../context.ts'
import { invalidQuery } from '../ip/analyze-query.ts'

const dayMs = 86_400_000

/** What was asked for, as the store reads it. @throws Refusal 'invalid-input', 'invalid-query' */
export async function wantedOf(
  { scope, clock, work }: Pick<Ctx, 'scope' | 'clock' | 'work'>,
  { from, to, sensors, query }: PcapWanted,
): Promise<SessionsWanted> {
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
  return { from, to, sensors, predicate: await predicateOf(work, query, now) }
}

/** GNQL over sessions. The range is said apart. @throws Refusal 'invalid-query' with the place of what is wrong */
export async function predicateOf(
  work: Ctx['work'],
  query: string,
  now: number,
): Promise<SessionsWanted['predicate']> {
  const { ok, predicate, diagnostics } = await work.run('readSessionQuery', { query, now })
  if (!ok) throw invalidQuery(query, diagnostics)
  return predicate
}
