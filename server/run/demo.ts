import { z } from 'zod'
import type { ServerStatus } from '#model/server-status.ts'
import type { Settings } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import { startDemoLoader, type DemoLoader } from './demo-loader.ts'

/** A load is known by the moment it began: its month ends there and its batches are named after it. */
const state = z.object({ startedAt: z.number().nullable(), parts: z.number(), done: z.number() })
type State = z.infer<typeof state>

const key = 'demo'
const none: State = { startedAt: null, parts: 0, done: 0 }

/** What /readyz tells of the load. */
export interface DemoStatus {
  loading: boolean
  /** Whether all of it was accepted and sessions of it may still wait to be stored. */
  storing: boolean
  parts: number
  parts_done: number
  /** Why the last attempt ended, or what the present one waits out; null when all is well. */
  last_error: string | null
}

/** Knows whether demo data is here or on its way, and runs `noisefloor demo load` until a load is finished. */
export interface DemoKeeper {
  banner(): ServerStatus['demo']
  status(): DemoStatus
  /**
   * Starts a load, or names the one that was started before and not removed. Milliseconds since 1970 UTC, and how many
   * parts are here.
   */
  start(): Promise<{ startedAt: number; partsDone: number }>
  /** When the load began that was not removed since, milliseconds since 1970 UTC: its parts may come; null without one. */
  startedAt(): number | null
  /** Called for each demo capture that was taken; false when the load was removed meanwhile, and it must go, too. */
  arrived(part: number, parts: number): Promise<boolean>
  /** Called for demo traffic that is no part of a load. */
  mark(): Promise<void>
  /** Stops a load under way and forgets it; the caller drops the data. */
  forget(): Promise<void>
  /** Loads what was wanted and never finished. */
  resume(): void
  /** Ends the loader; what is missing is loaded after the next start. */
  stop(): Promise<void>
  kill(): void
}

export interface DemoOptions {
  settings: Settings
  log: Log
  say: (line: string) => void
  clock: () => number
  dataFolder: string
  /** Sessions accepted and not yet stored. */
  waiting: () => number
  /** The operator's wish for a first start. */
  firstStart: boolean
  /** Whether this server is the one that loads, of several on the same stores. */
  leads: () => boolean
  /** What loads, in tests. */
  command?: readonly string[]
}

export async function openDemoKeeper(options: DemoOptions): Promise<DemoKeeper> {
  const { settings, log, say, clock, dataFolder, waiting, firstStart, leads, command } = options
  const known = await settings.get(key, state)
  let now: State = known ?? (firstStart ? { ...none, startedAt: clock() } : none)
  if (!known) await settings.put(key, now)
  let loader: DemoLoader | undefined
  /** Nothing has waited since the last of it came: what waits from now on is other traffic. */
  let stored = false

  const isUnfinished = (): boolean => now.startedAt !== null && (now.parts === 0 || now.done < now.parts)
  const isStoring = (): boolean => {
    if (now.startedAt === null || isUnfinished()) return false
    stored ||= waiting() === 0
    return !stored
  }
  const remember = async (next: State): Promise<void> => {
    now = next
    await settings.put(key, now)
  }
  /** Another server may have begun, gone on or removed it. */
  const look = async (): Promise<void> => {
    now = (await settings.get(key, state)) ?? none
  }
  const lastError = (): string | null => (isUnfinished() ? (loader?.lastError() ?? null) : null)
  const share = (): number => (now.parts === 0 ? 0 : now.done / now.parts)

  return {
    banner() {
      const storing = isStoring()
      const loading = isUnfinished() || storing
      const [error, percent] = [lastError(), Math.round(100 * share())]
      const retrying = error === null ? '' : ` Trying again after: ${error}`
      return {
        present: now.startedAt !== null && now.done > 0,
        loading,
        progress: share(),
        message: storing
          ? `Demo data: ${waiting()} sessions are still being stored.`
          : loading
            ? `Demo data is loading: ${percent}%.${retrying}`
            : '',
      }
    },
    status: () => ({
      loading: isUnfinished(),
      storing: isStoring(),
      parts: now.parts,
      parts_done: now.done,
      last_error: lastError(),
    }),
    async start() {
      await look()
      const startedAt = now.startedAt ?? clock()
      if (now.startedAt === null) await remember({ ...none, startedAt })
      return { startedAt, partsDone: now.done }
    },
    startedAt: () => now.startedAt,
    async arrived(part, parts) {
      await look()
      if (now.startedAt === null) return false
      stored = false
      await remember({ ...now, parts, done: Math.max(part, now.done) })
      loader?.progressed()
      return true
    },
    async mark() {
      await look()
      stored = false
      if (now.startedAt === null) await remember({ startedAt: clock(), parts: 1, done: 1 })
    },
    async forget() {
      await remember(none)
      await loader?.stop()
      loader = undefined
    },
    resume() {
      if (!isUnfinished()) return
      loader ??= startDemoLoader({
        log,
        say,
        dataFolder,
        isUnfinished,
        leads,
        async look() {
          try {
            await look()
          } catch (error) {
            log.warn({ err: error }, 'demo: how far the load has come could not be read')
          }
        },
        ...(command && { command }),
      })
    },
    stop: async () => loader?.stop(),
    kill: () => loader?.kill(),
  }
}
