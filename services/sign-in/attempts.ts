import type { FailureCounts, Failures } from '#store/app/accounts/failed-attempts.ts'

/**
 * Slows down whoever guesses passwords, without ever locking an owner out: every wait ends by itself, and what counts against an account
 * as a whole does not count for networks from which its owner has signed in.
 */
export interface Attempts {
  /** Milliseconds to wait before this network may try this account; 0: it may now. */
  waitMs(of: Attempt): Promise<number>
  failed(of: Attempt): Promise<void>
  succeeded(of: Attempt): Promise<void>
  /**
   * Counts a try as failed until it is known to be none, so that of many at once none is free.
   * @returns milliseconds to wait instead, where others were faster: it was no try then; and what takes it back
   */
  begin(of: Attempt): Promise<{ waitMs: number; succeeded: () => Promise<void> }>
}

export interface Attempt {
  /** What the account is found by, also of one that does not exist. */
  account: string
  /** The address, or the /64 of IPv6. */
  network: string
  /** A code of six digits, which is guessed sooner than a password: the account as a whole waits longer. */
  isCode?: boolean
}

/** Failures that cost nothing, and the longest wait, by what is counted. */
const rules = {
  pair: { free: 5, maxMs: 15 * 60_000 },
  network: { free: 30, maxMs: 15 * 60_000 },
  account: { free: 100, maxMs: 10_000 },
  code: { free: 20, maxMs: 60_000 },
} as const

const forgottenMs = 60 * 60_000

/** @param counts where failures are counted: of this process (failures-in-memory.ts), or of all that share a database */
export function openAttempts(clock: () => number, counts: FailureCounts): Attempts {
  const keysOf = ({ account, network }: Attempt) => ({
    pair: `pair ${account} ${network}`,
    network: `network ${network}`,
    account: `account ${account}`,
  })
  const waitOf = (found: Failures | undefined, { free, maxMs }: { free: number; maxMs: number }): number => {
    if (!found || clock() - found.at > forgottenMs || found.count < free) return 0
    const pause = Math.min(maxMs, 1000 * 2 ** Math.min(found.count - free, 20))
    return Math.max(0, found.at + pause - clock())
  }
  const waitAfter = (of: Attempt, found: ReadonlyMap<string, Failures>): number => {
    const keys = keysOf(of)
    const pair = found.get(keys.pair)
    const waits = [waitOf(pair, rules.pair), waitOf(found.get(keys.network), rules.network)]
    if (!pair?.isTrusted) waits.push(waitOf(found.get(keys.account), of.isCode ? rules.code : rules.account))
    return Math.max(...waits)
  }
  const add = (of: Attempt): Promise<ReadonlyMap<string, Failures>> =>
    counts.add(Object.values(keysOf(of)), { now: clock(), since: clock() - forgottenMs })
  const succeeded = (of: Attempt): Promise<void> => counts.trust(keysOf(of).pair, clock())

  return {
    async waitMs(of) {
      return waitAfter(of, await counts.read(Object.values(keysOf(of))))
    },
    async failed(of) {
      await add(of)
    },
    succeeded,
    async begin(of) {
      const at = clock()
      const waitMs = waitAfter(of, await add(of))
      const { pair, network, account } = keysOf(of)
      if (waitMs > 0) await counts.takeBack([pair, network, account], at)
      return {
        waitMs,
        async succeeded() {
          await counts.takeBack([network, account], at)
          await succeeded(of)
        },
      }
    },
  }
}
