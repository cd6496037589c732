import { searchesUnit, searchLimitOf, searchSpan, type SearchUse } from '#model/account/search-week.ts'
import { Refusal } from '#model/errors.ts'
import type { Exceeded } from '#model/rate-limit.ts'
import type { Searches } from '#store/app/searches.ts'
import type { Scope } from './scope.ts'

/** Whose searches these are, and by what one is told from another. */
export interface Searcher {
  scope: Scope
  /** The address of a visitor, or the /64 of IPv6. */
  network: string
  /** What the caller named the request; null where it has no name. */
  request: string | null
}

/** The searches of one caller. */
export interface OwnSearches {
  /** Whether the plan counts them at all. */
  readonly isLimited: boolean
  /** Runs what is one search, unless the plan's week or day is used up. What is refused was none. @throws Refusal 'rate-limited' */
  counted<T>(run: () => Promise<T>, was?: (answer: T) => boolean): Promise<T>
  use(): Promise<SearchUse>
}

/** Milliseconds in which a repeated request is the same. */
const repeatMs = 10 * 60_000

export function ownSearches(
  searches: Searches,
  clock: () => number,
  { scope, network, request }: Searcher,
): OwnSearches {
  const { limit = null, per = 'week' } = searchLimitOf(scope.plan) ?? {}
  const [name, of] = whose(scope, network)
  // A week and its Monday begin at one instant: under a name of its own a day is never counted as the week.
  const who = per === 'day' ? `${name} by the day` : name
  /** One request is one search, whatever it calls. */
  let isCounted = false
  return {
    isLimited: limit !== null,
    async counted(run, was = () => true) {
      if (limit === null || isCounted) return run()
      const now = clock()
      // Named so long ago, the same question has another answer.
      const named = request === null ? null : `${request} ${Math.floor(now / repeatMs)}`
      const span = searchSpan(per, now)
      const search = { who, week: span.start, request: named }
      const taken = await searches.take({ ...search, limit })
      if (!taken.allowed) {
        const unit = searchesUnit(per)
        const window = (span.end - span.start) / 1000
        throw usedUp({ limit: 'searches', unit, window, of, max: limit, now: taken.used }, span.end - now)
      }
      isCounted = true
      try {
        const answer = await run()
        if (taken.isCounted && !was(answer)) await searches.giveBack(search)
        return answer
      } catch (error) {
        if (taken.isCounted && error instanceof Refusal) await searches.giveBack(search)
        throw error
      }
    },
    async use() {
      const now = clock()
      const { start, end } = searchSpan(per, now)
      const usage = limit === null ? 0 : await searches.used({ who, week: start })
      return { usage, limit, per, usageReset: new Date(end).toISOString() }
    },
  }
}

function whose(scope: Scope, network: string): [who: string, of: Exceeded['of']] {
  if (scope.kind === 'user') return [`user ${scope.user.id}`, 'key']
  // All keys of one owner together: neither a new one in the place of the old nor another workspace brings other searches.
  if (scope.kind === 'workspace') return [`keys of ${scope.owner ?? scope.workspace}`, 'key']
  return [`network ${network}`, 'address']
}

/** @param waitMs until some are left again */
function usedUp(exceeded: Exceeded, waitMs: number): Refusal {
  return new Refusal('rate-limited', {
    message: 'Rate limit exceeded. Please try again later.',
    extra: { exceeded },
    retryAfter: Math.ceil(waitMs / 1000),
  })
}
