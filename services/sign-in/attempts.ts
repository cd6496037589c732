/**
 * Slows down whoever guesses passwords, without ever locking an owner out: every wait ends by itself, and what counts against an account
 * as a whole does not count for networks from which its owner has signed in.
 */
export interface Attempts {
  /** Milliseconds to wait before this network may try this account; 0: it may now. */
  waitMs(of: Attempt): number
  failed(of: Attempt): void
  succeeded(of: Attempt): void
}

export interface Attempt {
  /** What the account is found by, also of one that does not exist. */
  account: string
  /** The address, or the /64 of IPv6. */
  network: string
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

  return {
    waitMs(of) {
      const keys = keysOf(of)
      const waits = [waitOf(keys.pair, rules.pair), waitOf(keys.network, rules.network)]
      if (!trusted.has(keys.pair)) waits.push(waitOf(keys.account, rules.account))
      return Math.max(...waits)
    },
    failed(of) {
      for (const key of Object.values(keysOf(of))) {
        const found = failures.get(key)
        const count = found && clock() - found.at <= forgottenMs ? found.count : 0
        keep(failures, key, { count: count + 1, at: clock() })
      }
    },
    succeeded(of) {
      const { pair } = keysOf(of)
      failures.delete(pair)
      keep(trusted, pair, true)
    },
  }
}
