import type { Intention, TagCategory } from '#model/tag.ts'
import type { TrendReport, TrendRow, TrendSort } from '#model/tag-report.ts'
import type { TagDays } from '#store/analytics/tag-counts/series.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { headOf } from '../tags/find.ts'
import { type SeenOfTags, seenOfTags } from '../tags/seen.ts'
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
    const seen = await seenOfTags(ctx, Math.max(shown, trendReach, anomalyReach))
    const { series } = seen
    const kept = rankedOf(ctx.tags, seen, sort)
      .filter((row) => intention === undefined || row.intention === intention)
      .filter((row) => categories === undefined || categories.includes(row.category))
    return {
      sort,
      method: sort === 'anomalies' ? anomalyMethod : trendMethod,
      days: series.days.slice(-shown),
      rows: kept.slice(0, limit).map((row, at) => ({
        rank: at + 1,
        ...row,
        trace: numbersOf(series, row.slug).slice(-shown),
        anomaly: anomalyIn(series, row.slug),
      })),
      total: kept.length,
      behindSeconds: series.behind.seconds,
      // Two recent days and the same weekdays a week before.
      young: series.days.length - series.unknown < 2 + 7 + 1,
    }
  },
)

/** All tags that belong to a ranking, in its order: the same for everybody who gets the same report, so worked out once for it. */
const rankings = new WeakMap<SeenOfTags, Partial<Record<TrendSort, readonly Ranked[]>>>()

/** What decides where a tag stands. */
type Ranked = Omit<TrendRow, 'rank' | 'trace'>

function rankedOf(tags: Ctx['tags'], seen: SeenOfTags, sort: TrendSort): readonly Ranked[] {
  const known = rankings.get(seen) ?? {}
  rankings.set(seen, known)
  return (known[sort] ??= [...tags.values()]
    .map((tag): Ranked => ({
      ...headOf(tag),
      ...trendIn(seen.series, tag.slug),
      // Looked for where it decides; of the others only those that are shown.
      anomaly: sort === 'anomalies' ? anomalyIn(seen.series, tag.slug) : null,
      inADay: seen.inADay.get(tag.slug) ?? 0,
    }))
    .filter(belongs[sort])
    .sort(order(sort)))
}

const belongs: Record<TrendSort, (row: Ranked) => boolean> = {
  trending: ({ score }) => score !== null && score >= threshold,
  active: ({ inADay }) => inADay > 0,
  anomalies: ({ anomaly }) => anomaly !== null,
}

const weight: Record<TrendSort, (row: Ranked) => number> = {
  trending: ({ score }) => score ?? 0,
  active: ({ inADay }) => inADay,
  anomalies: ({ anomaly }) => Math.abs(anomaly?.score ?? 0),
}

const order =
  (sort: TrendSort) =>
  (a: Ranked, b: Ranked): number =>
    weight[sort](b) - weight[sort](a) || b.level - a.level || (a.slug < b.slug ? -1 : 1)

const numbersOf = ({ days, counts }: TagDays, slug: string): number[] => counts.get(slug) ?? days.map(() => 0)
/** None of a day whose counts are behind says nothing: those who carried the tag may not be counted yet. */
const knownOf = (series: TagDays, slug: string): (number | null)[] =>
  numbersOf(series, slug).map((value, at) =>
    at < series.unknown || (value === 0 && isBehind(series, at)) ? null : value,
  )
const isBehind = ({ days, behind }: TagDays, at: number): boolean => behind.days.has(days[at] ?? '')

/** By slug: the same for everybody who gets the same report. */
const anomalies = new WeakMap<TagDays, Map<string, TrendRow['anomaly']>>()

export function anomalyIn(series: TagDays, slug: string): TrendRow['anomaly'] {
  let known = anomalies.get(series)
  if (!known) anomalies.set(series, (known = new Map()))
  let found = known.get(slug)
  if (found === undefined) known.set(slug, (found = lookForAnomaly(series, slug)))
  return found
}

function lookForAnomaly(series: TagDays, slug: string): TrendRow['anomaly'] {
  const known = knownOf(series, slug)
  const placeOf = (ago: number): number => series.days.length - 1 - ago
  let anomaly = anomalyOf(known)
  // Few of a day whose counts are behind says as little.
  if (anomaly && anomaly.score < 0 && isBehind(series, placeOf(anomaly.ago)))
    anomaly = anomalyOf(known.with(placeOf(anomaly.ago), null))
  if (!anomaly?.anomalous) return null
  const { ago, seen, expected, score } = anomaly
  return { day: series.days[placeOf(ago)] ?? '', seen, expected, score }
}

/** How the days of one tag stand against each other. */
function trendIn(series: TagDays, slug: string) {
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
  }
}
