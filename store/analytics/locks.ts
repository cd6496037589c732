/** What must not happen at the same time: consolidating documents; making them; appending sessions; counting tags. */
export type LockName = 'consolidation' | 'documents' | 'sessions' | 'counts'

/**
 * Keeps other server processes on the same store out while `act` runs. Those who hold it `shared` keep out
 * only those who do not.
 */
export type LocksAcross = <T>(
  name: LockName,
  act: () => Promise<T>,
  options: { shared: boolean },
) => Promise<T>

const queues = new WeakMap<object, Map<LockName, Promise<unknown>>>()

/**
 * Runs `act` when every earlier holder of that lock is done, here and in the other processes on this store. Who needs
 * several takes them in the order in which they stand above. `shared`: other processes may do the same meanwhile.
 */
export function withLock<T>(
  { app, across }: { app: object; across?: LocksAcross },
  name: LockName,
  act: () => Promise<T>,
  { shared = false }: { shared?: boolean } = {},
): Promise<T> {
  const queue = queues.get(app) ?? new Map<LockName, Promise<unknown>>()
  queues.set(app, queue)
  const run = (): Promise<T> => (across ? across(name, act, { shared }) : act())
  const mine = (queue.get(name) ?? Promise.resolve()).then(run, run)
  queue.set(
    name,
    mine.catch(() => undefined),
  )
  return mine
}
