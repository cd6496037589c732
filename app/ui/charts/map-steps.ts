const steps = 5

/** Where each of at most five steps begins: they grow by the same factor, as counts of countries do. */
export function mapSteps(counts: readonly number[]): number[] {
  const high = Math.max(...counts, 1)
  const factor = high ** (1 / steps)
  const starts = Array.from({ length: steps }, (_, step) => Math.ceil(factor ** step))
  return [...new Set(starts)].filter((start) => start <= high)
}

/** The step of a count, from 1. */
export const stepOf = (count: number, starts: readonly number[]): number =>
  Math.max(1, starts.findLastIndex((start) => count >= start) + 1)
