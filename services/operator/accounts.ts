import type { User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { refuseWhileOthersNeed, removeWhole } from '../account/remove-user.ts'
import { linkMs } from '../sign-in/accounts-ctx.ts'

/** What the operator does for people who cannot do it themselves. */

/** Deletes an account. @throws Refusal 'not-found', 'conflict' while a workspace with others in it is theirs */
export const removeAccount = verb(
  ['installation'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const user = await known(ctx, id)
    const account = ctx.installation.account(id)
    await refuseWhileOthersNeed(account)
    await removeWhole(account)
    await ctx.record({ act: 'user.remove', subject: `user ${id}`, before: user.email })
  },
)

/** Ends every sign-in of an account. @throws Refusal 'not-found' */
export const signOutAccount = verb(
  ['installation'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    await known(ctx, id)
    await ctx.installation.accounts.signIns.end(id)
    await ctx.record({ act: 'user.sign-out', subject: `user ${id}`, after: 'everywhere' })
  },
)

/**
 * A link that chooses a new password, for the operator to hand on: no mail is sent. A second factor stays, unless `withoutSecondFactor`
 * takes it away, for whoever lost the device and the recovery codes.
 * @throws Refusal 'not-found'
 */
export const resetAccount = verb(
  ['installation'],
  async (
    ctx: WriteCtx,
    { id, withoutSecondFactor }: { id: string; withoutSecondFactor: boolean },
  ): Promise<{ link: string; expires: number }> => {
    const { email } = await known(ctx, id)
    const expires = ctx.clock() + linkMs['reset-password']
    const token = await ctx.installation.accounts.mailedTokens.add({
      user: id,
      email,
      purpose: 'reset-password',
      expires,
    })
    if (withoutSecondFactor) await ctx.installation.account(id).secondFactor.remove()
    await ctx.record({
      act: 'user.reset',
      subject: `user ${id}`,
      after: withoutSecondFactor ? 'without second factor' : '',
    })
    return { link: `${ctx.publicUrl()}/reset-password?token=${token}`, expires }
  },
)

async function known(ctx: WriteCtx, id: string): Promise<User> {
  const user = await ctx.installation.accounts.get(id)
  if (!user) throw refuse('not-found', 'There is no such account.')
  return user
}
