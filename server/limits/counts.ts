import type { Exceeded } from '#model/rate-limit.ts'
import type { Caller } from './caller.ts'
import { limited } from './refusal.ts'
import { type LimitName, limitNames, limitTable, type Quotas, visitorsOf } from './table.ts'

/** A count that one more would exceed. */
export type Full = Pick<Exceeded, 'of' | 'max' | 'now'>

/** What is under way at this moment, by limit and caller. Only what is held is kept, so that memory is bounded by the totals. */
export interface Counts {
  /**
   * Takes a part of a limit. @returns what gives it back, harmless when called again
   * @throws Refusal 'rate-limited' when it is the caller's own count, 'busy' when it is everybody's
   */
  take(limit: LimitName, caller: Caller, amount?: number): () => void
  /** The same for what cannot be refused any more. */
  add(limit: LimitName, caller: Caller): () => void
  /** Which count stands in the way of `take`; null: none. */
  full(limit: LimitName, caller: Caller, amount?: number): Full | null
  /** What this caller holds. */
  heldBy(limit: LimitName, caller: Caller): number
  inUse(limit: LimitName): number
  /** What all visitors together hold. */
  inUseByVisitors(limit: LimitName): number
  /** Groups that hold something: for the claim that nothing stays behind. */
  groups(): number
}

/**
 * A workspace has at most so many times what it leaves: three quarters of a total alone, fewer the more of them take much; what is given
 * back goes to those that have less first, and one that has nothing gets the last place (dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998). Where people wait for turns instead, those are the fairness (order.ts).
 */
const timesLeft = 3

const takesTurns = (limit: LimitName): boolean => 'takesTurns' in limitTable[limit]

const workspaceName = (id: string): string => `workspace ${id}`

const namesOf = ({ groups, workspace }: Caller): string[] => [
  ...groups.map(({ name }) => name),
  ...(workspace === undefined ? [] : [workspaceName(workspace)]),
]

export type OnRefused = (limit: LimitName, of: Exceeded['of']) => void

export function openCounts(quotas: Quotas, onRefused: OnRefused): Counts {
  const held = Object.fromEntries(limitNames.map((name) => [name, new Map<string, number>()])) as Record<
    LimitName,
    Map<string, number>
  >
  const totals = Object.fromEntries(limitNames.map((name) => [name, { all: 0, visitors: 0 }])) as Record<
    LimitName,
    { all: number; visitors: number }
  >
  const change = (limit: LimitName, caller: Caller, by: number): void => {
    for (const name of namesOf(caller)) {
      const now = (held[limit].get(name) ?? 0) + by
      if (now > 0) held[limit].set(name, now)
      else held[limit].delete(name)
    }
    totals[limit].all += by
    if (caller.kind === 'visitor') totals[limit].visitors += by
  }

  function full(limit: LimitName, caller: Caller, amount = 1): Full | null {
    const quota = quotas[limit]
    const { all, visitors } = totals[limit]
    const each = caller.kind === 'key' ? quota.key : quota.address
    for (const { of, name, share } of caller.groups) {
      const [now, max] = [held[limit].get(name) ?? 0, each * share]
      if (now + amount > max) return { of, now, max }
    }
    const ofVisitors = visitorsOf(quota.total)
    if (caller.kind === 'visitor' && visitors + amount > ofVisitors)
      return { of: 'visitors', now: visitors, max: ofVisitors }
    if (all + amount > quota.total) return { of: 'all', now: all, max: quota.total }
    if (caller.workspace === undefined || takesTurns(limit)) return null
    const now = held[limit].get(workspaceName(caller.workspace)) ?? 0
    const isFair = now === 0 || now + amount <= timesLeft * (quota.total - all - amount)
    return isFair ? null : { of: 'workspace', now, max: now }
  }

  function add(limit: LimitName, caller: Caller, amount = 1): () => void {
    change(limit, caller, amount)
    let isHeld = true
    return () => {
      if (isHeld) change(limit, caller, -amount)
      isHeld = false
    }
  }

  return {
    full,
    add,
    take(limit, caller, amount = 1) {
      const inTheWay = full(limit, caller, amount)
      if (inTheWay) {
        onRefused(limit, inTheWay.of)
        throw limited(limit, { ...inTheWay, retryAfter: 1 })
      }
      return add(limit, caller, amount)
    },
    heldBy: (limit, caller) => held[limit].get(caller.groups[0].name) ?? 0,
    inUse: (limit) => totals[limit].all,
    inUseByVisitors: (limit) => totals[limit].visitors,
    groups: () => limitNames.reduce((sum, name) => sum + held[name].size, 0),
  }
}
