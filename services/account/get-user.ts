import { isExpired, isTrialActive } from '#model/account/offering.ts'
import type { User } from '#model/account/user.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { refuse } from '#model/errors.ts'

/** A user as pages and the API tell it. */
export interface AccountSeen {
  user: User & { trialActive: boolean; expired: boolean }
  /** An address that waits to be confirmed. */
  newEmail: string | null
  workspaces: { id: string; name: string; isOwner: boolean }[]
  activeWorkspace: string
  /** Providers by which the user can sign in beside a password. */
  issuers: string[]
}

/** Who is signed in, and the workspaces they belong to. @throws Refusal 'unauthorized' once the account is gone */
export const getUser = verb(['user'], async (ctx: Ctx): Promise<AccountSeen> => {
  const user = await ctx.account.get()
  if (!user) throw refuse('unauthorized', 'This account does not exist any more.')
  return accountSeen(ctx, user, ctx.workspace.id)
})

export async function accountSeen(
  ctx: Pick<Ctx, 'account' | 'clock'>,
  user: User,
  activeWorkspace: string,
): Promise<AccountSeen> {
  const now = ctx.clock()
  const [workspaces, issuers, newEmail] = await Promise.all([
    ctx.account.workspaces(),
    ctx.account.issuers(),
    ctx.account.newEmail.get(now),
  ])
  return {
    user: { ...user, trialActive: isTrialActive(user, now), expired: isExpired(user, now) },
    newEmail,
    workspaces: workspaces.map(({ id, name, isOwner }) => ({ id, name, isOwner })),
    activeWorkspace,
    issuers,
  }
}
