import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The table of days of a method's page, week after week: the example a test computes again. */
export function daysOfExample(page: 'trend' | 'anomaly'): { text: string; series: number[] } {
  const text = readFileSync(join(import.meta.dirname, `../docs/methods/${page}.md`), 'utf8')
  const rows = text.matchAll(/^\| \d \|(.+)\|$/gm)
  const series = [...rows].flatMap(([, cells = '']) => cells.split('|').map((cell) => Number(cell)))
  return { text, series }
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A count around `mean` as chance alone makes it. */
export function poisson(mean: number, next: () => number): number {
  // For larger means the normal distribution is close enough.
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let [product, count] = [next(), 0]
  for (const stop = Math.exp(-mean); product > stop; count++) product *= next()
  return count
}

/** So many days with this weekly rhythm, the last cut off at `soFar` of its day. */
export const rhythm = (week: readonly number[], days: number, soFar: number): number[] =>
  Array.from({ length: days }, (_, at) => {
    const value = week[at % 7] ?? 0
    return at === days - 1 ? Math.floor(value * soFar) : value
  })
