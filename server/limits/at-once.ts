import type { Caller } from './caller.ts'
import type { Counts } from './counts.ts'
import type { Order } from './order.ts'
import type { Recent } from './recent.ts'
import type { Work } from './work.ts'

/**
 * Requests that are answered in one piece, without waiting for anything. What any other request takes while it is under way they would
 * give back before anybody else is heard, so they take nothing but what stays of them; nor do they take a place among `handlers`.
 */
export interface AtOnce {
  /**
   * False where the caller has to make room or be refused, which is for the whole way (admit.ts), and for one of a crowd, who leaves pauses
   * for others (request.ts).
   */
  allows(caller: Caller): boolean
  /** It took so many seconds of the server's own thread. */
  done(caller: Caller, seconds: number): void
  /** Its answer is not taken yet: it holds a place among the requests until that is called. */
  waits(caller: Caller): () => void
}

export function openAtOnce({
  counts,
  recent,
  order,
  work,
}: {
  counts: Counts
  recent: Recent
  order: Order
  work: Work
}): AtOnce {
  return {
    allows: (caller) =>
      order.groupOf(caller) < 3 && work.used(caller) < 1 && counts.full('requests', caller) === null,
    done(caller, seconds) {
      recent.answered(caller, seconds)
      work.charge(caller, seconds)
    },
    waits: (caller) => counts.add('requests', caller),
  }
}
