import { refuse } from '#model/errors.ts'
import type { ColumnName } from '#model/ip-document/columns.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import type { Classification, Tag } from '#model/tag.ts'
import { classify } from '#methods/verdict/rule.ts'
import { summariesOf, type Summary } from '#store/analytics/timeline/summaries.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'

export interface SummariesInput {
  ip: string
  hours: 1 | 24
  /** Cut to what the plan reaches. */
  days: number
  limit: number
  /** As the answer before gave it; the beginning without it. */
  cursor?: string | undefined
}

export interface AddressSummaries {
  ip: string
  start: number
  end: number
  summaries: (Omit<Summary, 'tags'> & { tags: Tag[]; classification: Classification })[]
  /** "" at the end. */
  next: string
}

/** What one address did in each hour or day, newest first; what the plan lacks stands empty. @throws Refusal 'invalid-address', 'invalid-cursor' */
export const summarizeIp = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, input: SummariesInput): Promise<AddressSummaries> => {
    const ip = canonicalAddress(input.ip)
    const offset = offsetOf(input.cursor ?? '')
    const { limit, hours } = input
    const days = Math.min(input.days, ctx.scope.plan.historicDays)
    const { start, end, summaries } = await summariesOf(ctx.analytics, {
      ip,
      now: ctx.clock(),
      days,
      hours,
      offset,
      size: limit + 1,
    })
    const withheld = withheldColumns(lackingGroups(ctx.scope.plan))
    const shown = <T>(column: ColumnName, values: T[]): T[] => (withheld.has(column) ? [] : values)
    return {
      ip,
      start,
      end,
      summaries: summaries.slice(0, limit).map((summary) => {
        const tags = summary.tags.flatMap((slug) => ctx.tags.get(slug) ?? [])
        return {
          ...summary,
          tags,
          classification: classify(tags),
          protocols: withheld.has('scan_protocol')
            ? summary.protocols.map(({ port }) => ({ port, transport: '', application: '' }))
            : summary.protocols,
          destinations: shown('destination_countries', summary.destinations),
          paths: shown('http_path', summary.paths),
          userAgents: shown('http_useragent', summary.userAgents),
          ja3: shown('ja3_fingerprint', summary.ja3),
          hassh: shown('hassh_fingerprint', summary.hassh),
        }
      }),
      next: summaries.length > limit ? Buffer.from(`offset=${offset + limit}`).toString('base64') : '',
    }
  },
)

/** Clients know the cursor as the base64 of "offset=100". */
function offsetOf(cursor: string): number {
  if (cursor === '') return 0
  const found = /^offset=(\d{1,6})$/.exec(Buffer.from(cursor, 'base64').toString('latin1'))
  if (!found) throw refuse('invalid-cursor', 'The cursor is not one that this server gave.')
  return Number(found[1])
}
