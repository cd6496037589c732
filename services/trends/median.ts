/** The middle of the numbers, the mean of the two middle ones of an even amount; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const high = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? 0) + high) / 2
}
