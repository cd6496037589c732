import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/product/start.ts'
import { fill } from '../freshness/fill.ts'
import { idle, mustBeWell, usagesOf } from '../measure/product.ts'
import { startLoad } from './start-load.ts'
import { lookingUp } from './look-ups.ts'

/**
 * What a look-up waits for while everything goes on at once: sessions come in, people ask, everything is exported, days are
 * derived anew; beside the same look-ups while nothing does. Memory minute by minute.
 *
 *     node bench/mixed/main.ts [--minutes 15] [--rate 2000] [--askers 50] [--addresses 100000]
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '2000' },
    askers: { type: 'string', default: '50' },
    addresses: { type: 'string', default: '100000' },
  },
})
const [minutes, rate, askers, addresses] = [
  Number(values.minutes),
  Number(values.rate),
  Number(values.askers),
  Number(values.addresses),
]
/** The 99th percentile of look-ups may be so many times what it is when idle. */
const maxTimes = 3

const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  await fill(dataFolder, addresses)
  const product = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'warn' } })
  try {
    await idle(product)
    const of = { url: product.url, key: product.key, addresses }
    const quiet = await lookingUp({ ...of, forMs: 120_000 })
    console.log(`idle: p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms of ${quiet.asked}`)
    const load = startLoad({ url: product.url, key: product.key, rate, askers, addresses })
    await sleep(5000)
    let counts = await load.counts()
    for (let minute = 1; minute <= minutes; minute += 1) {
      const before = usagesOf(product)
      const { sessions, answers } = counts
      const { p50, p99, asked } = await lookingUp({ ...of, forMs: 60_000 })
      const { server, engine } = usagesOf(product)
      counts = await load.counts()
      console.log(
        `minute ${minute}: look-ups p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${asked}, ${(p99 / quiet.p99).toFixed(1)} × idle (at most ${maxTimes}: ${p99 <= maxTimes * quiet.p99 ? 'holds' : 'DOES NOT HOLD'}); ` +
          `${((counts.sessions - sessions) / 60).toFixed(0)} sessions/s, ${((counts.answers - answers) / 60).toFixed(1)} answers/s; ` +
          `server ${((server.cpu - before.server.cpu) / 60).toFixed(2)} cores ${(server.resident / 1e6).toFixed(0)} MB, engine ${((engine.cpu - before.engine.cpu) / 60).toFixed(2)} cores ${(engine.resident / 1e6).toFixed(0)} MB; all documents ${(counts.lastExportBytes / 1e6).toFixed(0)} MB as JSON`,
      )
    }
    counts = await load.end()
    console.log(
      `in all: ${counts.sessions} sessions, ${counts.refused} uploads told to come later; ${counts.answers} answers, others ${JSON.stringify([...counts.otherAnswers])}; ${counts.exports} exports, ${(counts.exportedBytes / 1e6).toFixed(0)} MB; ${counts.kinds} captures of another kind`,
    )
    mustBeWell(product)
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}
