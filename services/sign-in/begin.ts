import type { User } from '#model/account/user.ts'
import { Refusal, refuse } from '#model/errors.ts'
import type { AccountsCtx } from './accounts-ctx.ts'
import { noWorkspace, activeMembership } from '#model/account/active-membership.ts'

/** What the browser is to hold, and whose it is. */
export interface Begun {
  secret: string
  /** Its id. */
  signIn: string
  user: User
}

/** The password was right, and a code of the second factor is asked for besides: of whom. */
export interface CodeNeeded {
  asksCodeOf: string
}

/** Removed from the last workspace, an account opens nothing until it is invited again. */
export const isHomeless = async ({ accounts }: AccountsCtx, { id }: User): Promise<boolean> =>
  (await accounts.memberships(id)).length === 0

export async function refuseHomeless(ctx: AccountsCtx, user: User): Promise<void> {
  if (await isHomeless(ctx, user)) throw refuse('forbidden', noWorkspace)
}

/** A new sign-in of this browser; the one it came with ends. Nobody but the workspace where somebody arrives is told of it. */
export async function begin(ctx: AccountsCtx, { id }: Pick<User, 'id'>): Promise<Begun> {
  // As it is by now: whoever joined by an invitation just before arrives there.
  const found = await ctx.accounts.get(id)
  if (!found) throw refuse('unauthorized', 'This account does not exist any more.')
  const activeWorkspace = activeMembership(await ctx.accounts.memberships(id), found)?.workspace ?? ''
  const user = { ...found, activeWorkspace }
  const now = ctx.clock()
  const { address, agent } = ctx
  const { scope } = ctx
  if (scope.kind === 'user') await ctx.accounts.signIns.endOne({ user: scope.user.id, id: scope.user.signIn })
  const { secret, signIn } = await ctx.accounts.signIns.begin({ user: user.id, address, agent, now })
  await ctx.accounts.record({
    workspace: activeWorkspace,
    actor: `user ${user.id}`,
    act: 'user.sign-in',
    subject: `user ${user.id}`,
    before: '',
    after: '',
    address,
    at: now,
  })
  return { secret, signIn: signIn.id, user }
}

/** @throws Refusal 'rate-limited' with the seconds to wait */
export function refuseTooMany(waitMs: number): void {
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new Refusal('rate-limited', {
    message: `Too many attempts failed. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    retryAfter: seconds,
  })
}
