import { matches } from '#gnql/match.ts'
import type { Analysis, AnalysisPart } from '#model/analysis.ts'
import { reservedRange } from '#model/reserved.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { analyzedOrRefused } from '../ip/analyze-query.ts'
import { shown } from './find.ts'
import { kinds } from './kinds.ts'
import { listedOf } from './listed.ts'
import { type ListedIp, rowsOf } from './rows.ts'
import { asLookUp } from './within-list.ts'

/** An address of a list as files show it. */
export interface ExportedIp extends ListedIp {
  /** Name of its business service; "" for none. */
  service: string
  /** What its range is for, where no public host has it; "" for others. */
  reserved: string
}

/**
 * A part of a list in order of address, some at a time, as it stands at this moment; with a query those that were seen and match it.
 * @throws Refusal 'not-found', 'invalid-query'
 */
export const exportIpAnalysis = verb(
  ['workspace', kinds.ips.needs, 'feature-search-ips', 'data-export'],
  async (
    ctx: Ctx,
    { id, part, query }: { id: string; part: AnalysisPart; query?: string | undefined },
  ): Promise<{ analysis: Analysis; rows: AsyncGenerator<ExportedIp[]> }> => {
    const listed = await listedOf(ctx, { id, kind: 'ips' })
    const understood = query === undefined ? null : await analyzedOrRefused(query, asLookUp(ctx), ctx.clock())
    const isAsked = ({ document }: ListedIp): boolean =>
      understood === null || (document !== null && matches(understood.predicate, document))
    async function* rows(): AsyncGenerator<ExportedIp[]> {
      for await (const all of rowsOf(ctx, listed))
        yield all
          .filter((row) => (part === 'all' || part === partOf(row)) && isAsked(row))
          .map((row) => ({
            ...row,
            service: row.isService ? (ctx.reference.service(row.ip)?.name ?? '') : '',
            reserved: reservedRange(row.ip)?.name ?? '',
          }))
    }
    return { analysis: shown(ctx, listed.stored), rows: rows() }
  },
)

/** Each address is in one part; of a service that was seen what was seen counts. */
const partOf = ({ document, isService }: ListedIp): AnalysisPart =>
  document ? document.classification : isService ? 'business-services' : 'not-observed'
