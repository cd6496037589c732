import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { facetFields } from '#services/ip/query-report.ts'
import { openFilled } from '../fill.ts'
import { type BenchQuery, benchQueries } from '../queries.ts'
import { openLucene } from './lucene/open.ts'
import { openStore } from './ours.ts'
import { facetSize, type Peer, type PeerPage } from './peer.ts'
import { openPostgres } from './postgres/open.ts'

/**
 * Each orders values of one count in its own way: here they are ordered by their bytes, and of a full list those of the last
 * count, of which each may show other values, by their counts alone.
 */
function comparable(values: PeerPage['facets'][number]): PeerPage['facets'][number] {
  const min = values.length === facetSize ? values.at(-1)?.count : undefined
  return values
    .map(({ value, count }) => ({ value: count === min ? '' : value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** What two answers say differently, a line each; empty when they are the same. */
export function differences(ours: PeerPage, theirs: PeerPage): string[] {
  const parts: [string, unknown, unknown][] = [
    ['total', ours.total, theirs.total],
    ['addresses', ours.addresses, theirs.addresses],
    ['histogram', ours.histogram, theirs.histogram],
    ...facetFields.map((name, at): [string, unknown, unknown] => [
      name,
      comparable(ours.facets[at] ?? []),
      comparable(theirs.facets[at] ?? []),
    ]),
  ]
  return parts
    .map(([name, mine, other]) => [name, JSON.stringify(mine), JSON.stringify(other)] as const)
    .filter(([, mine, other]) => mine !== other)
    .map(([name, mine = '', other = '']) => {
      const at = [...mine].findIndex((letter, place) => letter !== other[place])
      const from = Math.max(0, at - 40)
      return `${name}: …${mine.slice(from, from + 100)} | …${other.slice(from, from + 100)}`
    })
}

/** Asks all queries of all peers and prints what differs; whether all said the same. */
export async function compareAll(ours: Peer, peers: readonly Peer[], queries: readonly BenchQuery[]) {
  let equal = 0
  for (const query of queries) {
    const mine = await ours.page(query)
    for (const peer of peers) {
      const found = differences(mine, await peer.page(query))
      if (found.length === 0) equal += 1
      for (const line of found) console.log(`DIFFERS ${peer.name} "${query.text}" ${line}`)
    }
  }
  console.log(`${equal} of ${queries.length * peers.length} answers of peers equal ours`)
  return equal === queries.length * peers.length
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      documents: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '0' },
      only: { type: 'string' },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-peers-'))
  const filled = await openFilled(folder, Number(values.documents))
  const peers: Peer[] = []
  try {
    const now = Date.now()
    const ours = openStore(filled.analytics, now)
    for (const open of [openPostgres, openLucene]) {
      const peer = await open(filled, now)
      if (peer) peers.push(peer)
      if (peer) console.log(`${peer.name}: ${peer.loaded}`)
    }
    const { only } = values
    const queries = benchQueries.filter(({ text, of }) => !only || text.includes(only) || of === only)
    if (!(await compareAll(ours, peers, queries))) process.exitCode = 1
    if (Number(values.rounds) > 0)
      for (const query of queries) {
        const columns: string[] = []
        for (const peer of [ours, ...peers]) {
          let fastest = Infinity
          for (let round = 0; round < Number(values.rounds); round += 1) {
            const began = performance.now()
            await peer.page(query)
            fastest = Math.min(fastest, performance.now() - began)
          }
          columns.push(`${peer.name.split(' ')[0]} ${fastest.toFixed(1)} ms`.padEnd(22))
        }
        console.log(`${columns.join(' ')} ${query.text}`)
      }
  } finally {
    for (const peer of peers) await peer.close()
    await filled.close()
    await rm(folder, { recursive: true, force: true })
  }
}
