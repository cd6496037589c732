import { median } from '../median.ts'

/**
 * docs/methods/trend.md as code. A series holds different addresses per UTC day, oldest first; the last is today, which is
 * not over. null stands for days before the record begins: they say nothing.
 */
export type Series = readonly (number | null)[]

export const trendMethod = 'trend/1'

/** Days a trend looks at, today included: the older recent day has its four weeks. */
export const trendReach = 2 + 4 * 7 + 1

/** Addresses a day below which nothing is expected to be steady. */
export const floor = 10
/** So many times what is expected. */
export const threshold = 2
const recentDays = 2
const weeks = [1, 2, 3, 4]

export interface Trend {
  /** Recent level over expected level, the latter at least `floor`. */
  score: number
  /** Addresses a day, mean of the recent days. */
  level: number
  /** Addresses a day, what the same weekdays of the four weeks before let expect. */
  expected: number
  /** Today so far is one of the recent days: it already lifts the level. */
  withToday: boolean
  trending: boolean
}

/** How a tag stands against its own past; null when the record does not reach a week further back than the recent days. */
export function trendOf(series: Series): Trend | null {
  const finished = windowOf(series, 1)
  if (!finished) return null
  // An unfinished day can only grow, so it may raise a level and must not lower one.
  const withToday = windowOf(series, 0)
  return withToday && withToday.score > finished.score ? withToday : finished
}

/** `ago`: how many days back the newest of the recent days lies. */
function windowOf(series: Series, ago: number): Trend | null {
  const at = (daysAgo: number): number | null => series[series.length - 1 - daysAgo] ?? null
  let [level, expected, floored] = [0, 0, 0]
  for (let day = ago; day < ago + recentDays; day++) {
    const seen = at(day)
    const before = weeks.flatMap((week) => at(day + 7 * week) ?? [])
    if (seen === null || before.length === 0) return null
    const usual = median(before)
    level += seen / recentDays
    expected += usual / recentDays
    floored += Math.max(usual, floor) / recentDays
  }
  const score = level / floored
  return { score, level, expected, withToday: ago === 0, trending: score >= threshold }
}

/** Nobody carried it before the last seven days, in a record that reaches at least fourteen back. */
export function isNewcomer(series: Series): boolean {
  const earlier = series.slice(0, -7).filter((value) => value !== null)
  return (
    earlier.length >= 7 && earlier.every((value) => value === 0) && series.slice(-7).some((value) => value)
  )
}
