import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sizeOf } from './spool-batches.ts'

const worker = fileURLToPath(new URL('spool-worker.ts', import.meta.url))

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
export async function tortureSpool({ kills }: { kills: number }): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-torture-'))
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
      await runWorker([folder, 'work', String(highest)], heard, async () => sleep(20 + Math.random() * 600))
    await runWorker([folder, 'finish'], heard, null)
    const { stored, parts } = readSink(folder)
    wrong.push(...stored, ...compare(accepted, parts))
    return {
      kills,
      accepted: accepted.size,
      sessions: [...accepted.values()].reduce((sum, count) => sum + count, 0),
      again,
      unheard: [...parts.keys()].filter((number) => !accepted.has(number)).length,
      wrong,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runWorker(
  parameters: string[],
  heard: (line: string) => void,
  untilKill: (() => Promise<unknown>) | null,
): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', worker, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const ended = once(lines, 'close')
  let killed = false
  lines.on('line', (line) => {
    heard(line)
    if (line === 'ready' && untilKill)
      void untilKill().then(() => {
        killed = true
        child.kill('SIGKILL')
      })
  })
  const [code] = await exited
  await ended
  if (!killed && code !== 0) throw new Error(`The worker ended by itself with ${String(code)}.`)
}

/** What the sink holds: sessions found more than once, and how many sessions of each batch. */
function readSink(folder: string): { stored: string[]; parts: Map<number, number> } {
  const sink = new DatabaseSync(join(folder, 'sink.db'), { readOnly: true })
  try {
    const doubled = sink
      .prepare('SELECT id, count(*) AS times FROM sessions GROUP BY id HAVING times > 1')
      .all()
    const parts = new Map<number, number>()
    for (const row of sink.prepare('SELECT id FROM sessions').all()) {
      const number = Number(String(row['id']).split('-')[0])
      parts.set(number, (parts.get(number) ?? 0) + 1)
    }
    return { stored: doubled.map((row) => `session ${row['id']} is there ${row['times']} times`), parts }
  } finally {
    sink.close()
  }
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
  const result = await tortureSpool({ kills: Number(process.argv[2] ?? 50) })
  console.log(result)
  process.exitCode = result.wrong.length === 0 ? 0 : 1
}
