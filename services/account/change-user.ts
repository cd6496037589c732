import { emailKey, nameOf, type Profile, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { emailOf } from '../sign-in/ctx.ts'
import { type AccountSeen, accountSeen } from './get-user.ts'
import { checkNewPassword, hashPassword } from '../sign-in/password.ts'
import { provePassword, requireFresh } from './fresh.ts'
import { tellOwner } from './tell-owner.ts'

export interface UserChanges extends Partial<Profile> {
  activeWorkspace?: string
  email?: string
  /** A new password; the present one goes with it. */
  password?: string
  /** The present password: a new address or password needs it. */
  currentPassword?: string
}

/**
 * Changes what the caller says of themselves, and the workspace they look at. A new address has to be verified anew; a new password ends
 * every other sign-in.
 * @throws Refusal 'invalid-input', 'forbidden' without the present password, 'not-found' for a workspace one is not a member of
 */
export const changeUser = verb(
  ['user'],
  async (
    ctx: WriteCtx,
    { activeWorkspace, email, password, currentPassword, ...profile }: UserChanges,
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
    const isOtherEmail = email !== undefined && email !== user.email
    if (isOtherEmail || password !== undefined) await proveOwner(ctx, currentPassword)
    const address = isOtherEmail ? emailOf(email) : undefined
    if (password !== undefined) await checkNewPassword(password, address ?? user.email)
    const changed = await ctx.account
      .change({
        ...profile,
        ...(activeWorkspace !== undefined && { activeWorkspace }),
        ...(address !== undefined && {
          email: address,
          emailVerified: user.emailVerified && emailKey(address) === emailKey(user.email),
        }),
        ...(password !== undefined && { password: await hashPassword(password) }),
      })
      .catch((error: unknown) => {
        // The one column that must be unique.
        if (address !== undefined && /unique/i.test(String(error)))
          throw refuse('conflict', 'This address cannot be taken.', { parameter: 'email' })
        throw error
      })
    if (!changed) throw refuse('unauthorized', 'This account does not exist any more.')
    if (password !== undefined) await ctx.account.endSignIns(signIn)
    await recordAll(ctx, user, changed, password !== undefined)
    // To the address of before: whoever holds a stolen sign-in cannot keep it from its owner.
    if (address !== undefined && emailKey(address) !== emailKey(user.email))
      await tellOwner(ctx, `The address of your account is ${address} now`)
    if (password !== undefined) await tellOwner(ctx, 'The password of your account was changed')
    return accountSeen(ctx, changed, activeWorkspace ?? ctx.workspace.id)
  },
)

/** By the present password; an account without one, made at a provider, by a fresh sign-in. */
async function proveOwner(ctx: WriteCtx, given: string | undefined): Promise<void> {
  if ((await ctx.account.password()) === '') requireFresh(ctx)
  else await provePassword(ctx, given)
}

async function recordAll(ctx: WriteCtx, before: User, after: User, isOtherPassword: boolean): Promise<void> {
  const subject = `user ${before.id}`
  const changes: [act: string, before: string, after: string][] = [
    ['user.name', nameOf(before), nameOf(after)],
    ['user.email', before.email, after.email],
  ]
  for (const [act, from, to] of changes)
    if (from !== to) await ctx.record({ act, subject, before: from, after: to })
  const { activeWorkspace: workspace } = after
  // Told where somebody comes to; which other workspaces they have is nobody's affair there or here.
  if (workspace !== before.activeWorkspace)
    await ctx.record({ act: 'user.workspace', subject, after: workspace, workspace })
  if (isOtherPassword) await ctx.record({ act: 'user.password', subject })
}
