import { refuse } from '#model/errors.ts'
import type { SignIn } from '#store/app/accounts/sign-ins.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'

/** A browser in which the caller is signed in. */
export type SignInSeen = Omit<SignIn, 'user'> & { isThis: boolean }

/** Newest first. */
export const listSignIns = verb(['user'], async (ctx: Ctx): Promise<SignInSeen[]> => {
  const { signIn } = userOf(ctx.scope)
  const all = await ctx.account.signIns(ctx.clock())
  return all.map(({ user: _user, ...rest }) => ({ ...rest, isThis: rest.id === signIn }))
})

/** Ends one, or all but the one this request comes by. @throws Refusal 'not-found' for one that is not the caller's */
export const endSignIns = verb(
  ['user'],
  async (ctx: WriteCtx, { id }: { id?: string | undefined }): Promise<void> => {
    if (id === undefined) await ctx.account.endSignIns(userOf(ctx.scope).signIn)
    else if (!(await ctx.account.endSignIn(id))) throw refuse('not-found', 'There is no such sign-in.')
    await ctx.record({ act: 'user.sign-out', subject: id === undefined ? 'all others' : `sign-in ${id}` })
  },
)
