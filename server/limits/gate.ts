import type { Caller } from './caller.ts'
import type { Counts, OnRefused } from './counts.ts'
import type { Order, Waiting } from './order.ts'
import type { Recent } from './recent.ts'
import { limited } from './refusal.ts'
import { crowdOf, type LimitName, type Quota } from './table.ts'
import type { Executor, Work } from './work.ts'

/**
 * A place where everybody's work is done, a few at once. Who finds no room waits for a turn (order.ts): somebody who asks
 * much waits for himself, and a crowd leaves room for whoever is no part of it.
 */
export interface Gate {
  /**
   * Waits for room. @returns what ends the stay
   * @param manner steady: for the next piece of what was begun, which waits as long as it takes
   * @throws Refusal 'rate-limited' when the caller's query seconds are used up, 'busy' after too long a wait
   */
  enter(caller: Caller, signal: AbortSignal, manner?: 'steady'): Promise<() => void>
  /** For what was begun, went elsewhere and comes back: it waits for nobody, though there be one too many for a moment. */
  reenter(caller: Caller): () => void
  waiting(): number
}

interface Waiter extends Waiting {
  admit: () => void
}

/** Milliseconds after which somebody who waits is told to come again. */
const maxWaitMs = 30_000

/** Milliseconds that what was ended early still works: who hangs up and asks again at once would else be at work twice. */
const ending = 250

/** Beyond this part of the quota one thing at a time is done for a caller. */
const heavy = 0.25

/** For one of a crowd so many at once, as long as there is another: four pages side by side are done no sooner than one after the other. */
const ofCrowd = 1

export interface GateOptions {
  quota: Quota
  counts: Counts
  work: Work
  order: Order
  recent: Recent
  now: () => number
  /** Where the stay counts as seconds of work; null: it does not (request.ts counts what of it is work). */
  executor: Executor | null
  onRefused: OnRefused
}

export function openGate(
  limit: LimitName,
  { quota, counts, work, order, recent, now, executor, onRefused }: GateOptions,
): Gate {
  const waiting = new Set<Waiter>()

  const hasRoom = (caller: Caller): boolean =>
    counts.full(limit, caller) === null &&
    (work.used(caller) < heavy || counts.heldBy(limit, caller) === 0) &&
    (order.groupOf(caller) < 3 || hasRoomForCrowd(caller))

  function hasRoomForCrowd(caller: Caller): boolean {
    const [all, own] = [counts.inUseByVisitors(limit), counts.heldBy(limit, caller)]
    const isAlone = own === counts.inUse(limit) && !recent.hasOthers(caller)
    return all < crowdOf(quota.total) && (own < ofCrowd || isAlone)
  }

  function next(): void {
    while (waiting.size > 0) {
      // Of many who wait most are one caller's, and nothing changes while they are looked through.
      const known = new Map<string, boolean>()
      const hasRoomOnce = (caller: Caller): boolean => {
        const { name } = caller.groups[0]
        const found = known.get(name) ?? hasRoom(caller)
        known.set(name, found)
        return found
      }
      const first = order.first([...waiting].filter(({ caller }) => hasRoomOnce(caller)))
      if (!first) return
      waiting.delete(first)
      first.admit()
    }
  }

  function stay(caller: Caller, signal: AbortSignal): () => void {
    const leave = counts.take(limit, caller)
    const end = executor ? work.begin(caller, executor) : (): void => undefined
    let isOver = false
    const over = (): void => {
      end()
      leave()
      next()
    }
    return () => {
      if (isOver) return
      isOver = true
      if (signal.aborted) setTimeout(over, ending).unref()
      else over()
    }
  }

  return {
    waiting: () => waiting.size,
    reenter(caller) {
      const leave = counts.add(limit, caller)
      return () => {
        leave()
        next()
      }
    },
    async enter(caller, signal, manner) {
      signal.throwIfAborted()
      if (manner !== 'steady') work.check(caller)
      if (hasRoom(caller)) return stay(caller, signal)
      return new Promise<() => void>((resolve, reject) => {
        const done = (): void => {
          waiting.delete(waiter)
          clearTimeout(late)
          signal.removeEventListener('abort', left)
        }
        const left = (): void => {
          done()
          reject(signal.reason as Error)
        }
        const waiter: Waiter = {
          caller,
          since: now(),
          admit() {
            done()
            resolve(stay(caller, signal))
          },
        }
        const late = setTimeout(() => {
          if (manner === 'steady') return
          done()
          const full = counts.full(limit, caller) ?? {
            of: caller.groups[0].of,
            max: 1,
            now: counts.heldBy(limit, caller),
          }
          onRefused(limit, full.of)
          reject(limited(limit, { ...full, retryAfter: 5 }))
        }, maxWaitMs)
        signal.addEventListener('abort', left)
        waiting.add(waiter)
      })
    },
  }
}
