import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Log } from '#store/log.ts'

/** The command line that loads the demo, started anew until the load is finished. */
export interface DemoLoader {
  lastError(): string | null
  /** A part arrived: whatever was wrong is over, and the pauses begin anew. */
  progressed(): void
  stop(): Promise<void>
  kill(): void
}

/** What the command line tells over the channel to its parent (cli/demo). */
const message = z.object({ lastError: z.string().max(2000) })

const pauses = [1000, 2000, 5000, 10_000, 30_000, 60_000]
const script = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

const lookEveryMs = 2000

/**
 * Starts it at once; after each end before the load is finished again, with growing pauses. While another server leads it waits for
 * the end of the load, or of that server.
 */
export function startDemoLoader(options: {
  log: Log
  say: (line: string) => void
  dataFolder: string
  isUnfinished: () => boolean
  /** Whether this server is the one that loads, of several on the same stores. */
  leads: () => boolean
  /** Looks again how far the load has come: another server may have gone on with it. */
  look: () => Promise<void>
  /** What is run instead of the command line, in tests. */
  command?: readonly string[]
}): DemoLoader {
  const { log, say, dataFolder, isUnfinished, leads, look, command = [script, 'demo', 'load'] } = options
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let lastError: string | null = null
  let failures = 0

  /** One attempt; resolves with why it ended early. */
  const attempt = async (): Promise<string> => {
    let said = ''
    // It ends with this process: the channel closes, however this one dies.
    const started = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { NOISEFLOOR_DATA: dataFolder },
    })
    child = started
    started.on('message', (told) => {
      const read = message.safeParse(told)
      if (read.success) lastError = read.data.lastError
    })
    for (const stream of [started.stdout, started.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          said = line
          say(line)
        })
    const [code, signal] = (await once(started, 'close').catch((error: Error) => {
      said = error.message
      return [1, null]
    })) as [number | null, NodeJS.Signals | null]
    child = undefined
    return signal === null
      ? said || `the loader ended with exit code ${code}`
      : `the loader was ended by ${signal}`
  }

  const running = (async () => {
    while (isUnfinished() && !stopping.signal.aborted) {
      if (!leads()) {
        await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        await look()
        continue
      }
      const error = await attempt()
      if (stopping.signal.aborted || !isUnfinished()) return
      lastError = error
      const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0
      failures += 1
      log.warn({ lastError, pause }, 'demo: loading ended early and is tried again')
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  return {
    lastError: () => lastError,
    progressed() {
      lastError = null
      failures = 0
    },
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      await running
    },
    kill: () => void child?.kill('SIGKILL'),
  }
}
