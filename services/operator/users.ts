import { effectiveOffering, type Offering, type Trial } from '#model/account/offering.ts'
import { nameOf, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { workspaceOf } from '../scope.ts'
import { emailOf, linkMs } from '../sign-in/accounts-ctx.ts'

/** An account as the operator of the installation sees it. */
export interface UserListed {
  id: string
  email: string
  emailVerified: boolean
  name: string
  /** What counts now. */
  offering: Offering
  expires: string | null
  trial: Trial | null
  created: number
}

/** Every account, oldest first. */
export const listUsers = verb(['installation'], async (ctx: WriteCtx): Promise<UserListed[]> => {
  const now = ctx.clock()
  return (await ctx.installation.accounts.list()).map((user) => listed(user, now))
})

const listed = (user: User, now: number): UserListed => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  name: nameOf(user),
  offering: effectiveOffering(user, now),
  expires: user.expires,
  trial: user.trial,
  created: user.created,
})

/**
 * A link that makes an account in the caller's workspace, for the operator to hand on: no mail is sent. The first one makes the owner.
 * @throws Refusal 'invalid-input', 'conflict' for an address with an account
 */
export const addUser = verb(
  ['installation'],
  async (ctx: WriteCtx, input: { email: string }): Promise<{ link: string; expires: number }> => {
    const email = emailOf(input.email)
    const { accounts } = ctx.installation
    const { workspace } = workspaceOf(ctx.scope)
    if (await accounts.byEmail(email))
      throw refuse('conflict', `There is an account with the address ${email}.`)
    const created = ctx.clock()
    const expires = created + linkMs['first-owner']
    const makesOwner = (await accounts.ownerOf(workspace)) === null
    const { token } = await accounts.invites.add({
      workspace,
      email,
      makesOwner,
      inviter: '',
      created,
      expires,
    })
    await ctx.record({ act: 'user.add', subject: email, after: makesOwner ? 'owner' : 'member' })
    return { link: `${ctx.publicUrl()}/signup/invite/${token}/accept`, expires }
  },
)

export interface SubscriptionChange {
  email: string
  offering?: Offering | undefined
  /** null: without end. */
  expires?: string | null | undefined
  trial?: Trial | null | undefined
}

/** Gives an account another offering, end or trial; in force at once. @throws Refusal 'not-found' */
export const changeSubscription = verb(
  ['installation'],
  async (ctx: WriteCtx, { email, offering, expires, trial }: SubscriptionChange): Promise<UserListed> => {
    const { accounts } = ctx.installation
    const found = await accounts.byEmail(email)
    if (!found) throw refuse('not-found', `There is no account with the address ${email.slice(0, 300)}.`)
    const told = ({
      offering,
      expires,
      trial,
    }: Pick<UserListed, 'expires' | 'trial'> & { offering: unknown }) =>
      JSON.stringify({ offering, expires, trial })
    const changed = await accounts.change(found.user.id, {
      ...(offering !== undefined && { offering }),
      ...(expires !== undefined && { expires }),
      ...(trial !== undefined && { trial }),
    })
    if (!changed) throw refuse('not-found', 'The account is gone.')
    await ctx.record({
      act: 'user.offering',
      subject: `user ${changed.id}`,
      before: told(found.user),
      after: told(changed),
    })
    return listed(changed, ctx.clock())
  },
)
