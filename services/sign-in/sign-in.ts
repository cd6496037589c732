import { emailKey } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { begin, type Begun, type CodeNeeded, refuseHomeless, refuseTooMany } from './begin.ts'
import type { AccountsCtx } from './accounts-ctx.ts'
import { isPassword } from './password.ts'
import { needsCode, proveCode } from './second-factor.ts'

/**
 * Signs in by address and password. The same words and the same work for an account that does not exist.
 * @throws Refusal 'unauthorized'; 'rate-limited' after too many that failed; 'forbidden' for who is in no workspace
 */
export const signIn = verb(
  [],
  async (
    ctx: AccountsCtx,
    input: { email: string; password: string; code?: string },
  ): Promise<Begun | CodeNeeded> => {
    const attempt = { account: emailKey(input.email), network: ctx.network }
    // Counted before it is tried: of many at once none is free.
    const { waitMs, succeeded } = await ctx.attempts.begin(attempt)
    refuseTooMany(waitMs)
    const found = await ctx.accounts.byEmail(input.email)
    const isRight = await isPassword(input.password, found?.password ?? '')
    if (!found || !isRight) throw refuse('unauthorized', 'Address or password is wrong.')
    await succeeded()
    if (await needsCode(ctx, found.user)) {
      if (input.code === undefined) return { asksCodeOf: found.user.id }
      await proveCode(ctx, found.user, input.code)
    }
    await refuseHomeless(ctx, found.user)
    return begin(ctx, found.user)
  },
)
