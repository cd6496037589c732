import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compileRulebook, compileTagging, type Rulebook } from '#pipeline/tag/compile.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { insertSessions, noTagging, type Tagging } from '#store/analytics/sessions/insert.ts'
import { loadTags } from '#tags/load.ts'
import { childOf, usageOf } from '../measure/process.ts'
import { type Rule, distinctAnchors, sharedAnchors, withoutAnchors } from './rules.ts'
import { sessionsOf } from './sessions.ts'

/**
 * Sessions a second of processor time by the number of rules, from Node's row to the rollups, and how the time grows with the rules:
 *
 *     node bench/tagging/main.ts [--sessions 5000] [--rounds 5] [--rules 40,400,5000]
 */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    rules: { type: 'string', default: '40,400,5000' },
  },
})
const amount = Number(values.sessions)
const sizes = values.rules.split(',').map(Number)
const bound = 0.2

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const dir = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const engine = await launchEngine({ dir, log: silent, memory: 2 * 2 ** 30 })
const analytics = openAnalytics({ launched: engine })
try {
  await migrate(analytics)
  const units = Array.from({ length: Number(values.rounds) }, (_, round) => sessionsOf(amount, round + 1))
  let inserts = 0
  const child = childOf(process.pid, dir) ?? 0
  /** Processor seconds of this process and the engine: on a shared machine the clock tells of others. */
  const used = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6 + usageOf(child).cpu
  }

  /** Seconds of the first unit (the search is built) and of a usual one. */
  const time = async (
    rules: Tagging | Rulebook['forUnit'],
    of = units,
  ): Promise<{ first: number; usual: number }> => {
    const seconds: number[] = []
    for (const sessions of [of[0] ?? [], ...of]) {
      const began = used()
      const tagging = typeof rules === 'function' ? rules(sessions) : rules
      await insertSessions(analytics, { sessions, token: `bench-${inserts++}`, tagging })
      seconds.push(used() - began)
    }
    await analytics.migrator.command('TRUNCATE TABLE {local}.sessions')
    return { first: seconds[0] ?? 0, usual: median(seconds.slice(1)) }
  }

  const line = (
    name: string,
    rules: number,
    { first, usual }: { first: number; usual: number },
    sessions = amount,
  ): string =>
    `${name.padEnd(26)} ${String(rules).padStart(5)} rules  ${Math.round(sessions / usual)
      .toLocaleString('en')
      .padStart(8)} sessions/s  (the first unit ${first.toFixed(2)} s, a usual one ${usual.toFixed(3)} s)`

  await time(noTagging)
  const plain = await time(noTagging)
  console.log(line('no rules', 0, plain))
  const shipped = loadTags()
  const { all, forUnit } = compileRulebook(shipped)
  console.log(line('as shipped', shipped.length, await time(all)))
  for (const size of [100, 1000]) {
    const small = units.map((sessions) => sessions.slice(0, size))
    console.log(line(`none, units of ${size}`, 0, await time(noTagging, small), size))
    console.log(line(`those a unit may hold, ${size}`, shipped.length, await time(forUnit, small), size))
    console.log(line(`all, units of ${size}`, shipped.length, await time(all, small), size))
  }
  const families: [string, (count: number) => Rule[], number | null][] = [
    ['distinct anchors', distinctAnchors, bound],
    ['one anchor for all', sharedAnchors, null],
    ['no anchor', withoutAnchors, null],
  ]
  for (const [name, make, maxExponent] of families) {
    const times: { rules: number; usual: number }[] = []
    for (const rules of sizes) {
      const taken = await time(compileTagging(make(rules)))
      times.push({ rules, usual: taken.usual })
      console.log(line(name, rules, taken))
    }
    const [least, greatest] = [times[0], times.at(-1)]
    if (!least || !greatest || least === greatest) continue
    const exponent = Math.log(greatest.usual / least.usual) / Math.log(greatest.rules / least.rules)
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
