import type { Analytics } from './open.ts'

/** What must not happen at the same time: consolidating documents; making them; appending sessions; counting tags. */
export type Turn = 'consolidation' | 'documents' | 'sessions' | 'counts'

/**
 * Keeps other server processes on the same store out of a turn while `act` runs. Those who hold it `shared` keep out
 * only those who do not.
 */
export type TurnsAcross = <T>(turn: Turn, act: () => Promise<T>, options: { shared: boolean }) => Promise<T>

const queues = new WeakMap<object, Map<Turn, Promise<unknown>>>()

/**
 * Runs `act` when every earlier holder of that turn is done, here and in the other processes on this store. Who needs
 * several takes them in the order in which they stand above. `shared`: other processes may do the same meanwhile.
 */
export function inTurn<T>(
  { app, across }: Analytics,
  turn: Turn,
  act: () => Promise<T>,
  { shared = false }: { shared?: boolean } = {},
): Promise<T> {
  const queue = queues.get(app) ?? new Map<Turn, Promise<unknown>>()
  queues.set(app, queue)
  const run = (): Promise<T> => (across ? across(turn, act, { shared }) : act())
  const mine = (queue.get(turn) ?? Promise.resolve()).then(run, run)
  queue.set(
    turn,
    mine.catch(() => undefined),
  )
  return mine
}
