import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Logger } from 'pino'

const state = z.object({ wanted: z.boolean(), parts: z.number(), done: z.number() })
type State = z.infer<typeof state>

const key = 'demo'
const none: State = { wanted: false, parts: 0, done: 0 }

/** Knows whether demo data is here or on its way, and runs `noisefloor demo load` where it is wanted. */
export interface DemoKeeper {
  standing(): { present: boolean; loading: boolean; progress: number; message: string }
  /** Called by the ingest for each demo capture that was taken. */
  arrived(part: number, parts: number): Promise<void>
  load(): Promise<void>
  /** Stops a load under way and forgets the wish; the caller drops the data. */
  forget(): Promise<void>
  stop(): void
}

export interface DemoOptions {
  db: AppDatabase
  log: Logger
  say: (line: string) => void
  url: () => string
  dataFolder: string
  /** The operator's wish for a first start. */
  firstStart: boolean
}

/** On the first start with the wish on, or when a load was interrupted, loading begins by itself. */
export async function openDemoKeeper(options: DemoOptions): Promise<DemoKeeper & { begin(): void }> {
  const { db, log, say } = options
  const known = await getSetting(db, key, state)
  let now: State = known ?? { ...none, wanted: options.firstStart }
  if (!known) await putSetting(db, key, now)
  let child: ChildProcess | undefined

  const unfinished = (): boolean => now.wanted && (now.parts === 0 || now.done < now.parts)
  const remember = async (next: State): Promise<void> => {
    now = next
    await putSetting(db, key, now)
  }

  function run(): void {
    if (child) return
    const script = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
    const started = spawn(process.execPath, [script, 'demo', 'load', '--url', options.url()], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NOISEFLOOR_DATA: options.dataFolder, PATH: '' },
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      if (stream) createInterface({ input: stream }).on('line', say)
    started.once('exit', (code, signal) => {
      child = undefined
      if (code !== 0 && signal === null)
        log.error({ code }, 'demo: loading ended early; it goes on at the next start')
    })
  }

  return {
    begin() {
      if (unfinished()) run()
    },
    standing() {
      const loading = unfinished() && child !== undefined
      const progress = now.parts === 0 ? 0 : now.done / now.parts
      const message = loading ? `Demo data is loading: day ${now.done} of ${now.parts || '30'}.` : ''
      return { present: now.wanted && now.done > 0, loading, progress, message }
    },
    async arrived(part, parts) {
      await remember({ wanted: true, parts, done: Math.max(part, now.done) })
    },
    async load() {
      await remember({ ...none, wanted: true })
      run()
    },
    async forget() {
      child?.kill('SIGTERM')
      await remember(none)
    },
    stop() {
      child?.kill('SIGTERM')
    },
  }
}
