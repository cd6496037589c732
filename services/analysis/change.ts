import type { Analysis, AnalysisKind } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { ownAnalysis, shown } from './find.ts'
import { kinds } from './kinds.ts'

/** Gives one another name, or shares it with the workspace. @throws Refusal 'not-found', 'forbidden' */
const changeOf = (kind: AnalysisKind) =>
  verb(
    ['workspace', kinds[kind].needs],
    async (
      ctx: WriteCtx,
      { id, ...to }: { id: string; name?: string | undefined; shared?: boolean | undefined },
    ): Promise<Analysis> => {
      const found = await ownAnalysis(ctx, { id, kind })
      const { name = found.name, shared = found.shared } = to
      await ctx.workspace.analyses.change(id, { name, shared })
      return shown(ctx, { ...found, name, shared })
    },
  )

export const changeIpAnalysis = changeOf('ips')
export const changeCveAnalysis = changeOf('cves')
