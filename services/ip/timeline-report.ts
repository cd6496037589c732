import type { IpTimeline } from '#model/ip-report.ts'
import { columnCatalogue } from '#model/ip-document/columns.ts'
import type { IpColumn } from '#model/ip-document/column.ts'
import { timeline } from '#store/analytics/timeline/timeline.ts'
import { verdictHistory } from '#store/analytics/verdicts/history.ts'
import { has, verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { actorsNamed } from './actors.ts'
import { canonicalAddress } from './address.ts'
import { wordsOf } from './answers.ts'
import { slugsIn, stepsOf } from './history.ts'
import { columnOf, type TimelineInput } from './timeline.ts'

export interface TimelineAsked {
  ip: string
  field: TimelineInput['field']
  /** Cut to what the plan reaches. */
  days: number
  by: 'hour' | 'day'
}

/** Lanes shown, the busiest; what is left out is counted. */
const lanesShown = 20
const stepsShown = 50
const hourMs = 3_600_000

/** What one address did over time, a lane a value, and how its verdict changed meanwhile. @throws Refusal 'invalid-address' */
export const ipTimeline = verb([], async (ctx: Ctx, asked: TimelineAsked): Promise<IpTimeline> => {
  const ip = canonicalAddress(asked.ip)
  const { field, by } = asked
  const days = Math.min(asked.days, ctx.scope.plan.historicDays)
  const step = by === 'hour' ? hourMs : 24 * hourMs
  // By the day the window is so many UTC days, today included, as in the overview.
  const back = by === 'day' ? days - 1 : days
  const column: IpColumn = columnCatalogue[columnOf[field]]
  const isWithheld = column.entitlement !== undefined && !has(ctx.scope, column.entitlement)
  const now = ctx.clock()
  const { lanes, changes } = await ctx.reports.get({
    name: 'timeline of an address',
    input: { ip, field, days, by, day: Math.floor(now / (24 * hourMs)) },
    read: async (reads) => {
      const [found, rows] = await Promise.all([
        isWithheld ? null : timeline(reads, ip, { field, now, days: back, granularityHours: step / hourMs }),
        verdictHistory(reads, ip, { before: undefined, max: stepsShown + 1 }),
      ])
      return { lanes: found, changes: rows }
    },
  })
  const actors = await actorsNamed(
    ctx,
    changes.flatMap(({ decided }) => slugsIn(decided)),
  )
  const words = await wordsOf(ctx, changes)
  const { steps } = stepsOf(ctx, changes, { size: stepsShown, actors, words })
  const start = lanes?.start ?? Math.floor((now - back * 24 * hourMs) / step) * step
  const starts = Array.from({ length: Math.floor((now - start) / step) + 1 }, (_, at) => start + at * step)
  const counted = new Map<string, number[]>()
  for (const { start: at, label, data } of lanes?.points ?? []) {
    const lane = counted.get(label) ?? starts.map(() => 0)
    const place = Math.floor((at - start) / step)
    if (place >= 0 && place < lane.length) lane[place] = (lane[place] ?? 0) + data
    counted.set(label, lane)
  }
  const all = [...counted]
    .map(([label, cells]) => ({ label, cells, sessions: cells.reduce((a, b) => a + b, 0) }))
    .sort((a, b) => b.sessions - a.sessions || (a.label < b.label ? -1 : 1))
  return {
    field,
    days,
    by,
    isWithheld,
    starts: starts.map((at) => new Date(at).toISOString()),
    lanes: all.slice(0, lanesShown).map(({ label, ...lane }) => {
      const tag = field === 'tag_ids' ? ctx.tags.get(label) : undefined
      return { ...lane, label, name: tag?.name ?? label, intention: tag?.intention ?? null }
    }),
    more: Math.max(0, all.length - lanesShown),
    steps: steps.filter(({ at }) => Date.parse(at) >= start),
  }
})
