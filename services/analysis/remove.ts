import type { AnalysisKind } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { ownAnalysis } from './find.ts'
import { kinds } from './kinds.ts'
import { TakenAway } from '../tasks/leased.ts'

/** Removes one with all that was sent and found. @throws Refusal 'not-found', 'forbidden' */
const removeOf = (kind: AnalysisKind) =>
  verb(['workspace', kinds[kind].needs], async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const { input, result } = await ownAnalysis(ctx, { id, kind })
    await ctx.workspace.analyses.remove(id)
    ctx.analyses.running.get(id)?.cancel.abort(new TakenAway())
    for (const file of [input, result]) if (file !== '') await ctx.analyses.files.remove(file)
  })

export const removeIpAnalysis = removeOf('ips')
export const removeCveAnalysis = removeOf('cves')
