import { limits } from '#gnql/limits.ts'
import { mayNameLists } from '#gnql/names-of-lists.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import { lackingGroups } from '#model/ip-document/groups.ts'
import { Refusal } from '#model/errors.ts'
import type { Ctx } from '../context.ts'
import type { AskedQuery } from '../work/asked-query.ts'
import type { ReadQuery } from '../work/tasks.ts'

type QueryCaller = Pick<Ctx, 'scope' | 'work' | 'lists'>

/** A query as it is read for a caller, with the reach of their plan. `now` in milliseconds. */
async function askedBy({ scope, work, lists }: QueryCaller, query: string, now: number): Promise<AskedQuery> {
  const names = mayNameLists(query) ? await work.run('namedLists', { query }) : []
  return {
    query,
    now,
    historicDays: scope.plan.historicDays,
    lacking: lackingGroups(scope.plan),
    ...(names.length > 0 && { lists: await lists.named(names) }),
  }
}

/** A text and what it means. */
export type AnalyzedQuery = ReadQuery & { asked: AskedQuery }

/** Text to meaning for IP records; a text that cannot be understood says why. */
export async function analyzeIpQuery(
  query: string,
  caller: QueryCaller,
  now: number,
): Promise<AnalyzedQuery> {
  const asked = await askedBy(caller, query, now)
  return { ...(await caller.work.run('readQuery', asked)), asked }
}

/** The same for callers that take no diagnostics: @throws Refusal 'invalid-query' with the span and what was expected, 'forbidden' with what the plan lacks. */
export async function analyzedOrRefused(
  query: string,
  caller: QueryCaller,
  now: number,
): Promise<AnalyzedQuery> {
  const understood = await analyzeIpQuery(query, caller, now)
  if (understood.ok) return understood
  const { missing, diagnostics } = understood
  if (missing.length > 0)
    throw new Refusal('forbidden', {
      message: firstError(diagnostics)?.message ?? '',
      extra: { missing, query, diagnostics },
    })
  throw invalidQuery(query, diagnostics)
}

const firstError = (diagnostics: readonly QueryDiagnostic[]): QueryDiagnostic | undefined =>
  diagnostics.find(({ severity }) => severity === 'error')

/** Why a text could not be understood, for callers that take no diagnostics. */
export function invalidQuery(query: string, diagnostics: readonly QueryDiagnostic[]): Refusal {
  const first = firstError(diagnostics)
  return new Refusal('invalid-query', {
    message: first
      ? `${first.message} (at ${first.span.start}–${first.span.end})`
      : 'The query could not be understood.',
    // Of one that is longer than any may be, what stands before the place that says so.
    extra: { query: query.slice(0, limits.bytes), diagnostics },
  })
}
