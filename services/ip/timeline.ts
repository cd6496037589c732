import type { IpColumn } from '#model/ip-document/column.ts'
import { columnCatalogue, type ColumnName } from '#model/ip-document/columns.ts'
import { timeline, timelineFields } from '#store/analytics/timeline/timeline.ts'
import { requireRights, verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'
import { findDocuments } from './get-documents.ts'

export { timelineFields }

export interface TimelineInput {
  ip: string
  field: (typeof timelineFields)[number]
  /** 1 to 90, cut to what the plan reaches. */
  days: number
  /** "1h" to "24h", "1d" to "90d". */
  granularity: string
}

/** The column of the document that holds what a field of the timeline shows. */
export const columnOf: Readonly<Record<TimelineInput['field'], ColumnName>> = {
  destination_port: 'scan_port',
  http_path: 'http_path',
  http_user_agent: 'http_useragent',
  source_asn: 'asn',
  source_org: 'organization',
  source_rdns: 'rdns',
  tag_ids: 'tags',
  classification: 'classification',
}

/** Nanosecond ISO text, as clients of the public API parse it. */
const nanoseconds = (at: number): string => new Date(at).toISOString().replace('Z', '000000Z')

/** What one address did over time, newest bucket first; @throws Refusal 'forbidden' for a field the plan lacks. Written in snake_case as the specification asks of the timeline alone. */
export const timelineOf = verb(
  [],
  async (ctx: Ctx, { ip: text, field, days, granularity }: TimelineInput) => {
    const ip = canonicalAddress(text)
    const column: IpColumn = columnCatalogue[columnOf[field]]
    if (column.entitlement) requireRights(ctx, [column.entitlement])
    const amount = Math.max(1, Number.parseInt(granularity, 10))
    const granularityHours = granularity.endsWith('d') ? amount * 24 : amount
    const reach = Math.min(days, ctx.scope.plan.historicDays)
    const [{ start, end, points }, documents] = await Promise.all([
      timeline(ctx.analytics, ip, { field, now: ctx.clock(), days: reach, granularityHours }),
      findDocuments(ctx, [ip]),
    ])
    const label =
      field === 'tag_ids'
        ? (slug: string): string => ctx.tags.get(slug)?.id ?? slug
        : (value: string): string => value
    return {
      metadata: {
        ip,
        field,
        first_seen: documents.get(ip)?.first_seen ?? '',
        start: nanoseconds(start),
        end: nanoseconds(end),
        granularity,
        metric: 'count' as const,
      },
      results: points.map((point) => ({
        timestamp: nanoseconds(point.start),
        label: label(point.label),
        data: point.data,
      })),
    }
  },
)
