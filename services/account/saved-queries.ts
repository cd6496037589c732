import { type SavedQuery, savedLimits } from '#model/account/saved-query.ts'
import { refuse } from '#model/errors.ts'
import { windowDays } from '#model/window.ts'
import type { KeptQuery } from '#store/app/accounts/saved-queries.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'

/**
 * Queries that the caller keeps in the account: theirs alone, whichever workspace is active. The audit log, which the other members of the
 * workspace read, tells nothing of them.
 */

const most = savedLimits.account
const full = `Your account keeps ${most} queries. Remove one first.`

/** Newest first. */
export const listSavedQueries = verb(['user', 'workspace'], (ctx: Ctx): Promise<KeptQuery[]> =>
  ctx.account.savedQueries.list(),
)

/** Each query is kept once; one that comes back gets the place of when it was saved. @throws Refusal 'invalid-query', 'conflict' where there is no room */
export const saveQuery = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, of: SavedQuery & { savedAt?: number }): Promise<KeptQuery> => {
    const query = { ...of, gnql: of.gnql.trim() }
    const fault = await faultOf(ctx, query.gnql)
    if (fault !== null) throw refuse('invalid-query', fault, { parameter: 'gnql' })
    const kept = await ctx.account.savedQueries.save({ ...query, now: ctx.clock(), most })
    if (!kept) throw refuse('conflict', full)
    return kept
  },
)

/** A query that was not taken over, and why. */
export interface LeftQuery {
  gnql: string
  message: string
}

/** Takes over what a browser kept before its user signed in, newest first. What is in the account already stays as it is. */
export const takeOverQueries = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { queries }: { queries: readonly SavedQuery[] }): Promise<LeftQuery[]> => {
    const left: LeftQuery[] = []
    const taken: SavedQuery[] = []
    for (const query of queries) {
      const message = await faultOf(ctx, query.gnql.trim())
      if (message === null) taken.push({ ...query, gnql: query.gnql.trim() })
      else left.push({ gnql: query.gnql, message })
    }
    const over = await ctx.account.savedQueries.takeOver({ queries: taken, now: ctx.clock(), most })
    return [...left, ...over.map(({ gnql }) => ({ gnql, message: full }))]
  },
)

/** @throws Refusal 'not-found' for one that is not the caller's */
export const renameSavedQuery = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, of: { id: string; name: string }): Promise<KeptQuery> => {
    const kept = await ctx.account.savedQueries.rename(of)
    if (!kept) throw refuse('not-found', 'There is no such saved query.')
    return kept
  },
)

/** @throws Refusal 'not-found' for one that is not the caller's */
export const removeSavedQuery = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    if (!(await ctx.account.savedQueries.remove(id)))
      throw refuse('not-found', 'There is no such saved query.')
  },
)

/**
 * Why a text is no query; null for one that is. What the plan of today leaves out may be kept all the same: plans change, and running it
 * is refused then.
 */
async function faultOf({ work, clock }: Pick<Ctx, 'work' | 'clock'>, query: string): Promise<string | null> {
  const asked = { query, now: clock(), historicDays: windowDays, lacking: [] }
  const { ok, diagnostics } = await work.run('readQuery', asked)
  if (ok) return null
  const first = diagnostics.find(({ severity }) => severity === 'error')
  return first
    ? `${first.message} (at ${first.span.start}–${first.span.end})`
    : 'The query could not be understood.'
}
