import type { Analysis, AnalysisKind } from '#model/analysis.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { userIn } from '../scope.ts'
import { shown } from './find.ts'
import { kinds } from './kinds.ts'

/** Those that the caller made and those that are shared with them, newest first. */
const listOf = (kind: AnalysisKind) =>
  verb(
    ['workspace', kinds[kind].needs],
    async (
      ctx: Ctx,
      { limit = 50, before }: { limit?: number | undefined; before?: string | undefined },
    ): Promise<Analysis[]> => {
      const found = await ctx.workspace.analyses.list({
        user: userIn(ctx.scope),
        kind,
        now: ctx.clock(),
        limit,
        ...(before !== undefined && { before }),
      })
      return found.map((one) => shown(ctx, one))
    },
  )

export const ipAnalyses = listOf('ips')
export const cveAnalyses = listOf('cves')
