import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { newRecoveryCodes, newSeed, seedUri, stepOfCode } from '../sign-in/codes.ts'
import { seal, unseal } from '../sign-in/sealed.ts'
import { seedPurpose } from '../sign-in/second-factor.ts'
import { isFresh, requireConfirmed, requireFresh } from './fresh.ts'
import { tellOwner } from './tell-owner.ts'

/** How the caller signs in. */
export interface SignInMethods {
  hasPassword: boolean
  /** Whether a code of an authenticator app is asked for. */
  hasSecondFactor: boolean
  recoveryCodesLeft: number
  passkeys: { id: string; name: string; created: number; lastUsed: number }[]
  /** Whether the sign-in is fresh enough to change any of it. */
  isFresh: boolean
}

export const getSignInMethods = verb(['user'], async (ctx: Ctx): Promise<SignInMethods> => {
  const { secondFactor, passkeys } = ctx.account
  const [password, factor, recoveryCodesLeft, keys] = await Promise.all([
    ctx.account.password(),
    secondFactor.get(),
    secondFactor.recoveryCodesLeft(),
    passkeys.list(),
  ])
  return {
    hasPassword: password !== '',
    hasSecondFactor: factor?.isConfirmed ?? false,
    recoveryCodesLeft,
    passkeys: keys.map(({ id, name, created, lastUsed }) => ({ id, name, created, lastUsed })),
    isFresh: isFresh(ctx),
  }
})

/** A seed for an authenticator app, told this once; it guards nothing until a first code of it was right. @throws Refusal 'forbidden', 'conflict' */
export const beginSecondFactor = verb(
  ['user'],
  async (ctx: WriteCtx): Promise<{ seed: string; uri: string }> => {
    requireFresh(ctx)
    requireConfirmed(ctx)
    const seed = newSeed()
    const sealed = seal(ctx.secret, seedPurpose, seed)
    if (!(await ctx.account.secondFactor.begin({ seed: sealed, now: ctx.clock() })))
      throw refuse('conflict', 'A second factor is set up already. Remove it first.')
    return { seed, uri: seedUri(seed, userOf(ctx.scope).email) }
  },
)

/** Takes the first code; from then on each sign-in with the password asks for one. @returns recovery codes, told this once */
export const confirmSecondFactor = verb(
  ['user'],
  async (ctx: WriteCtx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> => {
    requireFresh(ctx)
    requireConfirmed(ctx)
    const { secondFactor } = ctx.account
    const factor = await secondFactor.get()
    if (!factor || factor.isConfirmed) throw refuse('conflict', 'No second factor is being set up.')
    const seed = unseal(ctx.secret, seedPurpose, factor.seed)
    const step = seed === null ? null : stepOfCode(seed, code, ctx.clock())
    if (step === null || !(await secondFactor.useStep(step)))
      throw refuse('invalid-input', 'This is not the code of now. Is the clock of the device right?', {
        parameter: 'code',
      })
    const { codes, hashes } = newRecoveryCodes()
    await secondFactor.replaceRecoveryCodes({ hashes, now: ctx.clock() })
    // Whoever signed in before it stood might be who it keeps out.
    await ctx.account.endSignIns(userOf(ctx.scope).signIn)
    await ctx.record({ act: 'user.second-factor', subject: `user ${userOf(ctx.scope).id}`, after: 'on' })
    await tellOwner(ctx, 'A second factor guards your account now')
    return { recoveryCodes: codes }
  },
)

/** @throws Refusal 'forbidden', 'not-found' */
export const removeSecondFactor = verb(['user'], async (ctx: WriteCtx): Promise<void> => {
  requireFresh(ctx)
  if (!(await ctx.account.secondFactor.remove())) throw refuse('not-found', 'There is no second factor.')
  await ctx.record({ act: 'user.second-factor', subject: `user ${userOf(ctx.scope).id}`, before: 'on' })
  await tellOwner(ctx, 'The second factor of your account was removed')
})

/** @returns new codes, told this once; those before work no more. @throws Refusal 'forbidden', 'not-found' */
export const renewRecoveryCodes = verb(
  ['user'],
  async (ctx: WriteCtx): Promise<{ recoveryCodes: string[] }> => {
    requireFresh(ctx)
    const { secondFactor } = ctx.account
    if (!(await secondFactor.get())?.isConfirmed) throw refuse('not-found', 'There is no second factor.')
    const { codes, hashes } = newRecoveryCodes()
    await secondFactor.replaceRecoveryCodes({ hashes, now: ctx.clock() })
    await ctx.record({ act: 'user.recovery-codes', subject: `user ${userOf(ctx.scope).id}` })
    await tellOwner(ctx, 'Your account has new recovery codes')
    return { recoveryCodes: codes }
  },
)
