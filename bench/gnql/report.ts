import { geometricMean, holds, median, ms } from './figures.ts'
import type { Peer } from './peers/peer.ts'
import { classes } from './queries.ts'
import { p99, type Raced } from './race.ts'

/** What is to be reached, in milliseconds, by number of documents. */
const bounds: Readonly<Record<number, { selective?: number; broad?: number; p99: number }>> = {
  1_000_000: { selective: 10, broad: 50, p99: 300 },
  10_000_000: { p99: 1500 },
}
/** How many times our time PostgreSQL is to take, at least. */
const minOfPostgres = 5

/** Prints the times of a race: by class, by kind, and every query where a peer is faster. */
export function report(raced: readonly Raced[], documents: number, peers: readonly Peer[]): void {
  const bound = bounds[documents]
  const ratio = (some: readonly Raced[], name: string): number =>
    geometricMean(some.map(({ ours, peers: theirs }) => (theirs.get(name)?.p50 ?? ours.p50) / ours.p50))
  for (const of of classes) {
    const some = raced.filter((each) => each.of === of)
    const beside = peers.map(({ name }) => `${name} × ${ratio(some, name).toFixed(2)}`)
    const times = some.map(({ ours }) => ours.p50)
    console.log(
      `   ${of.padEnd(15)} p50 ${ms(median(times)).padStart(7)}, slowest ${ms(Math.max(...times)).padStart(7)}  ${beside.join(', ')}`,
    )
  }
  for (const kind of ['selective', 'broad'] as const) {
    const some = raced.filter((each) => each.kind === kind)
    const p50 = median(some.flatMap(({ ours }) => ours.all))
    const limit = bound?.[kind]
    console.log(
      `   ${kind}: ${some.length} queries, p50 ${ms(p50)}${limit ? ` (at most ${limit}: ${holds(p50 <= limit)})` : ''}`,
    )
  }
  console.log(
    `   p99 of all pages ${ms(p99(raced))}${bound ? ` (at most ${bound.p99}: ${holds(p99(raced) <= bound.p99)})` : ''}`,
  )
  for (const { name } of peers) {
    const all = ratio(raced, name)
    const lost = raced.filter(({ ours, peers: theirs }) => (theirs.get(name)?.p50 ?? Infinity) < ours.p50)
    const need = name === 'PostgreSQL' ? ` (at least ${minOfPostgres}: ${holds(all >= minOfPostgres)})` : ''
    console.log(
      `   ${name} takes ${all.toFixed(2)} × our time in the geometric mean${need}; faster in ${lost.length} of ${raced.length}:`,
    )
    for (const { text, total, ours, peers: theirs } of lost)
      console.log(
        `     ${ms(theirs.get(name)?.p50 ?? 0).padStart(8)} against ${ms(ours.p50).padStart(8)}, ${total} matches: ${text}`,
      )
  }
}
