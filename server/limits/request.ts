import type { Admissions } from '#services/context.ts'
import type { Admission } from '#store/analytics/read-only.ts'
import type { Caller } from './caller.ts'
import type { Gate } from './gate.ts'
import type { Order } from './order.ts'
import type { Recent } from './recent.ts'
import type { Executor, Work } from './work.ts'

/** Milliseconds a place is left empty at most. */
const maxPauseMs = 250

/** What one request takes of the server: its turns at engine, index and workers, and between them the server's own thread. */
export interface RequestWork {
  admissions: Admissions
  /**
   * Waits until there is room on the server's own thread, where the handler then begins. While it waits for engine, index or
   * a worker others have its place. @returns what ends it
   */
  begin(signal: AbortSignal): Promise<() => void>
}

/**
 * @param thread the server's own, on which everything runs that is not the engine's, the index's or a worker's: reading a query,
 * presenting a few records, rendering a page
 */
export function workOfRequest(
  caller: Caller,
  {
    work,
    order,
    recent,
    handlers,
    engine,
    index,
    tasks,
    thread,
    now,
  }: {
    work: Work
    order: Order
    recent: Recent
    handlers: Gate
    engine: Gate
    index: Gate
    tasks: Gate
    thread: Executor
    now: () => number
  },
): RequestWork {
  let isHandled = false
  let elsewhere = 0
  let end: (() => void) | null = null
  let leave: (() => void) | null = null
  let since = 0
  const update = (): void => {
    const isHere = isHandled && elsewhere === 0
    if (isHere) {
      end ??= work.begin(caller, thread)
      leave ??= handlers.reenter(caller)
      since = now()
      return
    }
    end?.()
    end = null
    if (leave) vacate(leave)
    leave = null
  }
  /**
   * The next one begins in another turn of the event loop: whoever came meanwhile, /healthz too, is heard in between. One of a crowd
   * leaves his place empty for as long as he had it where there are others, whose own admissions are the shorter for it.
   */
  const vacate = (leave: () => void): void => {
    const hasCompany = order.groupOf(caller) === 3 && recent.hasOthers(caller)
    if (hasCompany) setTimeout(leave, Math.min(maxPauseMs, now() - since)).unref()
    else setImmediate(leave)
  }
  const goElsewhere = (by: 1 | -1): void => {
    elsewhere += by
    update()
  }
  const turnAt =
    (gate: Gate, manner?: 'steady'): Admission =>
    async (signal) => {
      goElsewhere(1)
      try {
        const leave = await gate.enter(caller, signal, manner)
        let isOver = false
        return () => {
          if (isOver) return
          isOver = true
          leave()
          goElsewhere(-1)
        }
      } catch (error) {
        goElsewhere(-1)
        throw error
      }
    }
  return {
    admissions: {
      engine: turnAt(engine),
      index: turnAt(index),
      tasks: turnAt(tasks),
      steady: turnAt(engine, 'steady'),
      priority: () => order.groupOf(caller),
    },
    async begin(signal) {
      leave = await handlers.enter(caller, signal)
      isHandled = true
      update()
      return () => {
        isHandled = false
        update()
      }
    },
  }
}
