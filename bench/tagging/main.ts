import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Session } from '#model/session.ts'
import { frameSessions } from '#pipeline/spool/gather.ts'
import { decodeSessions, encodeSessions } from '#pipeline/spool/session-codec.ts'
import { throughSpool } from '#pipeline/spool/testing.ts'
import { compileTagging, eachRuleOverOne } from '#pipeline/tag/compile.ts'
import { buildTagger, type Tagger } from '#pipeline/tag/intake/tagger.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { insertRows } from '#store/analytics/sessions/insert.ts'
import { insertTaggedByEngine } from '#store/analytics/sessions/testing.ts'
import { loadTags } from '#tags/load.ts'
import { childOf, usageOf } from '../measure/process.ts'
import { type Rule, distinctAnchors, sharedAnchors, withoutAnchors } from './rules.ts'
import { sessionsOf } from './sessions.ts'

/**
 * Microseconds of processor time a session, of the server and of the engine, from a Session to its row and rollups: written for the
 * spool, tagged by the server and stored, beside the same units tagged by the engine while it reads them, as stored days are retagged; then how the
 * time to tag grows with the rules:
 *
 *     node bench/tagging/main.ts [--units 100,5000,20000] [--rounds 5] [--rules 40,400,5000]
 */
const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '100,5000,20000' },
    rounds: { type: 'string', default: '5' },
    rules: { type: 'string', default: '40,400,5000' },
  },
})
const sizes = values.units.split(',').map(Number)
const rounds = Number(values.rounds)
/** Time may grow as rules^0.2 at most where every rule has a text of its own. */
const bound = 0.2

/** Processor milliseconds. */
interface Cost {
  server: number
  engine: number
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const dir = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const engine = await launchEngine({ dir, log: silent, memory: 2 * 2 ** 30 })
const analytics = openAnalytics({ launched: engine })
const child = childOf(process.pid, dir) ?? 0
const server = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
let drawn = 0
let inserts = 0

/** What `run` costs a unit of so many sessions, none of them seen before; the first unit warms up. */
async function cost<Unit>(
  size: number,
  prepare: (sessions: readonly Session[]) => Unit | Promise<Unit>,
  run: (unit: Unit) => Promise<unknown>,
): Promise<Cost> {
  const repeats = Math.max(1, Math.ceil(1000 / size))
  const all: Cost[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const units: Unit[] = []
    for (let at = 0; at < repeats; at += 1) units.push(await prepare(sessionsOf(size, ++drawn)))
    const [mine, theirs] = [server(), usageOf(child).cpu]
    for (const unit of units) await run(unit)
    all.push({
      server: (server() - mine) / repeats,
      engine: ((usageOf(child).cpu - theirs) * 1000) / repeats,
    })
  }
  const usual = all.slice(1)
  return { server: median(usual.map((one) => one.server)), engine: median(usual.map((one) => one.engine)) }
}

const line = (name: string, size: number, { server, engine }: Cost): string => {
  const each = (ms: number): string => ((ms * 1000) / size).toFixed(1).padStart(9)
  const whole = (server + engine).toFixed(1).padStart(8)
  return `${name.padEnd(34)} ${String(size).padStart(6)}  server ${each(server)}  engine ${each(engine)}  both ${each(server + engine)} µs a session  ${whole} ms a unit`
}

/** What the dissector's thread does: the bodies that lie in the spool. */
const write = async (sessions: readonly Session[]): Promise<Buffer[]> => {
  const bodies: Buffer[] = []
  for (let from = 0; from < sessions.length; from += frameSessions)
    for (const { body } of await encodeSessions(sessions.slice(from, from + frameSessions))) bodies.push(body)
  return bodies
}

const store = async (bodies: readonly Buffer[], tagger: Tagger): Promise<void> => {
  const rows = (await Promise.all(bodies.map(decodeSessions))).flat()
  const tags = await tagger.tag(rows)
  const byRow = new Map(rows.map((row, at) => [row, tags[at] ?? []]))
  await insertRows(analytics, { rows, token: `bench-${inserts++}`, tagsOf: (row) => byRow.get(row) ?? [] })
}

const exponentOf = (
  smallest: { rules: number; ms: number },
  largest: { rules: number; ms: number },
): number => Math.log(largest.ms / smallest.ms) / Math.log(largest.rules / smallest.rules)

try {
  await migrate(analytics)
  const shipped = loadTags().filter(({ count }) => !count)
  const before = server()
  const tagger = await buildTagger(eachRuleOverOne(shipped))
  console.log(
    `${shipped.length} rules as shipped: the tagger is made in ${(server() - before).toFixed(0)} ms and holds ${tagger.states.toLocaleString('en')} states in ${(tagger.bytes / 2 ** 20).toFixed(1)} MiB`,
  )
  const without = await buildTagger([])
  const tagging = compileTagging(shipped)
  for (const size of sizes) {
    const tell = (name: string, of: Cost): void => console.log(line(name, size, of))
    const asTheyAre = (unit: readonly Session[]): readonly Session[] => unit
    tell('written for the spool', await cost(size, asTheyAre, write))
    tell('tagging alone', await cost(size, throughSpool, (rows) => tagger.tag(rows)))
    tell('read and stored without rules', await cost(size, write, (bodies) => store(bodies, without)))
    tell('read, tagged and stored', await cost(size, write, (bodies) => store(bodies, tagger)))
    const byEngine = (unit: readonly Session[]): Promise<void> =>
      insertTaggedByEngine(analytics, unit, { token: `bench-${inserts++}`, tagging })
    tell('peer: the engine tags', await cost(size, asTheyAre, byEngine))
    await analytics.migrator.command('TRUNCATE TABLE {local}.sessions')
  }
  const families: [string, (count: number) => Rule[], number | null][] = [
    ['distinct anchors', distinctAnchors, bound],
    ['one anchor for all', sharedAnchors, null],
    ['no anchor', withoutAnchors, null],
  ]
  const counts = values.rules.split(',').map(Number)
  for (const [name, make, maxExponent] of families) {
    const times: { rules: number; ms: number }[] = []
    for (const rules of counts) {
      const some = await buildTagger(eachRuleOverOne(make(rules)))
      const taken = await cost(5000, throughSpool, (rows) => some.tag(rows))
      times.push({ rules, ms: taken.server })
      console.log(line(`tagging, ${name}, ${rules}`, 5000, taken))
    }
    const [smallest, largest] = [times[0], times.at(-1)]
    if (!smallest || !largest || smallest === largest) continue
    const exponent = exponentOf(smallest, largest)
    const judged =
      maxExponent === null
        ? ''
        : ` (at most ${maxExponent}: ${exponent <= maxExponent ? 'holds' : 'DOES NOT HOLD'})`
    console.log(`${name}: time grows as rules^${exponent.toFixed(2)}${judged}`)
  }
} finally {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
}
