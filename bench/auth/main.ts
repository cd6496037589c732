import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDataFolder, type Product, startProduct } from '#tests/product/start.ts'
import { addressAt } from '../freshness/fill.ts'
import { ask } from '../lookups/ask.ts'
import { idle, usagesOf } from '../measure/product.ts'
import { makePeople } from './people.ts'

/**
 * What being signed in costs, pages and calls of the API, interleaved with the same questions of a visitor on the same server: by one
 * browser that goes on asking, and by many of which each asks once, so that every sign-in is looked up. Then ten times as many users.
 *
 *     node bench/auth/main.ts [--users 2000,20000] [--rounds 6] [--pages 150] [--calls 600]
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '2000,20000' },
    rounds: { type: 'string', default: '6' },
    pages: { type: 'string', default: '150' },
    calls: { type: 'string', default: '600' },
  },
})
const [rounds, pages, calls] = [Number(values.rounds), Number(values.pages), Number(values.calls)]
const sizes = values.users.split(',').map(Number)
/** Of which nothing was seen: what is compared is who asks, and not what is told. */
const addresses = 10_000
/** More than one process remembers (server/auth/scope-cache.ts): each question of many browsers looks its sign-in up. */
const browsers = 2000
/** Side by side visitors of one address make room for others (server/limits/request.ts), and users do not. */
const connections = 1
const goal = { ratio: 1.1, slope: 0.05 }

const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')

/** Seconds of all rounds together. */
interface Spent {
  clock: number
  server: number
}
type Who = 'visitor' | 'one browser' | 'many browsers'

let asked = 0
/** Nothing is sent again as kept: each has a parameter that no page reads. */
const anew = (path: (at: number) => string, many: number): string[] =>
  Array.from({ length: many }, () => {
    const at = (asked += 1)
    return path(at)
  })
const ip = (at: number): string => addressAt((at * 7919) % addresses, addresses)

const questions: [name: string, paths: () => string[]][] = [
  ['page /tags', () => anew((at) => `/tags?n=${at}`, pages)],
  ['page /ip/{ip}', () => anew((at) => `/ip/${ip(at)}?n=${at}`, pages)],
  ['page /, kept', () => Array.from({ length: calls }, () => '/')],
  ['GET /api/tags/{id}', () => anew(() => '/api/tags/mirai', calls)],
  ['GET /api/ip/{ip}', () => anew((at) => `/api/ip/${ip(at)}`, calls)],
  ['GET /api/searches', () => anew(() => '/api/searches', calls)],
]

async function interleaved(
  product: Product,
  paths: () => string[],
  cookies: readonly string[],
): Promise<Record<Who, Spent>> {
  const who: Record<Who, readonly string[]> = {
    visitor: [],
    'one browser': cookies.slice(0, 1),
    'many browsers': cookies,
  }
  const spent = Object.fromEntries(Object.keys(who).map((name) => [name, { clock: 0, server: 0 }])) as Record<
    Who,
    Spent
  >
  const kinds = Object.entries(who) as [Who, readonly string[]][]
  for (const [, own] of kinds)
    await ask(product.url, paths().slice(0, 60), { connections, key: '', cookies: own })
  for (let round = 0; round < rounds; round += 1)
    // Whoever begins a round gains or loses by it: so each does once.
    for (const [name, own] of [...kinds.slice(round % 3), ...kinds.slice(0, round % 3)]) {
      const all = paths()
      const before = usagesOf(product).server.cpu
      const { seconds, statuses } = await ask(product.url, all, { connections, key: '', cookies: own })
      if (statuses.get(200) !== all.length) throw new Error(`Not all were answered 200: ${[...statuses]}`)
      spent[name].clock += seconds / all.length
      spent[name].server += (usagesOf(product).server.cpu - before) / all.length
    }
  return spent
}

const milliseconds = (seconds: number): string => ((1000 * seconds) / rounds).toFixed(2).padStart(7)

const lookUps: number[] = []
const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  await prepareDataFolder(dataFolder)
  let made = 0
  const cookies: string[] = []
  for (const size of sizes) {
    cookies.push(...(await makePeople(dataFolder, { from: made, to: size, wanted: browsers })))
    made = size
    const product = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'warn' } })
    try {
      await idle(product)
      console.log(`${size.toLocaleString('en')} users, each with a sign-in and a workspace`)
      for (const [name, paths] of questions) {
        const spent = await interleaved(product, paths, cookies.slice(-browsers))
        const base = spent.visitor
        const told = (Object.entries(spent) as [Who, Spent][]).map(([who, { clock, server }]) => {
          const ratio = `${(server / base.server).toFixed(3)} (clock ${(clock / base.clock).toFixed(3)})`
          return `${who} ${milliseconds(server)} ms server ${milliseconds(clock)} ms clock${who === 'visitor' ? '' : ` × ${ratio}`}`
        })
        const ratio = spent['one browser'].server / base.server
        console.log(
          `  ${name.padEnd(18)} ${told.join('; ')}; at most ${goal.ratio}: ${verdict(ratio <= goal.ratio)}`,
        )
        if (name === 'GET /api/searches') lookUps.push(spent['many browsers'].server)
      }
    } finally {
      await product.stop()
    }
  }
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}
if (sizes.length > 1) {
  const slope = Math.log(lookUps.at(-1)! / lookUps[0]!) / Math.log(sizes.at(-1)! / sizes[0]!)
  console.log(
    `slope of looking up sign-ins over users, processor time: ${slope.toFixed(3)} (at most ${goal.slope}: ${verdict(slope <= goal.slope)})`,
  )
}
