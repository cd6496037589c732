import { Refusal } from '#model/errors.ts'

export interface FairQueueLimits {
  atOnce: number
  perOwner: number
  /** How many may wait, in all and of one owner. */
  waiting: number
  waitingPerOwner: number
}

/** Lets a number of acts run at once; the next is of the owner with the fewest under way, the oldest of those. */
export interface FairQueue {
  /** @throws Refusal `busy` with Retry-After when too many wait; the signal's reason when it ends before the turn comes */
  enqueue<T>(owner: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  admit(owner: string): void
  status(): { running: number; waiting: number }
}

export function openFairQueue({ atOnce, perOwner, waiting, waitingPerOwner }: FairQueueLimits): FairQueue {
  const running = new Map<string, number>()
  const queue: { owner: string; begin: () => void }[] = []
  let total = 0

  const of = (owner: string): number => running.get(owner) ?? 0
  const isFree = (owner: string): boolean => total < atOnce && of(owner) < perOwner

  function admit(owner: string): void {
    if (isFree(owner)) return
    const mine = queue.filter((one) => one.owner === owner).length
    if (queue.length >= waiting || mine >= waitingPerOwner)
      throw new Refusal('busy', { message: 'Too many captures wait to be dissected.', retryAfter: 5 })
  }

  function begin(owner: string): void {
    total++
    running.set(owner, of(owner) + 1)
  }

  function end(owner: string): void {
    total--
    if (of(owner) > 1) running.set(owner, of(owner) - 1)
    else running.delete(owner)
    const next = queue.filter((one) => isFree(one.owner)).sort((a, b) => of(a.owner) - of(b.owner))[0]
    if (!next) return
    queue.splice(queue.indexOf(next), 1)
    next.begin()
  }

  async function wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one = {
      owner,
      begin: () => {
        begin(owner)
        resolve()
      },
    }
    const leave = (): void => {
      const at = queue.indexOf(one)
      if (at < 0) return
      queue.splice(at, 1)
      reject(signal?.reason)
    }
    queue.push(one)
    signal?.addEventListener('abort', leave)
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    async enqueue(owner, run, signal) {
      signal?.throwIfAborted()
      admit(owner)
      if (isFree(owner)) begin(owner)
      else await wait(owner, signal)
      try {
        return await run()
      } finally {
        end(owner)
      }
    },
    admit,
    status: () => ({ running: total, waiting: queue.length }),
  }
}
