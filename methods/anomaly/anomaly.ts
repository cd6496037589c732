import { median } from '../median.ts'
import { floor, type Series } from '../trend/trend.ts'

/** docs/methods/anomaly.md as code. */
export const anomalyMethod = 'anomaly/1'

const baselineDays = 28
/** Days an anomaly looks at, today included. */
export const anomalyReach = 2 + baselineDays
/** Fewer known days of the baseline say nothing. */
const minKnownDays = 21
/** Spreads away from what is expected. */
const threshold = 6
/** From the median of absolute residuals to a standard deviation, were they normal. */
const normal = 1.4826

export interface Anomaly {
  /** Days before today: 0 or 1. */
  ago: number
  seen: number
  expected: number
  /** Median distance of the baseline's days from the others of their weekday. */
  residual: number
  spread: number
  /** (seen − expected) / spread: above zero a surge, below it a silence. */
  score: number
  anomalous: boolean
}

/** How far yesterday, or today so far, lies from what its weekday lets expect; an anomaly before none, then the one further away. */
export function anomalyOf(series: Series): Anomaly | null {
  const yesterday = dayOf(series, 1)
  const today = dayOf(series, 0)
  // Today is not over: that little was seen so far says nothing.
  if (!today || today.score <= 0) return yesterday
  // The day before may be too early for the record, or as far away and of too few addresses.
  if (!yesterday || (today.anomalous && !yesterday.anomalous)) return today
  return today.score <= Math.abs(yesterday.score) ? yesterday : today
}

function dayOf(series: Series, ago: number): Anomaly | null {
  const last = series.length - 1 - ago
  const seen = series[last] ?? null
  const baseline = series.slice(Math.max(0, last - baselineDays), Math.max(0, last))
  const weekdays: number[][] = Array.from({ length: 7 }, () => [])
  for (const [at, value] of baseline.entries())
    if (value !== null) weekdays[(baseline.length - at) % 7]?.push(value)
  const known = weekdays.reduce((sum, { length }) => sum + length, 0)
  if (seen === null || known < minKnownDays) return null
  const expected = median(weekdays[0] ?? [])
  // Each day against the other days of its weekday: against itself too it would look calmer than it is.
  const residual = median(
    weekdays.flatMap((days) => days.map((value, at) => Math.abs(value - median(days.toSpliced(at, 1))))),
  )
  const spread = Math.max(
    normal * residual,
    Math.sqrt(Math.max(expected, floor)),
    0.1 * Math.max(expected, floor),
  )
  const score = (seen - expected) / spread
  const anomalous = Math.abs(score) >= threshold && Math.max(seen, expected) >= 2 * floor
  return { ago, seen, expected, residual, spread, score, anomalous }
}
