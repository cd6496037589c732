import { activeMembership } from '#model/account/active-membership.ts'
import type { User } from '#model/account/user.ts'
import type { Change } from '#store/app/accounts/audit-log.ts'
import type { AccountsCtx } from './accounts-ctx.ts'

type Told = Pick<Change, 'act'> & Partial<Pick<Change, 'subject' | 'before' | 'after'>>

/** Writes down what people do to their account before they are signed in, in the log of this workspace. Never a secret. */
export const recordIn = (ctx: AccountsCtx, workspace: string, user: string, told: Told): Promise<void> =>
  ctx.accounts.record({
    workspace,
    actor: `user ${user}`,
    subject: `user ${user}`,
    before: '',
    after: '',
    address: ctx.address,
    at: ctx.clock(),
    ...told,
  })

/** In that of the workspace they would arrive in. */
export async function recordOf(ctx: AccountsCtx, user: User, told: Told): Promise<void> {
  const membership = activeMembership(await ctx.accounts.memberships(user.id), user)
  await recordIn(ctx, membership?.workspace ?? '', user.id, told)
}
