/** What must not happen at the same time: consolidating documents; making them; appending sessions; counting tags. */
export type LockName = 'consolidation' | 'documents' | 'sessions' | 'counts'

/**
 * Keeps other server processes on the same store out while `run` runs. Those who hold it `shared` keep out
 * only those who do not.
 */
export type LocksAcross = <T>(
  name: LockName,
  run: () => Promise<T>,
  options: { shared: boolean },
) => Promise<T>

const queues = new WeakMap<object, Map<LockName, Promise<unknown>>>()

/**
 * Runs `run` when every earlier holder of that lock is done, here and in the other processes on this store. Who needs
 * several takes them in the order in which they stand above. `shared`: other processes may do the same meanwhile.
 */
export function withLock<T>(
  { app, across }: { app: object; across?: LocksAcross },
  name: LockName,
  run: () => Promise<T>,
  { shared = false }: { shared?: boolean } = {},
): Promise<T> {
  const queue = queues.get(app) ?? new Map<LockName, Promise<unknown>>()
  queues.set(app, queue)
  const locked = (): Promise<T> => (across ? across(name, run, { shared }) : run())
  const mine = (queue.get(name) ?? Promise.resolve()).then(locked, locked)
  queue.set(
    name,
    mine.catch(() => undefined),
  )
  return mine
}
