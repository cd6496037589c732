import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/product/start.ts'
import { limitTable } from '../../server/limits/table.ts'
import { addressAt, fill } from '../freshness/fill.ts'
import { usageOf } from '../measure/process.ts'
import { idle, mustBeWell, usagesOf } from '../measure/product.ts'
import { ask } from './ask.ts'
import { startBare } from './bare.ts'

/**
 * What the whole record of an address costs over HTTP with a key, hits and misses, distinct addresses and the same ones again,
 * beside a bare server of the same runtime that sends the same bytes. By the clock whoever asks takes part of each answer, of the quick
 * server's the larger part, and of two cores one: the ratio of processor time, the stricter one, is the servers' alone.
 *
 *     node bench/lookups/main.ts [--addresses 10000,100000,1000000] [--lookups 5000] [--rounds 3]
 */
const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '10000,100000,1000000' },
    lookups: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
  },
})
const lookups = Number(values.lookups)
const connections = [1, 16, 64]
/** At least so much of what the bare server answers in a second: of distinct addresses and of repeated ones. */
const bounds = {
  distinct: new Map([
    [1, 1 / 3],
    [16, 1 / 3],
    [64, 1 / 4],
  ]),
  repeated: 0.7,
  slope: 0.05,
}

const { address, key, total } = limitTable['query-seconds']
const shippedSeconds = [address, key, total].map((limit) => (limit === Infinity ? 'off' : limit)).join('/')

const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN

interface Measured {
  /** Answers a second by the clock. */
  rate: number
  /** Milliseconds of processor time of the server an answer. */
  server: number
  engine: number
}

const perLookup: number[] = []
const sizes = values.addresses.split(',').map(Number)
for (const addresses of sizes) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
  try {
    await fill(dataFolder, addresses)
    const product = await startProduct({
      dataFolder,
      // Seconds of work are counted as shipped; tests do without.
      environment: { LOG_LEVEL: 'warn', LIMIT_QUERY_SECONDS: shippedSeconds },
    })
    // Neighbours lie in one group of records: a prime's multiples are far apart.
    const hits = Array.from({ length: lookups }, (_, at) => addressAt((at * 7919) % addresses, addresses))
    const misses = hits.map((ip) => ip.replace(/^\d+/, '223'))
    const [seen, unseen] = [hits, misses].map((ips) => ips.map((ip) => `/v3/ip/${ip}`)) as [
      string[],
      string[],
    ]
    const repeated = Array.from({ length: lookups }, (_, at) => seen[at % 100]!)
    try {
      await idle(product)
      const bodies = await Promise.all(
        [...seen.slice(0, 100), unseen[0]!].map(async (path) => {
          const answer = await fetch(new URL(path, product.url), { headers: { key: product.key } })
          return { path, body: await answer.text() }
        }),
      )
      // Bodies are alike in length: a hundred of them stand for all.
      const bare = await startBare([
        ...seen.map((path, at) => ({ path, body: bodies[at % 100]!.body })),
        ...unseen.map((path) => ({ path, body: bodies[100]!.body })),
      ])
      const run = async (url: string, paths: readonly string[], many: number): Promise<Measured> => {
        const usage = () =>
          url === bare.url
            ? { server: usageOf(bare.process.pid ?? 0).cpu, engine: 0 }
            : { server: usagesOf(product).server.cpu, engine: usagesOf(product).engine.cpu }
        const before = usage()
        const { seconds } = await ask(url, paths, { connections: many, key: product.key })
        const after = usage()
        const each = (used: number): number => (1000 * used) / paths.length
        return {
          rate: paths.length / seconds,
          server: each(after.server - before.server),
          engine: each(after.engine - before.engine),
        }
      }
      try {
        await run(product.url, repeated, 16)
        await run(bare.url, repeated, 16)
        for (const [name, paths] of [
          ['hits', seen],
          ['misses', unseen],
          ['repeated', repeated],
        ] as const)
          for (const many of connections) {
            const [ours, theirs]: [Measured[], Measured[]] = [[], []]
            for (let round = 0; round < Number(values.rounds); round += 1) {
              ours.push(await run(product.url, paths, many))
              theirs.push(await run(bare.url, paths, many))
            }
            const of = (all: Measured[], what: keyof Measured): number => median(all.map((one) => one[what]))
            const ratio = of(ours, 'rate') / of(theirs, 'rate')
            const bound = name === 'repeated' ? bounds.repeated : (bounds.distinct.get(many) ?? 0)
            if (name === 'hits' && many === 1) perLookup.push(of(ours, 'server'))
            const processor = of(theirs, 'server') / of(ours, 'server')
            console.log(
              `${addresses.toLocaleString('en').padStart(9)} addresses  ${name.padEnd(8)} ${String(many).padStart(2)} connections  ${of(ours, 'rate').toFixed(0).padStart(6)}/s, bare ${of(theirs, 'rate').toFixed(0).padStart(6)}/s: ${ratio.toFixed(2)} (at least ${bound.toFixed(2)}: ${verdict(ratio >= bound)})  server ${of(ours, 'server').toFixed(3)} ms, engine ${of(ours, 'engine').toFixed(3)} ms, bare ${of(theirs, 'server').toFixed(3)} ms: ${processor.toFixed(2)} by processor`,
            )
          }
        mustBeWell(product)
      } finally {
        bare.stop()
      }
    } finally {
      await product.stop()
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}
if (sizes.length > 1) {
  const slope = Math.log(perLookup.at(-1)! / perLookup[0]!) / Math.log(sizes.at(-1)! / sizes[0]!)
  console.log(
    `slope of processor time over addresses: ${slope.toFixed(3)} (at most ${bounds.slope}: ${verdict(slope <= bounds.slope)})`,
  )
}
