import type { Caller, Group } from './caller.ts'
import type { OnRefused } from './counts.ts'
import { limited } from './refusal.ts'
import { limitTable, type Quota } from './table.ts'

/** Seconds worked for each caller over a sliding minute: a level that work raises and time drains (a leaky bucket). */
export interface Work {
  /** Counts from now on until it is called back. `on`: where, and so beside how many others. */
  begin(caller: Caller, on: Executor): () => void
  /** Counts seconds that were not measured. */
  charge(caller: Caller, seconds: number): void
  /** @throws Refusal 'rate-limited' while the caller has used up the quota */
  check(caller: Caller): void
  /** What stands against the quota, from 0 (nothing) to 1 (all of it) and above. */
  used(caller: Caller): number
  /** Seconds counted for the caller alone, what the quota is, and in how many seconds all is drained. */
  status(caller: Caller): { now: number; max: number; reset: number }
  /** Callers remembered. */
  size(): number
}

/** Where work is done, and how much of it at once: what runs beside others is counted for its part of the time only. */
export interface Executor {
  slots: number
  running: Set<Running>
}

interface Running {
  caller: Caller
  since: number
}

export const executorOf = (width: number): Executor => ({ slots: width, running: new Set() })

const { window } = limitTable['query-seconds']

/** How far above the quota a level rises: nobody waits longer than half a window for it to drain again. */
const highest = 1.5

/** Callers remembered at most. One whose level has drained is forgotten, else the one that worked longest ago. */
const maxCached = 20_000

/** @param now milliseconds that only rise */
export function openWork(quota: Quota, now: () => number, onRefused: OnRefused): Work {
  const levels = new Map<string, { level: number; at: number; rate: number }>()
  const maxOf = ({ kind }: Caller, { share }: Group): number =>
    (kind === 'key' ? quota.key : quota.address) * share
  const levelOf = (name: string, at: number): number => {
    const known = levels.get(name)
    return known ? Math.max(0, known.level - ((at - known.at) / 1000) * known.rate) : 0
  }

  function raise(caller: Caller, seconds: number, at: number): void {
    for (const group of caller.groups) {
      const max = maxOf(caller, group)
      if (max === Infinity) continue
      const level = Math.min(levelOf(group.name, at) + seconds, max * highest)
      // Written anew, so that the order of the map is that of the last work.
      levels.delete(group.name)
      levels.set(group.name, { level, at, rate: max / window })
    }
    if (levels.size > maxCached) forget(at)
  }

  function forget(at: number): void {
    for (const name of levels.keys()) if (levelOf(name, at) === 0) levels.delete(name)
    for (const name of levels.keys()) {
      if (levels.size <= maxCached) return
      levels.delete(name)
    }
  }

  /** Brings what an executor runs up to now. */
  function charge(executor: Executor, at: number): void {
    const part = Math.min(1, executor.slots / executor.running.size)
    for (const one of executor.running) {
      if (at > one.since) raise(one.caller, ((at - one.since) / 1000) * part, at)
      one.since = at
    }
  }

  const fullest = (caller: Caller, at: number) =>
    caller.groups
      .map((group) => ({ of: group.of, now: levelOf(group.name, at), max: maxOf(caller, group) }))
      .reduce((a, b) => (b.now / b.max > a.now / a.max ? b : a))

  return {
    begin(caller, executor) {
      charge(executor, now())
      const mine: Running = { caller, since: now() }
      executor.running.add(mine)
      return () => {
        charge(executor, now())
        executor.running.delete(mine)
      }
    },
    charge: (caller, seconds) => raise(caller, seconds, now()),
    check(caller) {
      const { of, now: count, max } = fullest(caller, now())
      if (count < max) return
      onRefused('query-seconds', of)
      throw limited('query-seconds', {
        of,
        max,
        now: count,
        // Until a tenth of the quota is free: a query takes some of it.
        retryAfter: ((count - max * 0.9) / max) * window,
      })
    },
    used(caller) {
      const { now: count, max } = fullest(caller, now())
      return max === Infinity ? 0 : count / max
    },
    status(caller) {
      const { now: count, max } = fullest(caller, now())
      return { now: count, max, reset: max === Infinity ? 0 : Math.ceil((count / max) * window) }
    },
    size: () => levels.size,
  }
}
