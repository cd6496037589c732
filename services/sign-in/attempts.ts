/**
 * Slows down whoever guesses passwords, without ever locking an owner out: every wait ends by itself, and what counts against an account
 * as a whole does not count for networks from which its owner has signed in.
 */
export interface Attempts {
  /** Milliseconds to wait before this network may try this account; 0: it may now. */
  waitMs(of: Attempt): number
  failed(of: Attempt): void
  succeeded(of: Attempt): void
  /** Counts a try as failed until it is known to be none, so that of many at once none is free. @returns what takes that back */
  begin(of: Attempt): { succeeded: () => void }
}

export interface Attempt {
  /** What the account is found by, also of one that does not exist. */
  account: string
  /** The address, or the /64 of IPv6. */
  network: string
  /** A code of six digits, which is guessed sooner than a password: the account as a whole waits longer. */
  isCode?: boolean
}

interface Failures {
  count: number
  /** When the last one was, milliseconds. */
  at: number
}

/** Failures that cost nothing, and the longest wait, by what is counted. */
const rules = {
  pair: { free: 5, maxMs: 15 * 60_000 },
  network: { free: 30, maxMs: 15 * 60_000 },
  account: { free: 100, maxMs: 10_000 },
  code: { free: 20, maxMs: 60_000 },
} as const

const forgottenMs = 60 * 60_000
const maxKept = 50_000

export function openAttempts(clock: () => number): Attempts {
  const failures = new Map<string, Failures>()
  const trusted = new Map<string, true>()

  const keysOf = ({ account, network }: Attempt) => ({
    pair: `pair ${account} ${network}`,
    network: `network ${network}`,
    account: `account ${account}`,
  })
  const waitOf = (key: string, { free, maxMs }: { free: number; maxMs: number }): number => {
    const found = failures.get(key)
    if (!found || clock() - found.at > forgottenMs || found.count < free) return 0
    const pause = Math.min(maxMs, 1000 * 2 ** Math.min(found.count - free, 20))
    return Math.max(0, found.at + pause - clock())
  }
  const keep = <T>(map: Map<string, T>, key: string, value: T): void => {
    // Written anew, so that what was used longest ago goes first.
    map.delete(key)
    map.set(key, value)
    if (map.size > maxKept) map.delete(map.keys().next().value ?? '')
  }

  const failed = (of: Attempt): void => {
    for (const key of Object.values(keysOf(of))) {
      const found = failures.get(key)
      const count = found && clock() - found.at <= forgottenMs ? found.count : 0
      keep(failures, key, { count: count + 1, at: clock() })
    }
  }
  const succeeded = (of: Attempt): void => {
    const { pair } = keysOf(of)
    failures.delete(pair)
    keep(trusted, pair, true)
  }

  return {
    waitMs(of) {
      const keys = keysOf(of)
      const waits = [waitOf(keys.pair, rules.pair), waitOf(keys.network, rules.network)]
      if (!trusted.has(keys.pair)) waits.push(waitOf(keys.account, of.isCode ? rules.code : rules.account))
      return Math.max(...waits)
    },
    failed,
    succeeded,
    begin(of) {
      failed(of)
      return {
        succeeded() {
          const { network, account } = keysOf(of)
          for (const key of [network, account]) {
            const found = failures.get(key)
            if (found) found.count -= 1
          }
          succeeded(of)
        },
      }
    },
  }
}
