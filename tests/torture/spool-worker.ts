import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDrain } from '#pipeline/drain/drain.ts'
import type { DrainUnit } from '#pipeline/drain/units.ts'
import { openSpool } from '#pipeline/spool/spool.ts'
import { sampleSession } from '#pipeline/spool/testing.ts'
import { sessionId, sizeOf } from './spool-batches.ts'
import { sinks } from './spool-sinks.ts'

/**
 * The process that is killed: delivers batches by several hands at once, some for the second time, and drains them
 * into a sink that counts a token once (spool-sinks.ts). Tells each acknowledgement on its standard output before going on.
 * Arguments: folder, name of the sink, "work" or "finish", number of the first fresh batch.
 */
const [folder = '', sinkName = '', mode = '', first = '0'] = process.argv.slice(2)
const sink = sinkName === 'engine' ? 'engine' : 'sqlite'
const hands = 6
const say = (line: string): void => void writeSync(1, `${line}\n`)
const chance = (of: number): boolean => Math.random() < of
const noise = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))

const spool = await openSpool({
  dir: join(folder, 'spool'),
  clock: Date.now,
  minFreeBytes: 0,
  segmentBytes: 64 * 1024,
  batchMemoryBytes: 16 * 1024,
  rangeBounds: { sessions: 700, bytes: 2 ** 22 },
})
const drain = await startDrain({
  spool,
  store: await openSink(),
  clock: Date.now,
  retry: { minMs: 1, maxMs: 10 },
})
say('ready')
if (mode === 'finish') {
  await drain.idle()
  say(`quarantined ${drain.status().quarantined}`)
  await drain.stop()
  await spool.close()
} else {
  let next = Number(first)
  // Half the lives are calm enough for draining to keep up: then a range ends where the data happened to end.
  const pause = chance(0.5) ? 25 : 0
  const hand = async (): Promise<never> => {
    for (;;) {
      await deliver(chance(0.3) && next > 0 ? Math.floor(Math.random() * next) : next++)
      await sleep(Math.random() * pause)
    }
  }
  await Promise.all(Array.from({ length: hands }, hand))
}

async function deliver(number: number): Promise<void> {
  const count = sizeOf(number)
  const batch = await spool.begin(`batch ${number}`)
  if (batch.kind === 'duplicate') {
    if (JSON.stringify(batch.receipt) !== JSON.stringify({ number, count }))
      say(`wrong receipt for ${number}`)
    say(`again ${number} ${count}`)
    return
  }
  for (let from = 0; from < count; from += 500)
    await batch.append(
      Array.from({ length: Math.min(500, count - from) }, (_, index) =>
        sampleSession(sessionId(number, from + index), {
          origin: index % 5 === 0 ? 'demo' : 'live',
          firstPacket: 1_700_000_000_000 + (index % 3) * 86_400_000,
          sourcePayload: noise(),
        }),
      ),
    )
  if (chance(0.05)) return batch.abort()
  await batch.commit({ number, count })
  say(`accepted ${number} ${count}`)
}

/** The sink as a bad day has it: slow, at times away, at times losing its answer after the deed. */
async function openSink(): Promise<(unit: DrainUnit) => Promise<void>> {
  const take = await sinks[sink](folder, say)
  if (mode === 'finish') return take
  return async (unit) => {
    if (chance(0.1)) throw new Error('the sink is away')
    await sleep(Math.random() * 4)
    await take(unit)
    await sleep(Math.random() * 4)
    if (chance(0.1)) throw new Error('the answer was lost')
  }
}
