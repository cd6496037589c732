import type { Classification } from '#model/tag.ts'

/** Fixed order, the base first, so that a class always stands in the same place. */
export const stackOrder = ['malicious', 'suspicious', 'unknown', 'benign'] as const satisfies Classification[]

export interface Bar {
  /** UTC day "YYYY-MM-DD", or the start of a shorter stretch, ISO 8601. */
  day: string
  counts: Record<Classification, number>
}

export const totalOf = (bar: Bar): number => stackOrder.reduce((sum, name) => sum + bar.counts[name], 0)
