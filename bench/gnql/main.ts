import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crowd } from './crowd.ts'
import { type FilledStore, openFilled } from './fill.ts'
import { geometricMean, slope } from './figures.ts'
import { openIndex, openOurs } from './ours.ts'
import { partsOfAPage, textToSql } from './parts.ts'
import type { Peer } from './peers/peer.ts'
import { openLucene } from './peers/lucene/open.ts'
import { openPostgres } from './peers/postgres/open.ts'
import { openOverHttp } from './over-http.ts'
import { benchQueries } from './queries.ts'
import { byClock, race, type Raced } from './race.ts'
import { report } from './report.ts'

/**
 * The whole query page (total, first 50 documents, histogram, ten facets) for sixty queries over documents by Zipf's law,
 * beside PostgreSQL and Lucene with the same documents in the same run; the engine's caches of answers are off:
 *
 *     node bench/gnql/main.ts [--documents 100000,1000000,10000000] [--rounds 7] [--peers-to 1000000] [--folder DIR] [--engine] [--http]
 *
 * `--engine`: without the index in memory; `--http`: from the running product, as a browser asks for it
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000,1000000,10000000' },
    rounds: { type: 'string', default: '7' },
    'peers-to': { type: 'string', default: '1000000' },
    folder: { type: 'string' },
    askers: { type: 'string', default: '16' },
    engine: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
  },
})

/** Rounds of everybody before the race over HTTP: code is compiled as it runs, and servers run for days. */
const warming = 20

const grown = new Map<number, Raced[]>()
for (const documents of values.documents.split(',').map(Number)) {
  const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'noisefloor-bench-')))
  const filled = await openFilled(folder, documents)
  const now = Date.now()
  const peers = documents <= Number(values['peers-to']) ? await openPeers(filled, now) : []
  console.log(`\n== ${documents.toLocaleString('en')} documents`)
  if (values.http) {
    await filled.close()
    try {
      await raceOverHttp(folder, peers, documents)
    } finally {
      for (const peer of peers) await peer.close()
      if (!values.folder) await rm(folder, { recursive: true, force: true })
    }
    continue
  }
  const memoryIndex = values.engine ? null : await openIndex(filled.analytics)
  try {
    const page = openOurs(filled.analytics, now, memoryIndex)
    for (const { name, loaded } of peers) console.log(`   ${name}: ${loaded}`)
    const raced = await race(page, peers, Number(values.rounds), documents)
    report(raced, documents, peers)
    grown.set(documents, raced)
    await crowd(page, Number(values.askers))
    await partsOfAPage(filled.analytics, page)
    textToSql(now)
  } finally {
    for (const peer of peers) await peer.close()
    await memoryIndex?.close()
    await filled.close()
    if (!values.folder) await rm(folder, { recursive: true, force: true })
  }
}

async function raceOverHttp(folder: string, peers: readonly Peer[], documents: number): Promise<void> {
  const product = await openOverHttp(folder)
  try {
    for (let round = 0; round < warming; round += 1)
      for (const query of benchQueries) {
        await product.page(query.text)
        for (const peer of peers) await peer.page(query)
      }
    const raced = await race(product.page, peers, Number(values.rounds), documents, byClock)
    report(raced, documents, peers)
    const before = product.used()
    await crowd(product.page, Number(values.askers))
    const after = product.used()
    const each = (name: 'server' | 'engine'): string =>
      ((1000 * (after[name] - before[name])) / (Number(values.askers) * benchQueries.length)).toFixed(1)
    product.mustBeWell()
    console.log(`   processor time a page: server ${each('server')} ms, engine ${each('engine')} ms`)
  } finally {
    await product.close()
  }
}

async function openPeers(filled: FilledStore, now: number): Promise<Peer[]> {
  const opened = [await openPostgres(filled, now), await openLucene(filled, now)]
  return opened.filter((peer) => peer !== null)
}

if (grown.size > 1) {
  const sizes = [...grown.keys()]
  const largest = grown.get(Math.max(...sizes)) ?? []
  console.log('\n== time against size (exponent of the geometric mean)')
  for (const [kind, limit] of [
    ['selective', 0.3],
    ['broad', 0.8],
  ] as const) {
    const chosen = new Set(largest.filter((raced) => raced.kind === kind).map(({ text }) => text))
    const points = sizes.map((size): [number, number] => [
      size,
      geometricMean(
        (grown.get(size) ?? []).filter(({ text }) => chosen.has(text)).map(({ ours }) => ours.p50),
      ),
    ])
    const exponent = slope(points)
    console.log(
      `   ${kind}, ${chosen.size} queries: ${points.map(([size, time]) => `${size} ${time.toFixed(0)} ms`).join(', ')}: ${exponent.toFixed(2)} (at most ${limit}: ${exponent <= limit ? 'holds' : 'DOES NOT HOLD'})`,
    )
  }
}
