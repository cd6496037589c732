import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Product, startProduct } from '#tests/product/start.ts'
import { fill } from '../freshness/fill.ts'
import { usageOf } from '../measure/process.ts'
import { idle, usagesOf } from '../measure/product.ts'
import { sendInBrowser } from './in-browser.ts'
import { type EngineJoin, openEngineJoin } from './engine-join.ts'
import { runRipgrep } from './peer.ts'
import { formats, writeText } from './texts.ts'

/**
 * Lists over HTTP, from the first byte sent to the counts of all of it, beside `rg -o | sort -u` over the same file and an engine that joins
 * what it found with as many known addresses (engine-join.ts); then the largest as an analyst sends it, in Chromium. What takes less than a
 * tenth of a second is done twelve times in a row: the processor's clock has ticks.
 *
 *     node bench/bulk/uploads.ts [--sizes 1,10,100] [--addresses 1000000] [--documents 100000] [--at-once 10]
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1,10,100' },
    addresses: { type: 'string', default: '1000000' },
    documents: { type: 'string', default: '100000' },
    'at-once': { type: 'string', default: '10' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const [addresses, documents, atOnce] = [values.addresses, values.documents, values['at-once']].map(
  Number,
) as [number, number, number]
const bounds = { seconds: 3, cpu: 2, progress: 0.2, memory: 300 * 2 ** 20, slope: [0.95, 1.05], atOnce: 12 }

let isMissed = false
const verdict = (holds: boolean): string => {
  isMissed ||= !holds
  return holds ? 'holds' : 'DOES NOT HOLD'
}

interface Run {
  /** Seconds from the first byte sent to the counts of all of it, and to the first word of how far it is, which comes when its bytes are there. */
  seconds: number
  progress: number
  cpu: number
  /** Bytes that the server held beyond what it held before, at most. */
  memory: number
  unique: number
}

/** One analysis, which is still there. */
interface Asked extends Pick<Run, 'seconds' | 'progress' | 'unique'> {
  uuid: string
}

interface Answer {
  state: string
  error: string
  counts: { all: number }
}

async function analyze({ url, key }: Product, blob: Blob): Promise<Asked> {
  const began = performance.now()
  const since = (): number => (performance.now() - began) / 1000
  const headers = { key }
  const sent = await fetch(new URL('/api/ip/analysis', url), { method: 'POST', headers, body: blob })
  const { uuid } = (await sent.json()) as { uuid: string }
  let progress = NaN
  for (;;) {
    const answer = await fetch(new URL(`/api/ip/analysis/${uuid}?size=1`, url), { headers })
    if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`)
    const { state, error, counts } = (await answer.json()) as Answer
    if (Number.isNaN(progress) && state !== 'queued') progress = since()
    if (state === 'completed') return { uuid, seconds: since(), progress, unique: counts.all }
    if (state !== 'queued' && state !== 'running') throw new Error(`The analysis is ${state}: ${error}`)
    await sleep(50)
  }
}

const remove = ({ url, key }: Product, uuid: string): Promise<Response> =>
  fetch(new URL(`/api/ip/analysis/${uuid}`, url), { method: 'DELETE', headers: { key } })

/** So many one after another, as the peer's: of one of them. */
async function measured(product: Product, blob: Blob, times = 1): Promise<Run> {
  await idle(product)
  const before = usagesOf(product)
  let most = before.server.resident
  const watch = setInterval(() => (most = Math.max(most, usageOf(product.process.pid ?? 0).resident)), 20)
  const all: Asked[] = []
  while (all.length < times) all.push(await analyze(product, blob))
  const after = usagesOf(product)
  clearInterval(watch)
  const cpu = after.server.cpu - before.server.cpu + after.engine.cpu - before.engine.cpu
  for (const { uuid } of all) await remove(product, uuid)
  const { uuid: _, ...slowest } = all.toSorted((a, b) => b.seconds - a.seconds)[0]!
  return { ...slowest, cpu: cpu / times, memory: most - before.server.resident }
}

/** Processor seconds of the peers, the least of three as of ours; null without ripgrep. */
async function floorOf(
  join: EngineJoin,
  file: string,
  times: number,
): Promise<{ found: number; both: number } | null> {
  const found: number[] = []
  const joined: number[] = []
  while (joined.length < 3) {
    const peer = await runRipgrep('addresses', file, times)
    if (!peer) return null
    found.push(peer.distinct.cpu)
    joined.push(await join.cpuOf(file, times))
  }
  return { found: Math.min(...found), both: Math.min(...found) + Math.min(...joined) }
}

const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`
const folder = await mkdtemp(pathOf(tmpdir(), 'noisefloor-bench-'))
let [product, join]: [Product | null, EngineJoin | null] = [null, null]
try {
  const dataFolder = pathOf(folder, 'data')
  await fill(dataFolder, documents)
  const started = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'warn' } })
  product = started
  join = await openEngineJoin(pathOf(folder, 'peer'), documents)
  console.log(`${documents.toLocaleString('en-US')} addresses are known`)
  // A server that has been at work: what is compiled during the first lists is no cost of theirs.
  for (const format of formats) {
    const file = pathOf(folder, `first.${format}`)
    writeText(file, 'full', format, { bytes: 1e7, known: documents })
    await measured(started, await openAsBlob(file), 4)
  }
  const cpuBySize = new Map<string, number[]>()
  let [one, blob] = [NaN, new Blob()]
  for (const format of formats)
    for (const [what, most] of [
      ...sizes.map((mb) => [`${mb} MB`, { bytes: mb * 0.98e6 }] as const),
      [`${addresses.toLocaleString('en-US')} addresses`, { lines: addresses }] as const,
    ]) {
      const file = pathOf(folder, `list.${format}`)
      writeText(file, 'lines' in most ? 'bare' : 'full', format, { ...most, known: documents })
      blob = await openAsBlob(file)
      const times = (await measured(started, blob)).cpu < 0.1 ? 12 : 1
      const runs: Run[] = []
      while (runs.length < 3) runs.push(await measured(started, blob, times))
      const best = runs.toSorted((a, b) => a.cpu - b.cpu)[0]!
      const floor = await floorOf(join, file, times)
      one = best.seconds
      cpuBySize.set(format, [...(cpuBySize.get(format) ?? []), best.cpu])
      console.log(
        `  ${format} ${what}: ${best.seconds.toFixed(2)} s ${verdict(best.seconds <= bounds.seconds)}, answered after ${best.progress.toFixed(2)} s, processor ${best.cpu.toFixed(2)} s${floor ? `, × ${(best.cpu / floor.found).toFixed(2)} of rg | sort, × ${(best.cpu / floor.both).toFixed(2)} of that and the join ${verdict(best.cpu <= bounds.cpu * floor.both)}` : ' (no ripgrep)'}, memory + ${mib(best.memory)} ${verdict(best.memory <= bounds.memory)}, ${best.unique.toLocaleString('en-US')} unique`,
      )
    }
  for (const [format, all] of cpuBySize) {
    const [small, large] = [all[sizes.length - 2]!, all[sizes.length - 1]!]
    const slope = Math.log(large / small) / Math.log(sizes.at(-1)! / sizes.at(-2)!)
    console.log(
      `  ${format}: processor time grows as size ^ ${slope.toFixed(2)} ${verdict(slope <= bounds.slope[1]!)}`,
    )
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, () => analyze(started, blob)))
  const all = (performance.now() - began) / 1000
  console.log(
    `  ${atOnce} at once: ${all.toFixed(2)} s, × ${(all / one).toFixed(1)} of one ${verdict(all <= bounds.atOnce * one)}`,
  )
  const largest = pathOf(folder, 'largest.txt')
  writeText(largest, 'full', 'txt', { bytes: Math.max(...sizes) * 0.98e6, known: documents })
  const shown = await sendInBrowser(started, largest)
  console.log(
    `  in a browser: the page says how far it is after ${shown.progress.toFixed(2)} s ${verdict(shown.progress <= bounds.progress)}, and the counts of all of it after ${shown.counts.toFixed(2)} s`,
  )
} finally {
  await product?.stop()
  await join?.stop()
  await rm(folder, { recursive: true, force: true })
}
if (isMissed) process.exitCode = 1
