import type { AnalysisKind } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { ownAnalysis } from './find.ts'
import { kinds } from './kinds.ts'
import { TakenAway } from '../tasks/leased.ts'

/** Ends one that is not over; what was read so far is forgotten. @throws Refusal 'not-found', 'forbidden' */
const cancelOf = (kind: AnalysisKind) =>
  verb(['workspace', kinds[kind].needs], async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const found = await ownAnalysis(ctx, { id, kind })
    const { totals } = ctx.analyses.running.get(id) ?? found
    // Whoever is at it sees within a second that it is over.
    await ctx.workspace.analyses.finish(id, { state: 'cancelled', totals, result: '', error: '' })
    ctx.analyses.running.get(id)?.cancel.abort(new TakenAway())
    if (found.input !== '') await ctx.analyses.files.remove(found.input)
  })

export const cancelIpAnalysis = cancelOf('ips')
export const cancelCveAnalysis = cancelOf('cves')
