import type { SearchUse } from '#model/account/search-week.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** How the searches of the week stand for whoever asks. */
export const searchesOf = verb([], async (ctx: Ctx): Promise<SearchUse> => ctx.searches.use())
