import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { type Scope, userOf } from '../scope.ts'
import { isPassword } from '../sign-in/password.ts'
import { refuseTooMany } from '../sign-in/begin.ts'

/** Milliseconds for which a sign-in is fresh. */
const freshMs = 10 * 60_000

export const isFresh = ({ scope, clock }: { scope: Scope; clock: () => number }): boolean =>
  clock() - userOf(scope).authenticated <= freshMs

/** Of what changes how somebody signs in, or ends the account. @throws Refusal 'forbidden' */
export function requireFresh(ctx: { scope: Scope; clock: () => number }): void {
  if (!isFresh(ctx))
    throw refuse(
      'forbidden',
      'This needs a fresh sign-in: confirm that it is you, or log out and log in again.',
    )
}

/**
 * Of what shows the address of an account to others, and of what guards it: whoever signed up with the address of somebody else leaves
 * nothing behind that opens the account, or keeps its owner out, once it is theirs. @throws Refusal 'conflict'
 */
export function requireConfirmed({ scope }: { scope: Scope }): void {
  if (!userOf(scope).emailVerified)
    throw refuse('conflict', 'Confirm your address first.', { parameter: 'email' })
}

/** Shows the present password again, which makes the sign-in fresh. @throws Refusal 'forbidden', 'rate-limited' */
export const proveSelf = verb(['user'], (ctx: WriteCtx, input: { password: string }): Promise<void> =>
  provePassword(ctx, input.password),
)

/**
 * Before a new address or password: by the present password; an account without one, made at a provider, by a fresh sign-in.
 * @throws Refusal 'forbidden', 'rate-limited'
 */
export async function proveOwner(ctx: WriteCtx, given: string | undefined): Promise<void> {
  if ((await ctx.account.password()) === '') requireFresh(ctx)
  else await provePassword(ctx, given)
}

/** Whoever holds a stolen sign-in may guess no faster than a stranger. @throws Refusal 'forbidden', 'rate-limited' */
export async function provePassword(ctx: WriteCtx, given: string | undefined): Promise<void> {
  const attempt = { account: `current password of ${userOf(ctx.scope).id}`, network: ctx.caller.network }
  refuseTooMany(await ctx.attempts.waitMs(attempt))
  const wrong = refuse('forbidden', 'The present password is needed for this, and it is another.', {
    parameter: 'current_password',
  })
  if (given === undefined) throw wrong
  const { waitMs, succeeded } = await ctx.attempts.begin(attempt)
  refuseTooMany(waitMs)
  if (!(await isPassword(given, await ctx.account.password()))) throw wrong
  await succeeded()
}
