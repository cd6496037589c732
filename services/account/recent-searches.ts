import { type RecentSearch, recentLimits } from '#model/account/recent-search.ts'
import { refuse } from '#model/errors.ts'
import type { KeptSearch } from '#store/app/accounts/recent-searches.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'

/** What the caller searched for lately: theirs alone, whichever workspace is active, and told in no log. */

/** Newest first. */
export const listRecentSearches = verb(['user', 'workspace'], (ctx: Ctx): Promise<KeptSearch[]> =>
  ctx.account.recentSearches.list(),
)

/** Newest first, each once; the oldest make room. */
export const rememberSearches = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { searches }: { searches: readonly RecentSearch[] }): Promise<void> =>
    ctx.account.recentSearches.remember({ searches, now: ctx.clock(), most: recentLimits.searches }),
)

/** @throws Refusal 'not-found' for one that is not the caller's */
export const forgetSearch = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    if (!(await ctx.account.recentSearches.forget(id)))
      throw refuse('not-found', 'There is no such recent search.')
  },
)

export const forgetSearches = verb(['user', 'workspace'], (ctx: WriteCtx): Promise<void> =>
  ctx.account.recentSearches.forgetAll(),
)
