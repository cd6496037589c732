import { seal, unseal } from './sealed.ts'
import { userOf } from '../scope.ts'
import { verb } from '../access.ts'
import type { AccountsCtx } from './accounts-ctx.ts'

/** What refresh tokens of providers are sealed for. */
const purpose = 'provider token'

/** What a provider gave to be asked again with. */
export interface Refresh {
  token: string
  /** Seconds until then; undefined where the provider does not say. */
  expiresIn: number | undefined
}

/** Why a sign-in at a provider is over (specification §4): it refuses the user, or this server. */
export type RefreshError = 'TokenRefreshError' | 'TokenClientError'

const usualSeconds = 300
/** Nobody else asks for so long while one does; and after a provider that did not answer. */
const askingMs = 60_000

export async function keepRefresh(
  { accounts, clock, secret }: AccountsCtx,
  signIn: string,
  { token, expiresIn = usualSeconds }: Refresh,
): Promise<void> {
  await accounts.providerTokens.keep({
    signIn,
    refresh: seal(secret, purpose, token),
    due: clock() + expiresIn * 1000,
  })
}

/**
 * Asks the provider whether the sign-in of who asks still stands, where that is due, and ends it where it does not. A provider that
 * does not answer changes nothing: it is asked again later.
 * @param ask of the provider; null: it did not answer
 */
export const refreshSignIn = verb(
  ['user'],
  async (
    ctx: AccountsCtx,
    input: { ask: (token: string) => Promise<Refresh | RefreshError | null> },
  ): Promise<RefreshError | null> => {
    const { id: user, signIn } = userOf(ctx.scope)
    const now = ctx.clock()
    const due = await ctx.accounts.providerTokens.takeDue({ signIn, now, again: now + askingMs })
    if (!due) return null
    const token = unseal(ctx.secret, purpose, due.refresh)
    const said = token === null ? 'TokenRefreshError' : await input.ask(token)
    if (said === null) return null
    if (typeof said === 'object') {
      await keepRefresh(ctx, signIn, said)
      return null
    }
    await ctx.accounts.signIns.endOne({ user, id: signIn })
    return said
  },
)
