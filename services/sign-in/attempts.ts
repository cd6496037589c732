import type { FailureCounts, Failures } from '#store/app/accounts/failed-attempts.ts'

/**
 * Slows down whoever guesses, without ever locking an owner out. What counts first is one account tried from one network: every wait of
 * others is short, and nobody waits for others where they signed in before (docs/accounts.md).
 */
export interface Attempts {
  /** Milliseconds to wait before this network may try this account; 0: it may now. */
  waitMs(of: Attempt): Promise<number>
  /** It went well by another way: a link of a mail. */
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
  /** What is tried; a password unless it is said. */
  kind?: 'password' | 'code' | 'mail'
}

/** Failures that cost nothing, and the longest wait, by what is counted. */
const rules = {
  pair: { free: 5, maxMs: 15 * 60_000 },
  /** Accounts that were tried from there, each once: who mistypes often is slowed down as a pair, and nobody beside them. */
  network: { free: 30, maxMs: 60_000 },
  account: { free: 100, maxMs: 10_000 },
  /** Six digits are guessed sooner than a password: the account as a whole waits longer. */
  codes: { free: 20, maxMs: 60_000 },
  /** Mails that one has sent, to whomever. */
  mails: { free: 30, maxMs: 15 * 60_000 },
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
    if (!found || found.count < free) return 0
    const ago = clock() - found.at
    // The clock was set back by more than anybody waits: when it failed is not known, and nobody waits until the clock is there again.
    if (ago > forgottenMs || ago < -rules.pair.maxMs) return 0
    const pause = Math.min(maxMs, 1000 * 2 ** Math.min(found.count - free, 20))
    return Math.min(maxMs, Math.max(0, pause - ago))
  }
  const waitAfter = (of: Attempt, found: ReadonlyMap<string, Failures>): number => {
    const keys = keysOf(of)
    const pair = found.get(keys.pair)
    const waits = [waitOf(pair, rules.pair)]
    const { kind = 'password' } = of
    if (kind === 'mail' || !pair?.isTrusted)
      waits.push(
        waitOf(found.get(keys.network), kind === 'mail' ? rules.mails : rules.network),
        waitOf(found.get(keys.account), kind === 'code' ? rules.codes : rules.account),
      )
    return Math.max(...waits)
  }
  /** One more of each; against the network only the first one of an account, but every mail. */
  async function add(of: Attempt, at: number): Promise<ReadonlyMap<string, Failures>> {
    const keys = keysOf(of)
    const found = await counts.add(Object.values(keys), { now: at, since: at - forgottenMs })
    if (of.kind !== 'mail' && failedBefore(found.get(keys.pair), at))
      await counts.takeBack([keys.network], at)
    return found
  }
  const failedBefore = (pair: Failures | undefined, at: number): boolean =>
    pair !== undefined && pair.count > 0 && at - pair.at <= forgottenMs

  /** Whoever knew it in the end is none of those that guess there: what was counted of the pair is taken back once. */
  async function knew(of: Attempt, at: number): Promise<void> {
    const { pair, network } = keysOf(of)
    const { failures } = await counts.trust(pair, clock())
    if (failures > 0) await counts.takeBack([network], at)
  }

  return {
    async waitMs(of) {
      return waitAfter(of, await counts.read(Object.values(keysOf(of))))
    },
    succeeded: (of) => knew(of, clock()),
    async begin(of) {
      const at = clock()
      const found = await add(of, at)
      const { pair, network, account } = keysOf(of)
      const waitMs = waitAfter(of, found)
      // A network it was counted against before this one stays counted.
      const isFirst = of.kind === 'mail' || !failedBefore(found.get(pair), at)
      if (waitMs > 0) await counts.takeBack(isFirst ? [pair, network, account] : [pair, account], at)
      return {
        waitMs,
        async succeeded() {
          await counts.takeBack([account], at)
          await knew(of, at)
        },
      }
    },
  }
}
