import { parseArgs } from 'node:util'
import { tortureDissector } from './dissect.ts'
import { tortureProduct } from './product.ts'
import { samples } from './samples.ts'

/** `npm run torture`: more of what `npm test` does a little of. */
const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '10000' },
    stride: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'noisefloor' },
    kills: { type: 'string', default: '50' },
  },
})
if (samples().real.length === 0)
  console.log('torture: no ../shared/data/pcap, only captures of the simulator are damaged')
console.log(
  await tortureDissector({
    mutations: Number(values.mutations),
    stride: Number(values.stride),
    seed: values.seed,
  }),
)
const result = await tortureProduct({ kills: Number(values.kills) })
console.log(result)
process.exitCode = result.wrong.length === 0 ? 0 : 1
