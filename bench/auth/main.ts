import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDataFolder, startProduct } from '#tests/product/start.ts'
import { idle } from '../measure/product.ts'
import { compared, type Question, type Spent, type Who } from './compared.ts'
import { makePeople, type Opened } from './people.ts'
import { calls, pages } from './questions.ts'

/**
 * What being signed in costs, pages and calls of the API, interleaved with the same questions of a visitor on the same server: by one
 * who goes on asking, and by many who do; then more users. It fails where one of these costs more than a tenth more than the visitor's.
 * Beside them, of those that come for the first time in a minute: what looking a sign-in or a key up costs, and its slope over users.
 *
 *     node bench/auth/main.ts [--users 5000,20000] [--rounds 6] [--pages 150] [--calls 600]
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '5000,20000' },
    rounds: { type: 'string', default: '6' },
    pages: { type: 'string', default: '150' },
    calls: { type: 'string', default: '600' },
  },
})
const rounds = Number(values.rounds)
const sizes = values.users.split(',').map(Number)
const goal = { ratio: 1.1, slope: 0.05 }

let isMissed = false
function verdict(holds: boolean): string {
  isMissed ||= !holds
  return holds ? 'holds' : 'DOES NOT HOLD'
}

const milliseconds = (seconds: number): string => (1000 * seconds).toFixed(3).padStart(9)
function told(question: Question, spent: ReadonlyMap<Who, Spent>): void {
  const visitor = spent.get('visitor')!
  console.log(
    `  ${question.name.padEnd(26)} ${'visitor'.padEnd(14)} ${milliseconds(visitor.server)} ${milliseconds(visitor.clock)}`,
  )
  for (const [who, { server, clock }] of spent) {
    if (who === 'visitor') continue
    const ratio = server / visitor.server
    console.log(
      `  ${''.padEnd(26)} ${who.padEnd(14)} ${milliseconds(server)} ${milliseconds(clock)}   × ${ratio.toFixed(3)}  ${who.startsWith('new') ? 'looked up' : verdict(ratio <= goal.ratio)}`,
    )
  }
}

const lookUps: number[] = []
const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  await prepareDataFolder(dataFolder)
  const opened: Opened = { cookies: [], keys: [] }
  let made = 0
  for (const size of sizes) {
    const more = await makePeople(dataFolder, { from: made, to: size, wanted: Infinity })
    made = size
    opened.cookies = [...opened.cookies, ...more.cookies]
    opened.keys = [...opened.keys, ...more.keys]
    const product = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'warn' } })
    try {
      await idle(product)
      console.log(`${size.toLocaleString('en')} users, each with a sign-in, a workspace and a key`)
      console.log(
        `  ${'question'.padEnd(26)} ${'who'.padEnd(14)} ms server  ms clock   × visitor’s server, at most ${goal.ratio}`,
      )
      for (const question of [...pages(Number(values.pages)), ...calls(Number(values.calls))]) {
        const spent = await compared(product, question, { rounds, opened })
        told(question, spent)
        if (question.name === 'GET /api/searches') lookUps.push(spent.get('new browsers')!.server)
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
process.exitCode = isMissed ? 1 : 0
