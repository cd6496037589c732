import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extraDataFolder, extraDataSetting } from '../extra-data.ts'
import { tortureAbuse } from './abuse/abuse.ts'
import { tortureFlips } from './flips/flips.ts'
import { tortureDissector } from './dissect.ts'
import { tortureLanguage } from './language.ts'
import { tortureLaws } from './laws.ts'
import { tortureMirror } from './mirror.ts'
import { partsToRun } from './parts.ts'
import { tortureProduct } from './product.ts'
import { tortureRetag } from './retag.ts'
import { samples } from './samples.ts'
import { tortureSensor } from './sensor.ts'

/** `npm run torture`: more of what `npm test` does a little of. `--only language` (abuse, dissector, laws, mirror, product, sensor, retag, flips) runs one part; `--seed` repeats it. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    mutations: { type: 'string', default: '10000' },
    stride: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'noisefloor' },
    queries: { type: 'string', default: '100000' },
    letters: { type: 'string', default: '7' },
    rounds: { type: 'string', default: '20' },
    kills: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '15' },
    addresses: { type: 'string', default: '6000' },
    attack: { type: 'string' },
    data: { type: 'string' },
  },
})
// The workers of a part inherit it.
const data = extraDataFolder(values.data)
if (data !== null) process.env[extraDataSetting] = data
let wrong = 0
const suites: Record<string, () => Promise<object>> = {
  dissector: async () => {
    if (samples().real.length === 0)
      console.log('torture: no extra data (--data FOLDER), only captures of the simulator are damaged')
    const { stride, seed } = values
    return tortureDissector({ mutations: Number(values.mutations), stride: Number(stride), seed })
  },
  language: async () => {
    const seed = [...values.seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 2 ** 31, 7)
    const result = await tortureLanguage({
      queries: Number(values.queries),
      letters: Number(values.letters),
      seed,
    })
    wrong += result.wrong.length
    return result
  },
  laws: async () => {
    const result = tortureLaws({ rounds: Number(values.rounds) })
    wrong += result.wrong.length
    return result
  },
  mirror: async () => {
    const folder = join(data!, 'pcap')
    const names = readdirSync(folder).filter((name) => /\.(?:pcap|pcapng|cap)(?:\.gz)?$/.test(name))
    const result = await tortureMirror(names.map((name) => join(folder, name)))
    wrong += result.wrong.length
    return result
  },
  product: async () => {
    const result = await tortureProduct({ kills: Number(values.kills) })
    wrong += result.wrong.length
    return result
  },
  sensor: async () => {
    const result = await tortureSensor({ kills: Number(values.kills) })
    wrong += result.wrong.length
    return result
  },
  flips: async () => {
    // Another seed each time, printed to repeat a run.
    const seed = values.seed === 'noisefloor' ? String(Date.now()) : values.seed
    console.log(`flips: --seed ${seed}`)
    const { rounds, minutes } = values
    const result = await tortureFlips({
      rounds: Number(rounds),
      minutes: Number(minutes),
      seed,
      say: console.log,
    })
    wrong += result.wrong.length
    return result
  },
  abuse: async () => {
    const { wrong: found } = await tortureAbuse({
      seconds: Number(values.seconds),
      addresses: Number(values.addresses),
      ...(values.attack !== undefined && { only: values.attack }),
    })
    wrong += found.length
    return found.length === 0 ? { wrong: 'nothing' } : { wrong: found }
  },
  retag: async () => {
    const result = await tortureRetag({ kills: Number(values.kills), days: 20 })
    wrong += result.wrong.length
    return result
  },
}
for (const name of partsToRun(Object.keys(suites), { only: values.only, hasCaptures: data !== null })) {
  const run = suites[name]!
  const started = performance.now()
  const result = await run()
  console.log(name, result, `${((performance.now() - started) / 1000).toFixed(0)} s`)
}
process.exitCode = wrong === 0 ? 0 : 1
