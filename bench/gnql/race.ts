import { median, quantile, timed } from './figures.ts'
import type { Peer } from './peers/peer.ts'
import { benchQueries, type Class } from './queries.ts'

export interface Times {
  p50: number
  all: number[]
}

/** One query with the times of everybody, in milliseconds. */
export interface Raced {
  text: string
  of: Class
  total: number
  /** Selective ones match at most a thousandth of the documents. */
  kind: 'selective' | 'broad'
  ours: Times
  /** By name; Infinity when the peer gave up. */
  peers: Map<string, Times>
}

const timesOf = (all: number[]): Times => ({ p50: median(all), all })

/** Whether two totals say the same. */
export type Agrees = (ours: number, theirs: number) => boolean

/** Where each has a clock of his own: of a million documents one a second leaves the last day, or the last week. */
export const byClock: Agrees = (ours, theirs) => Math.abs(ours - theirs) <= 0.01 * Math.max(ours, theirs) + 1

/** Every query in turn by everybody, round after round; the first round warms up and does not count. */
export async function race(
  page: (query: string) => Promise<{ total: number }>,
  peers: readonly Peer[],
  rounds: number,
  documents: number,
  agrees: Agrees = (ours, theirs) => ours === theirs,
): Promise<Raced[]> {
  const totals = new Map<string, number>()
  const ours = new Map<string, number[]>()
  const theirs = new Map<string, number[]>()
  const note = (map: Map<string, number[]>, key: string, round: number, took: number): void => {
    if (round > 0) map.set(key, [...(map.get(key) ?? []), took])
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const query of benchQueries) {
      const { text } = query
      note(ours, text, round, await timed(async () => totals.set(text, (await page(text)).total)))
      for (const peer of peers) {
        const took = await timed(async () => {
          const answer = await peer.page(query)
          if (!agrees(totals.get(text) ?? 0, answer.total))
            throw new Error(`${peer.name} finds ${answer.total}, we ${totals.get(text)}: ${text}`)
        })
        note(theirs, `${peer.name} ${text}`, round, took)
      }
    }
  }
  return benchQueries.map(({ text, of }) => ({
    text,
    of,
    total: totals.get(text) ?? 0,
    kind: (totals.get(text) ?? 0) * 1000 <= documents ? 'selective' : 'broad',
    ours: timesOf(ours.get(text) ?? []),
    peers: new Map(peers.map(({ name }) => [name, timesOf(theirs.get(`${name} ${text}`) ?? [])])),
  }))
}

export const p99 = (raced: readonly Raced[]): number =>
  quantile(
    raced.flatMap(({ ours }) => ours.all),
    0.99,
  )
