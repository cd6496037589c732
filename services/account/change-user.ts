import { nameOf, type Profile, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { type AccountSeen, accountSeen } from './get-user.ts'
import { checkNewPassword, hashPassword } from '../sign-in/password.ts'
import { proveOwner } from './fresh.ts'
import { tellConfirmed } from './tell-owner.ts'

export interface UserChanges extends Partial<Profile> {
  activeWorkspace?: string
  /** A new password; the present one goes with it. */
  password?: string
  /** The present password: a new one needs it. */
  currentPassword?: string
}

/**
 * Changes what the caller says of themselves, and the workspace they look at. A new password ends every other sign-in, and drops an
 * address that waits. A new address is another act (new-email.ts).
 * @throws Refusal 'invalid-input', 'forbidden' without the present password, 'not-found' for a workspace one is not a member of
 */
export const changeUser = verb(
  ['user'],
  async (
    ctx: WriteCtx,
    { activeWorkspace, password, currentPassword, ...profile }: UserChanges,
  ): Promise<AccountSeen> => {
    const { signIn } = userOf(ctx.scope)
    const user = await ctx.account.get()
    if (!user) throw refuse('unauthorized', 'This account does not exist any more.')
    if (activeWorkspace !== undefined) {
      const own = await ctx.account.workspaces()
      // As for an id that nobody has.
      if (!own.some(({ id }) => id === activeWorkspace))
        throw refuse('not-found', 'There is no such workspace.')
    }
    if (password !== undefined) {
      await proveOwner(ctx, currentPassword)
      await checkNewPassword(ctx, password, user.email)
    }
    const changed = await ctx.account.change({
      ...profile,
      ...(activeWorkspace !== undefined && { activeWorkspace }),
      ...(password !== undefined && { password: await hashPassword(password) }),
    })
    if (!changed) throw refuse('unauthorized', 'This account does not exist any more.')
    if (password !== undefined) await ctx.account.endSignIns(signIn)
    await recordAll(ctx, user, changed, password !== undefined)
    if (password !== undefined) await tellConfirmed(ctx, 'The password of your account was changed')
    return accountSeen(ctx, changed, activeWorkspace ?? ctx.workspace.id)
  },
)

async function recordAll(ctx: WriteCtx, before: User, after: User, isOtherPassword: boolean): Promise<void> {
  const subject = `user ${before.id}`
  const names = { before: nameOf(before), after: nameOf(after) }
  if (names.before !== names.after) await ctx.record({ act: 'user.name', subject, ...names })
  const { activeWorkspace: workspace } = after
  // Told where somebody comes to; which other workspaces they have is nobody's affair there or here.
  if (workspace !== before.activeWorkspace)
    await ctx.record({ act: 'user.workspace', subject, after: workspace, workspace })
  if (isOtherPassword) await ctx.record({ act: 'user.password', subject })
}
