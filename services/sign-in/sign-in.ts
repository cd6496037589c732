import { emailKey } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { begin, type Begun, type CodeNeeded, refuseHomeless, refuseTooMany } from './begin.ts'
import type { SignInCtx } from './ctx.ts'
import { isPassword } from './password.ts'
import { needsCode, proveCode } from './second-factor.ts'

/**
 * Signs in by address and password. The same words and the same work for an account that does not exist.
 * @throws Refusal 'unauthorized'; 'rate-limited' after too many that failed; 'forbidden' for who is in no workspace
 */
export const signIn = verb(
  [],
  async (
    ctx: SignInCtx,
    input: { email: string; password: string; code?: string },
  ): Promise<Begun | CodeNeeded> => {
    const attempt = { account: emailKey(input.email), network: ctx.network }
    refuseTooMany(await ctx.attempts.waitMs(attempt))
    const found = await ctx.accounts.byEmail(input.email)
    const isRight = await isPassword(input.password, found?.password ?? '')
    // Others may have tried meanwhile: who waited for its turn among many is not let in by them.
    if (!found || !isRight) {
      await ctx.attempts.failed(attempt)
      throw refuse('unauthorized', 'Address or password is wrong.')
    }
    await ctx.attempts.succeeded(attempt)
    if (await needsCode(ctx, found.user)) {
      if (input.code === undefined) return { codeOf: found.user.id }
      await proveCode(ctx, found.user, input.code)
    }
    await refuseHomeless(ctx, found.user)
    return begin(ctx, found.user)
  },
)
