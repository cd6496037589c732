import { can } from '#model/entitlements.ts'
import type { SearchUse } from '#model/account/search-week.ts'
import { searchRight, type SearchType, searchTypes } from '#model/search-type.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** How the searches of the week stand for whoever asks, and what their plan lets them search. */
export const searchesOf = verb(
  [],
  async (ctx: Ctx): Promise<SearchUse & { types: readonly SearchType[] }> => ({
    ...(await ctx.searches.use()),
    types: searchTypes.filter((type) => can(ctx.scope.plan, searchRight(type))),
  }),
)
