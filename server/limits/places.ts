import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '#model/errors.ts'
import type { Caller } from './caller.ts'
import type { Counts, OnRefused } from './counts.ts'
import type { Order, Waiting } from './order.ts'
import { limited } from './refusal.ts'
import type { Recent } from './recent.ts'

/**
 * Places among the requests. Where all are taken a new request takes that of the one that would be served last of all who still
 * wait (order.ts): a crowd that asks again and again makes room for whoever just came.
 */
export interface Places {
  /**
   * @param end told why when the place goes to another; nothing is being done for the request then
   * @throws Refusal 'rate-limited' when it is the caller's own count, 'busy' when this one would be served last
   */
  take(caller: Caller, end: (refusal: Refusal) => void): Place
  /**
   * Waits a moment before somebody who asks much is told no: who asks again without a pause would else keep the server busy with
   * refusals alone. So many at once, no more.
   */
  hold(caller: Caller): Promise<void>
}

export interface Place {
  /** Work is done: nobody takes the place meanwhile. */
  keep(): void
  /** It waits again, for the engine, say: another may have the place. */
  release(): void
  leave(): void
}

/** Milliseconds a refusal is held, and how many are at once. */
const held = { ms: 1000, max: 256 }

/** Seconds after which one that made room may ask again. */
const retryAfter = 5

interface Taken extends Waiting {
  leave: () => void
  end: (refusal: Refusal) => void
}

export function openPlaces({
  counts,
  recent,
  order,
  now,
  onRefused,
}: {
  counts: Counts
  recent: Recent
  order: Order
  now: () => number
  onRefused: OnRefused
}): Places {
  const waiting = new Set<Taken>()
  let holding = 0

  function makeRoomFor(caller: Caller): void {
    const full = counts.full('requests', caller)
    if (full?.of !== 'visitors' && full?.of !== 'all') return
    const comes: Waiting = { caller, since: now() }
    const last = order.last<Waiting | Taken>([comes, ...waiting])
    if (last === null || !('end' in last)) return
    last.leave()
    recent.refuse(last.caller)
    onRefused('requests', full.of)
    last.end(limited('requests', { ...full, retryAfter }))
  }

  return {
    take(caller, end) {
      makeRoomFor(caller)
      const giveBack = takeOne(caller)
      const over = recent.begin(caller)
      let isTaken = true
      const place: Taken = {
        caller,
        since: now(),
        end,
        leave() {
          isTaken = false
          waiting.delete(place)
          giveBack()
          over()
        },
      }
      waiting.add(place)
      return {
        leave: place.leave,
        keep() {
          if (waiting.delete(place)) recent.serve(caller)
        },
        release() {
          if (isTaken) waiting.add(place)
        },
      }
    },
    async hold(caller) {
      if (order.groupOf(caller) < 3 || holding >= held.max) return
      holding += 1
      await sleep(held.ms, undefined, { ref: false })
      holding -= 1
    },
  }

  function takeOne(caller: Caller): () => void {
    try {
      return counts.take('requests', caller)
    } catch (refusal) {
      recent.refuse(caller)
      throw refusal
    }
  }
}
