import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Standing } from '#model/views.ts'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Logger } from 'pino'

/** A load is known by the moment it began: its month ends there and its batches are named after it. */
const state = z.object({ startedAt: z.number().nullable(), parts: z.number(), done: z.number() })
type State = z.infer<typeof state>

const key = 'demo'
const none: State = { startedAt: null, parts: 0, done: 0 }

/** Knows whether demo data is here or on its way, and runs `noisefloor demo load` where a load is unfinished. */
export interface DemoKeeper {
  standing(): Standing['demo']
  /** Starts a load, or names the one that was started before and not removed. Milliseconds since 1970 UTC. */
  start(): Promise<{ startedAt: number }>
  /** Whether a load was begun and not removed since: its parts may come. */
  expectsParts(): boolean
  /** Called for each demo capture that was taken; false when the load was removed meanwhile, and it must go, too. */
  arrived(part: number, parts: number): Promise<boolean>
  /** Called for demo traffic that is no part of a load. */
  mark(): Promise<void>
  /** Stops a load under way and forgets it; the caller drops the data. */
  forget(): Promise<void>
  /** Lets the command line load what was wanted and never finished. */
  resume(): void
  stop(): void
}

export interface DemoOptions {
  db: AppDatabase
  log: Logger
  say: (line: string) => void
  clock: () => number
  dataFolder: string
  /** The operator's wish for a first start. */
  firstStart: boolean
}

export async function openDemoKeeper({
  db,
  log,
  say,
  clock,
  dataFolder,
  firstStart,
}: DemoOptions): Promise<DemoKeeper> {
  const known = await getSetting(db, key, state)
  let now: State = known ?? (firstStart ? { ...none, startedAt: clock() } : none)
  if (!known) await putSetting(db, key, now)
  let child: ChildProcess | undefined

  const isUnfinished = (): boolean => now.startedAt !== null && (now.parts === 0 || now.done < now.parts)
  const remember = async (next: State): Promise<void> => {
    now = next
    await putSetting(db, key, now)
  }

  return {
    standing() {
      const loading = isUnfinished()
      const percent = now.parts === 0 ? 0 : Math.round((100 * now.done) / now.parts)
      const message = loading ? `Demo data is loading: ${percent} %.` : ''
      return {
        present: now.startedAt !== null && now.done > 0,
        loading,
        progress: now.parts === 0 ? 0 : now.done / now.parts,
        message,
      }
    },
    async start() {
      const startedAt = now.startedAt ?? clock()
      if (now.startedAt === null) await remember({ ...none, startedAt })
      return { startedAt }
    },
    expectsParts: () => now.startedAt !== null,
    async arrived(part, parts) {
      if (now.startedAt === null) return false
      await remember({ ...now, parts, done: Math.max(part, now.done) })
      return true
    },
    async mark() {
      if (now.startedAt === null) await remember({ startedAt: clock(), parts: 1, done: 1 })
    },
    async forget() {
      child?.kill('SIGTERM')
      await remember(none)
    },
    resume() {
      if (child || !isUnfinished()) return
      const script = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
      const started = spawn(process.execPath, [script, 'demo', 'load'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { NOISEFLOOR_DATA: dataFolder },
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        createInterface({ input: stream }).on('line', say)
      started.once('exit', (code, signal) => {
        child = undefined
        if (code !== 0 && signal === null)
          log.error({ code }, 'demo: loading ended early; it goes on at the next start')
      })
    },
    stop() {
      child?.kill('SIGTERM')
    },
  }
}
