import type { Intention, TagCategory } from '#model/tag.ts'
import type { TrendReport, TrendRow, TrendSort } from '#model/views.ts'
import { tagsInADay } from '#store/analytics/tagged/addresses.ts'
import { type TagDays, tagDays } from '#store/analytics/tagged/series.ts'
import type { Ctx } from '../context.ts'
import { demand } from '../tags/allowed.ts'
import { headOf } from '../tags/find.ts'
import { anomalyMethod, anomalyOf, anomalyReach } from './anomaly.ts'
import { isNewcomer, threshold, trendMethod, trendOf, trendReach } from './trend.ts'

export interface TrendInput {
  sort: TrendSort
  intention?: Intention | undefined
  categories?: readonly TagCategory[] | undefined
  /** Length of the traces in UTC days, today included; cut to what the plan reaches. */
  days?: number
  /** Rows at most. */
  limit?: number
}

/** Tags by what became of them lately (docs/methods/trend.md, anomaly.md), or by how many addresses carry them now. */
export async function trends(ctx: Ctx, input: TrendInput): Promise<TrendReport> {
  demand(ctx, 'feature-tag-trends')
  const { sort, intention, categories, limit = 50 } = input
  const now = ctx.clock()
  const shown = Math.min(input.days ?? 30, ctx.scope.plan.historicDays)
  const [series, inADay] = await Promise.all([
    tagDays(ctx.analytics, { now, length: Math.max(shown, trendReach, anomalyReach) }),
    tagsInADay(ctx.analytics, now),
  ])
  const rows = [...ctx.tags.values()]
    .filter((tag) => intention === undefined || tag.intention === intention)
    .filter((tag) => categories === undefined || categories.includes(tag.category))
    .map((tag): TrendRow => ({
      rank: 0,
      ...headOf(tag),
      ...standingOf(series, tag.slug, shown),
      inADay: inADay.get(tag.slug) ?? 0,
    }))
  const kept = rows.filter(belongs[sort]).sort(order(sort))
  return {
    sort,
    method: sort === 'anomalies' ? anomalyMethod : trendMethod,
    days: series.days.slice(-shown),
    rows: kept.slice(0, limit).map((row, at) => ({ ...row, rank: at + 1 })),
    total: kept.length,
    // Two recent days and the same weekdays a week before.
    young: series.days.length - series.unknown < 2 + 7 + 1,
  }
}

const belongs: Record<TrendSort, (row: TrendRow) => boolean> = {
  trending: ({ score }) => score !== null && score >= threshold,
  active: ({ inADay }) => inADay > 0,
  anomalies: ({ anomaly }) => anomaly !== null,
}

const weight: Record<TrendSort, (row: TrendRow) => number> = {
  trending: ({ score }) => score ?? 0,
  active: ({ inADay }) => inADay,
  anomalies: ({ anomaly }) => Math.abs(anomaly?.score ?? 0),
}

const order =
  (sort: TrendSort) =>
  (a: TrendRow, b: TrendRow): number =>
    weight[sort](b) - weight[sort](a) || b.level - a.level || (a.slug < b.slug ? -1 : 1)

/** What the days of one tag come to. */
export function standingOf({ days, counts, unknown }: TagDays, slug: string, shown: number) {
  const numbers = counts.get(slug) ?? days.map(() => 0)
  const known = numbers.map((value, at) => (at < unknown ? null : value))
  const trend = trendOf(known)
  const anomaly = anomalyOf(known)
  return {
    score: trend?.score ?? null,
    level: trend?.level ?? 0,
    expected: trend?.expected ?? 0,
    withToday: trend?.withToday ?? false,
    newcomer: isNewcomer(known),
    anomaly: anomaly?.anomalous
      ? {
          day: days.at(-1 - anomaly.ago) ?? '',
          seen: anomaly.seen,
          expected: anomaly.expected,
          score: anomaly.score,
        }
      : null,
    today: numbers.at(-1) ?? 0,
    trace: numbers.slice(-shown),
  }
}
