/** "Did you mean": the nearest of the known names by edit distance, or null when none is near. */
export function nearest(wanted: string, known: Iterable<string>): string | null {
  // Of two letters one is half the word.
  if (wanted.length > 64 || wanted.length < 3) return null
  const from = wanted.toLowerCase()
  let best: string | null = null
  let min = Math.min(3, Math.max(1, Math.floor(from.length / 3))) + 1
  for (const name of known) {
    if (Math.abs(name.length - from.length) >= min) continue
    const steps = distance(from, name.toLowerCase(), min)
    if (steps < min) [best, min] = [name, steps]
  }
  return best
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), given up at `limit`. */
export function distance(from: string, to: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let min = row
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let steps = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        steps = Math.min(steps, (before[column - 2] ?? 0) + 1)
      current.push(steps)
      min = Math.min(min, steps)
    }
    if (min >= limit) return limit
    before = previous
    previous = current
  }
  return Math.min(previous[to.length] ?? 0, limit)
}
