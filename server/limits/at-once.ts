import type { Caller } from './caller.ts'
import type { Counts } from './counts.ts'
import type { Order } from './order.ts'
import type { Recent } from './recent.ts'
import type { Executor, Work } from './work.ts'

/** What a request holds that is answered in one piece, without waiting for anything. */
export interface AtOnce {
  /** The answer is made. */
  worked(): void
  /** The answer was taken, or nobody is there to take it. */
  left(): void
}

/**
 * Takes for such a request what any other takes, but no place among `handlers`: it is over before the next one is heard.
 * @returns null where it has to make room or be refused, which is for the whole way (admit.ts), and for one of a crowd, who leaves pauses
 * for others (request.ts)
 */
export function atOnceFor({
  counts,
  recent,
  order,
  work,
  thread,
}: {
  counts: Counts
  recent: Recent
  order: Order
  work: Work
  thread: Executor
}): (caller: Caller) => AtOnce | null {
  return (caller) => {
    if (order.groupOf(caller) === 3 || work.used(caller) >= 1 || counts.full('requests', caller)) return null
    const giveBack = counts.add('requests', caller)
    const over = recent.begin(caller)
    recent.serve(caller)
    const worked = work.begin(caller, thread)
    return {
      worked,
      left() {
        giveBack()
        over()
      },
    }
  }
}
