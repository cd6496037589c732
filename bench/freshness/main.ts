import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/product/start.ts'
import { idle, mustBeWell } from '../measure/product.ts'
import { fill } from './fill.ts'
import { trickle } from './trickle.ts'

/**
 * How long after its acknowledgement a fact is found, and what keeping documents fresh costs, while many addresses
 * have documents already:
 *
 *     node bench/freshness/main.ts [--addresses 100000,1000000,10000000] [--uploads 50]
 */
const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '100000,1000000,10000000' },
    uploads: { type: 'string', default: '50' },
  },
})
const uploads = Number(values.uploads)
const bounds = { usualMs: 1500, worstMs: 4000, refreshCores: 0.2, refreshAt: 1_000_000 }
const sessions = 200

const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')

for (const addresses of values.addresses.split(',').map(Number)) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
  try {
    await fill(dataFolder, addresses)
    const product = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'warn' } })
    try {
      const steady = { uploads, sessions, addresses, published: true, repeating: false, asking: false }
      await trickle(product, { ...steady, uploads: 5 })
      await idle(product)
      // Sessions that are not published make no documents: the difference is what documents cost, rollups included.
      const without = await trickle(product, { ...steady, published: false })
      const { cores } = await trickle(product, steady)
      const { waits } = await trickle(product, { ...steady, asking: true })
      const at = (share: number): number =>
        waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0
      const refresh = cores - without.cores
      console.log(`${addresses.toLocaleString('en')} addresses, ${sessions} sessions/s, ${uploads} uploads`)
      console.log(
        `  acknowledged → searchable: p50 ${at(0.5).toFixed(0)} ms (at most ${bounds.usualMs}: ${verdict(at(0.5) <= bounds.usualMs)}), p99 ${at(0.99).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms (at most ${bounds.worstMs}: ${verdict(at(1) <= bounds.worstMs)})`,
      )
      console.log(
        `  server and engine ${cores.toFixed(2)} cores; without documents ${without.cores.toFixed(2)}; documents cost ${refresh.toFixed(2)}${addresses === bounds.refreshAt ? ` (at most ${bounds.refreshCores}: ${verdict(refresh <= bounds.refreshCores)})` : ''}`,
      )
      mustBeWell(product)
    } finally {
      await product.stop()
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}
