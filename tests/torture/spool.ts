import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchOf, sizeOf } from './spool-batches.ts'
import { behold, type SinkName } from './spool-sinks.ts'
import { runWorker } from './worker.ts'

const worker = 'spool-worker.ts'

export interface TortureResult {
  kills: number
  /** Batches acknowledged, and the sessions in them. */
  accepted: number
  sessions: number
  /** Acknowledgements of batches that had been accepted before. */
  again: number
  /** Batches that came through though the kill took their acknowledgement. */
  unheard: number
  /** What must never be: a sentence for each finding. */
  wrong: string[]
}

/**
 * Kills a process with SIGKILL at random moments while it takes batches in and drains them, then lets one finish and
 * compares: every acknowledged session must be in the sink exactly once, no batch in part.
 */
export async function tortureSpool({
  kills,
  sink = 'sqlite',
}: {
  kills: number
  sink?: SinkName
}): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-torture-'))
  const beheld = await behold[sink](folder)
  try {
    /** Acknowledged, whether at first or as a duplicate: one who waited may be heard before the first. */
    const accepted = new Map<number, number>()
    const fresh = new Set<string | undefined>()
    const wrong: string[] = []
    let again = 0
    let highest = 0
    const heard = (line: string): void => {
      const [word, number, count] = line.split(' ')
      if (word === 'ready' || line === 'quarantined 0') return
      if (word !== 'accepted' && word !== 'again') return void wrong.push(line)
      if (word === 'again') again++
      else if (fresh.has(number)) wrong.push(`batch ${number} was accepted twice`)
      else fresh.add(number)
      accepted.set(Number(number), Number(count))
      highest = Math.max(highest, Number(number) + 1)
    }
    for (let kill = 0; kill < kills; kill++)
      await runWorker(worker, [folder, sink, 'work', String(highest)], heard, async () =>
        sleep(20 + Math.random() * 600),
      )
    await runWorker(worker, [folder, sink, 'finish'], heard, null)
    const parts = countParts(await beheld.read(wrong), wrong)
    wrong.push(...compare(accepted, parts))
    return {
      kills,
      accepted: accepted.size,
      sessions: [...accepted.values()].reduce((sum, count) => sum + count, 0),
      again,
      unheard: [...parts.keys()].filter((number) => !accepted.has(number)).length,
      wrong,
    }
  } finally {
    await beheld.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** How many sessions of each batch are stored; one that is there twice is wrong. */
function countParts(rows: readonly { id: string; times: number }[], wrong: string[]): Map<number, number> {
  const parts = new Map<number, number>()
  for (const { id, times } of rows) {
    if (times > 1) wrong.push(`session ${id} is there ${times} times`)
    parts.set(batchOf(id), (parts.get(batchOf(id)) ?? 0) + 1)
  }
  return parts
}

function compare(accepted: Map<number, number>, parts: Map<number, number>): string[] {
  const wrong: string[] = []
  for (const [number, count] of accepted)
    if ((parts.get(number) ?? 0) !== count)
      wrong.push(`batch ${number}: ${count} sessions acknowledged, ${parts.get(number) ?? 0} stored`)
  for (const [number, count] of parts) {
    const whole = sizeOf(number)
    if (count !== whole) wrong.push(`batch ${number} is there in part: ${count} of ${whole}`)
  }
  return wrong
}

if (import.meta.main) {
  const [kills = '50', sink = 'sqlite'] = process.argv.slice(2)
  const result = await tortureSpool({ kills: Number(kills), sink: sink === 'engine' ? 'engine' : 'sqlite' })
  console.log(result)
  process.exitCode = result.wrong.length === 0 ? 0 : 1
}
