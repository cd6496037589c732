import { type Analysis, type AnalysisKind, isOver } from '#model/analysis.ts'
import { refuse } from '#model/errors.ts'
import type { StoredAnalysis } from '#store/app/analyses.ts'
import type { Ctx } from '../context.ts'
import { userIn } from '../scope.ts'

type Caller = Pick<Ctx, 'workspace' | 'scope' | 'clock'>

/** One that the caller made, or that is shared with them. @throws Refusal 'not-found', also for one of somebody else, or past its time */
export async function storedAnalysis(
  { workspace, scope, clock }: Caller,
  { id, kind }: { id: string; kind: AnalysisKind },
): Promise<StoredAnalysis> {
  const found = await workspace.analyses.get(id, clock())
  const isSeen = found !== null && (found.shared || found.user === userIn(scope))
  if (!isSeen || found.kind !== kind) throw refuse('not-found', 'There is no such analysis.')
  return found
}

/** @throws Refusal 'not-found' for one that is not theirs to change */
export async function ownAnalysis(
  caller: Caller,
  of: { id: string; kind: AnalysisKind },
): Promise<StoredAnalysis> {
  const found = await storedAnalysis(caller, of)
  if (found.user !== userIn(caller.scope))
    throw refuse('forbidden', 'Only whoever made this analysis may change it.')
  return found
}

/** As it is told; of one that this server is at, as it stands at this moment. */
export function shown(
  { scope, analyses }: Pick<Ctx, 'scope' | 'analyses'>,
  { user, input: _input, result: _result, ...rest }: StoredAnalysis,
): Analysis {
  // Who reads it may take a moment to see that it was ended.
  const running = isOver(rest.state) ? undefined : analyses.running.get(rest.id)
  return {
    ...rest,
    ...(running && { state: 'running', read: running.read, totals: running.totals }),
    own: user === userIn(scope),
  }
}
