import type { Caller } from './caller.ts'
import type { Counts } from './counts.ts'
import type { Gate } from './gate.ts'
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
 * Takes for such a request what places, handlers and work count for any other. @returns null where it has to wait for a turn, make room
 * or be refused, which is for the whole way (admit.ts), and for one of a crowd, who leaves pauses for others (request.ts)
 */
export function atOnceFor({
  counts,
  recent,
  order,
  handlers,
  work,
  thread,
}: {
  counts: Counts
  recent: Recent
  order: Order
  handlers: Gate
  work: Work
  thread: Executor
}): (caller: Caller) => AtOnce | null {
  return (caller) => {
    if (order.groupOf(caller) === 3 || counts.full('requests', caller)) return null
    const leave = handlers.enterAtOnce(caller)
    if (!leave) return null
    const giveBack = counts.add('requests', caller)
    const over = recent.begin(caller)
    recent.serve(caller)
    const end = work.begin(caller, thread)
    return {
      worked() {
        end()
        leave()
      },
      left() {
        giveBack()
        over()
      },
    }
  }
}
