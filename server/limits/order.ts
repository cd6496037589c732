import type { Caller } from './caller.ts'
import type { Recent } from './recent.ts'
import type { Work } from './work.ts'

/** Somebody who waits. */
export interface Waiting {
  caller: Caller
  /** Milliseconds at which the wait began. */
  since: number
}

/**
 * Who comes first of all who wait. Keys. Then visitors who asked little of late, the newest first: a page is worth most at
 * once, and a crowd of such visitors should not make each of them wait for all. Then the others: whoever used the least of
 * late, of equals whoever was served longest ago, so that addresses take turns however much each of them asks.
 */
export interface Order {
  /** 1 a key, 2 a visitor who asked little of late, 3 the others: a crowd. */
  groupOf(caller: Caller): 1 | 2 | 3
  /** Which of them is next; null of none. */
  first<W extends Waiting>(waiting: Iterable<W>): W | null
  /** Which of them is the last to be served, and makes room for others; null of none. */
  last<W extends Waiting>(waiting: Iterable<W>): W | null
}

type Rank = readonly [group: number, used: number, time: number]

export function openOrder({ recent, work }: { recent: Recent; work: Work }): Order {
  const groupOf = (caller: Caller): 1 | 2 | 3 => (caller.kind === 'key' ? 1 : recent.isLight(caller) ? 2 : 3)

  function rankOf({ caller, since }: Waiting): Rank {
    const group = groupOf(caller)
    if (group === 3) return [group, work.used(caller), recent.servedAt(caller)]
    return [group, 0, group === 1 ? since : -since]
  }
  /** The one whose rank no other's is before; `sign` -1: after. Of equals the one that came first in the list. */
  function foremost<W extends Waiting>(waiting: Iterable<W>, sign: 1 | -1): W | null {
    let best: { one: W; rank: Rank } | null = null
    for (const one of waiting) {
      const rank = rankOf(one)
      if (best === null || difference(rank, best.rank) * sign < 0) best = { one, rank }
    }
    return best?.one ?? null
  }

  return {
    groupOf,
    first: (waiting) => foremost(waiting, 1),
    last: (waiting) => foremost(waiting, -1),
  }
}

const difference = (a: Rank, b: Rank): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
