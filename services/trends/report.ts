import type { Intention, TagCategory } from '#model/tag.ts'
import type { TrendReport, TrendRow, TrendSort } from '#model/tag-report.ts'
import type { TagDays } from '#store/analytics/tag-counts/series.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { headOf } from '../tags/find.ts'
import { seenOfTags } from '../tags/seen.ts'
import { anomalyMethod, anomalyOf, anomalyReach } from '#methods/anomaly/anomaly.ts'
import { isNewcomer, threshold, trendMethod, trendOf, trendReach } from '#methods/trend/trend.ts'

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
export const trends = verb(
  ['feature-tag-trends'],
  async (ctx: Ctx, input: TrendInput): Promise<TrendReport> => {
    const { sort, intention, categories, limit = 50 } = input
    const shown = Math.min(input.days ?? 30, ctx.scope.plan.historicDays)
    const { series, inADay } = await seenOfTags(ctx, Math.max(shown, trendReach, anomalyReach))
    const rows = [...ctx.tags.values()]
      .filter((tag) => intention === undefined || tag.intention === intention)
      .filter((tag) => categories === undefined || categories.includes(tag.category))
      .map((tag): TrendRow => ({
        rank: 0,
        ...headOf(tag),
        ...trendIn(series, tag.slug, shown),
        // Looked for where it decides; of the others only those that are shown.
        anomaly: sort === 'anomalies' ? anomalyIn(series, tag.slug) : null,
        inADay: inADay.get(tag.slug) ?? 0,
      }))
    const kept = rows.filter(belongs[sort]).sort(order(sort))
    return {
      sort,
      method: sort === 'anomalies' ? anomalyMethod : trendMethod,
      days: series.days.slice(-shown),
      rows: kept
        .slice(0, limit)
        .map((row, at) => ({ ...row, anomaly: anomalyIn(series, row.slug), rank: at + 1 })),
      total: kept.length,
      // Two recent days and the same weekdays a week before.
      young: series.days.length - series.unknown < 2 + 7 + 1,
    }
  },
)

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

const numbersOf = ({ days, counts }: TagDays, slug: string): number[] => counts.get(slug) ?? days.map(() => 0)
const knownOf = (series: TagDays, slug: string): (number | null)[] =>
  numbersOf(series, slug).map((value, at) => (at < series.unknown ? null : value))

function anomalyIn(series: TagDays, slug: string): TrendRow['anomaly'] {
  const anomaly = anomalyOf(knownOf(series, slug))
  if (!anomaly?.anomalous) return null
  const { ago, seen, expected, score } = anomaly
  return { day: series.days.at(-1 - ago) ?? '', seen, expected, score }
}

/** How the days of one tag stand against each other. */
function trendIn(series: TagDays, slug: string, shown: number) {
  const numbers = numbersOf(series, slug)
  const known = knownOf(series, slug)
  const trend = trendOf(known)
  return {
    score: trend?.score ?? null,
    level: trend?.level ?? 0,
    expected: trend?.expected ?? 0,
    withToday: trend?.withToday ?? false,
    newcomer: isNewcomer(known),
    today: numbers.at(-1) ?? 0,
    trace: numbers.slice(-shown),
  }
}
