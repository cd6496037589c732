import type { Analytics } from './open.ts'

/** What must not happen at the same time in this process: appending sessions; making documents; counting tags. */
type Turn = 'sessions' | 'documents' | 'counts'

const queues = new WeakMap<object, Map<Turn, Promise<unknown>>>()

/**
 * Runs `act` when every earlier holder of that turn is done. Who needs several takes 'documents' first, then
 * 'sessions', then 'counts'.
 * One process only: on a cluster a rebuild checks its own result instead (rebuild/rebuild.ts).
 */
export function inTurn<T>({ app }: Analytics, turn: Turn, act: () => Promise<T>): Promise<T> {
  const queue = queues.get(app) ?? new Map<Turn, Promise<unknown>>()
  queues.set(app, queue)
  const mine = (queue.get(turn) ?? Promise.resolve()).then(act, act)
  queue.set(
    turn,
    mine.catch(() => undefined),
  )
  return mine
}
