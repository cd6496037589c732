import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { silent } from '#store/log.ts'
import { startRuntime } from '#server/run/runtime.ts'
import { readSettings } from '#server/settings.ts'
import { root } from '#tests/product/start.ts'
import { deliverAll, type Delivered, intoSpool, type Load } from './deliver.ts'
import { intoFile } from './file.ts'
import { steadily } from './steady.ts'
import { sessionMaker } from './sessions.ts'

/**
 * Ready-made batches of sessions, as workers of our own hand them over: how many a second become durable and how long each waits
 * for its acknowledgement, beside the same bytes appended to one file; then a steady stream, and how long until it is found.
 *
 *     node bench/intake/main.ts [--sessions 30000] [--steady 2000] [--seconds 20]
 */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '30000' },
    steady: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
  },
})
const [sessions, rate, seconds] = [Number(values.sessions), Number(values.steady), Number(values.seconds)]

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-intake-'))
const read = readSettings(
  {
    NOISEFLOOR_DATA: join(folder, 'data'),
    NOISEFLOOR_DEMO: 'off',
    PORT: '0',
    REVERSE_DNS: 'off',
    SOURCES_UPDATE: 'off',
    LOG_LEVEL: 'warn',
  },
  root,
)
if (!read.ok) throw new Error(read.problems.join('\n'))
const runtime = await startRuntime(read.settings, silent, Date.now, () => 'http://127.0.0.1')

const line = (name: string, { sessions, seconds, p50, p99, cpu }: Delivered): void =>
  console.log(
    `  ${name.padEnd(10)} ${Math.round(sessions / seconds)
      .toLocaleString('en')
      .padStart(
        8,
      )} sessions/s, acknowledged after ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${((1e6 * cpu) / sessions).toFixed(0)} µs of this process a session`,
  )

async function race(
  { size, senders, batches }: Load,
  make: Awaited<ReturnType<typeof sessionMaker>>,
): Promise<void> {
  console.log(`${batches} batches of ${size} from ${senders} senders`)
  const made = Array.from({ length: batches }, (_, at) => {
    const id = `bench:${size}:${senders}:${at}`
    return { id, sessions: make(id, size) }
  })
  const file = await intoFile(join(folder, 'plain'))
  const plain = await deliverAll(file.deliver, made, senders)
  await file.close()
  const ours = await deliverAll(intoSpool(runtime.deps.spool), made, senders)
  line('spool', ours)
  line('plain file', plain)
  console.log(`  ${((100 * plain.seconds) / ours.seconds).toFixed(0)} % of the plain file's rate`)
  const began = performance.now()
  await runtime.drain.idle()
  console.log(`  stored ${((performance.now() - began) / 1000).toFixed(1)} s later`)
}

try {
  const make = await sessionMaker(join(folder, 'capture.pcap'), randomUUID(), 4)
  for (const size of [1, 10, 1000])
    for (const senders of [1, 200]) {
      const batches = Math.max(senders, Math.min(4000, Math.ceil(sessions / size)))
      await race({ size, senders, batches }, make)
    }
  await sleep(2500)
  await steadily(runtime, make, { rate, seconds })
} finally {
  await runtime.close()
  await rm(folder, { recursive: true, force: true })
}
