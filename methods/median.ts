/** The middle of the numbers, the mean of the two middle ones of an even amount; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = inOrder(values)
  const half = Math.floor(sorted.length / 2)
  const high = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? 0) + high) / 2
}

/** By insertion: the amounts here are those of a few weeks, mostly of three or four days. */
function inOrder(values: readonly number[]): number[] {
  const sorted: number[] = []
  for (const value of values) {
    let at = sorted.length
    for (; at > 0 && (sorted[at - 1] ?? 0) > value; at--) sorted[at] = sorted[at - 1] ?? 0
    sorted[at] = value
  }
  return sorted
}
