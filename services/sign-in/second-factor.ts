import type { User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { recoveryHash, stepOfCode } from './codes.ts'
import type { AccountsCtx } from './accounts-ctx.ts'
import { begin, type Begun, refuseHomeless, refuseTooMany } from './begin.ts'
import { activeMembership } from '#model/account/active-membership.ts'
import { unseal } from './sealed.ts'

/** What seeds are sealed for. */
export const seedPurpose = 'second factor'

/** Signs in who has shown the password already (sign-in.ts). @throws Refusal 'unauthorized', 'rate-limited', 'forbidden' */
export const signInWithCode = verb(
  [],
  async (ctx: AccountsCtx, input: { user: string; code: string }): Promise<Begun> => {
    const user = await ctx.accounts.get(input.user)
    if (!user) throw refuse('unauthorized', 'CredentialsSignin')
    await proveCode(ctx, user, input.code)
    await refuseHomeless(ctx, user)
    return begin(ctx, user)
  },
)

/** Whether an account asks for a code beside the password. */
export const needsCode = async ({ accounts }: AccountsCtx, { id }: User): Promise<boolean> =>
  (await accounts.secondFactors.get(id)) !== null

/** Takes a code of the authenticator app, or a recovery code. Each works once. @throws Refusal 'unauthorized', 'rate-limited' */
export async function proveCode(ctx: AccountsCtx, user: User, code: string): Promise<void> {
  const { accounts, attempts, network, secret } = ctx
  const attempt = { account: `code ${user.id}`, network, kind: 'code' as const }
  refuseTooMany(await attempts.waitMs(attempt))
  const { waitMs, succeeded } = await attempts.begin(attempt)
  refuseTooMany(waitMs)
  const factor = await accounts.secondFactors.get(user.id)
  const seed = factor && unseal(secret, seedPurpose, factor.seed)
  const step = seed === null ? null : stepOfCode(seed, code, ctx.clock())
  if (step !== null && (await accounts.secondFactors.useStep(user.id, step))) return succeeded()
  if (!(await accounts.secondFactors.takeRecoveryCode(user.id, recoveryHash(code))))
    throw refuse('unauthorized', 'This code is wrong, or was used before.', { parameter: 'code' })
  await succeeded()
  await accounts.record({
    workspace: activeMembership(await accounts.memberships(user.id), user)?.workspace ?? '',
    actor: `user ${user.id}`,
    act: 'user.recovery-code',
    subject: `user ${user.id}`,
    before: '',
    after: '',
    address: ctx.address,
    at: ctx.clock(),
  })
}
