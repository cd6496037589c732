import { parseArgs } from 'node:util'
import { extraDataFolder, extraDataSetting } from '../extra-data.ts'
import { tortureDissector } from './dissect.ts'
import { tortureLanguage } from './language.ts'
import { tortureLaws } from './laws.ts'
import { tortureProduct } from './product.ts'
import { tortureRetag } from './retag.ts'
import { samples } from './samples.ts'

/** `npm run torture`: more of what `npm test` does a little of. `--only language` (dissector, laws, product, retag) runs one part. */
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
    data: { type: 'string' },
  },
})
// The workers of a part inherit it.
const data = extraDataFolder(values.data)
if (data !== null) process.env[extraDataSetting] = data
let wrong = 0
const parts: Record<string, () => Promise<object>> = {
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
  product: async () => {
    const result = await tortureProduct({ kills: Number(values.kills) })
    wrong += result.wrong.length
    return result
  },
  retag: async () => {
    const result = await tortureRetag({ kills: Number(values.kills), days: 20 })
    wrong += result.wrong.length
    return result
  },
}
for (const [name, run] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue
  const started = performance.now()
  const result = await run()
  console.log(name, result, `${((performance.now() - started) / 1000).toFixed(0)} s`)
}
process.exitCode = wrong === 0 ? 0 : 1
