import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { fill } from '../freshness/fill.ts'
import { usageOf } from '../measure/process.ts'
import { idle, json, until, usagesOf } from '../measure/product.ts'
import { begin, oneStart, type StartCost, type Way } from './one-start.ts'

/**
 * What a start takes, what an idle server holds, and what it burns, beside the same tree without kept modules, kept tables and
 * the flags of Node, turn by turn, and beside the engine alone:
 *
 *     node bench/start/main.ts [--documents 100000] [--times 5] [--demo] [--minutes 10]
 *
 * `--demo`: also the memory of a server that loaded the demo, and its processor time over a minute so many minutes later, beside a
 * process of Node that does nothing: on some machines whoever wakes pays for what the processor has forgotten.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    times: { type: 'string', default: '5' },
    demo: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
})
const documents = Number(values.documents)
const ways: Way[] = ['as it is', 'without']

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN
const within = (value: number, max: number): string => (value <= max ? 'holds' : 'DOES NOT HOLD')

async function firstStarts(): Promise<void> {
  for (const way of ways) {
    const { product, cost } = await begin(way, { bare: true })
    await product.stop()
    product.remove()
    const seconds = cost.page.server + cost.page.engine
    const bar = way === 'as it is' ? ` (at most 4,000: ${within(cost.pageMs, 4000)})` : ''
    console.log(
      `first start on an empty folder, ${way}: ${cost.pageMs.toFixed(0)} ms to the first page${bar}, ${seconds.toFixed(2)} s of processor`,
    )
  }
}

/** The engine alone on the same folder, until it answers. */
async function bareEngine(dataFolder: string): Promise<number> {
  const engine = await launchEngine({ dir: join(dataFolder, 'analytics'), log: silent })
  const { cpu } = usageOf(engine.pid)
  await engine.stop()
  return cpu
}

async function laterStarts(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
  try {
    await fill(dataFolder, documents)
    const costs = new Map<Way, StartCost[]>(ways.map((way) => [way, []]))
    const engines: number[] = []
    // The first of each makes what later ones find.
    for (let at = 0; at <= Number(values.times); at++) {
      for (const way of ways) {
        const cost = await oneStart(way, dataFolder, at % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
        if (at > 0) costs.get(way)?.push(cost)
      }
      engines.push(await bareEngine(dataFolder))
    }
    console.log(
      `later starts at ${documents.toLocaleString('en')} documents, medians of ${values.times}, every second one after kill -9`,
    )
    for (const [way, of] of costs) {
      const at = (pick: (cost: StartCost) => number): number => median(of.map(pick))
      const [ms, cpu] = [at(({ pageMs }) => pageMs), at(({ page }) => page.server + page.engine)]
      const settled = at((cost) => cost.settled.server + cost.settled.engine)
      const isOurs = way === 'as it is'
      console.log(
        `  ${way.padEnd(9)} ${ms.toFixed(0)} ms to the first page${isOurs ? ` (at most 2,500: ${within(ms, 2500)})` : ''}, ${cpu.toFixed(2)} s of processor${isOurs ? ` (at most 4: ${within(cpu, 4)})` : ''}, ${settled.toFixed(2)} s five seconds later (server ${at((cost) => cost.settled.server).toFixed(2)}, engine ${at((cost) => cost.settled.engine).toFixed(2)})`,
      )
    }
    console.log(`  the engine alone ${median(engines).toFixed(2)} s of processor until it answers`)
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function withDemo(): Promise<void> {
  const { product } = await begin('as it is', { bare: true, demo: true })
  const began = performance.now()
  const nothing = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  try {
    await until(async () => {
      const { demo } = await json<{ demo: { loading: boolean; storing: boolean } }>(product, '/readyz')
      return !demo.loading && !demo.storing
    }, 1000)
    console.log(
      `the demo is loaded ${((performance.now() - began) / 1000).toFixed(0)} s after the first page`,
    )
    await idle(product)
    console.log(`  quiet after ${((performance.now() - began) / 1000).toFixed(0)} s`)
    await sleep(Math.max(60_000, Number(values.minutes) * 60_000 - (performance.now() - began)))
    const usages = (): number[] => {
      const { server, engine } = usagesOf(product)
      return [server, engine, usageOf(nothing.pid ?? 0)].map(({ cpu }) => cpu)
    }
    const before = usages()
    await sleep(60_000)
    const [server = 0, engine = 0, peer = 0] = usages().map(
      (cpu, at) => (100 * (cpu - (before[at] ?? 0))) / 60,
    )
    console.log(
      `  idle over a minute: ${(server + engine).toFixed(1)} % of a core (server ${server.toFixed(1)}, engine ${engine.toFixed(1)}; less than 2: ${within(server + engine, 2)}); a process of Node that does nothing once a second: ${peer.toFixed(1)} %`,
    )
    const { server: ours, engine: its } = usagesOf(product)
    console.log(
      `  memory: server ${megabytes(ours.resident)} (at most 320: ${within(ours.resident, 320e6)}), engine ${megabytes(its.resident)} (at most 400: ${within(its.resident, 400e6)})`,
    )
  } finally {
    nothing.kill()
    await product.stop()
    product.remove()
  }
}

await firstStarts()
await laterStarts()
if (values.demo) await withDemo()
