import { emailKey, maskedEmail, nameOf, type Profile, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import type { NewPerson } from '#store/app/accounts/accounts.ts'
import type { Invite } from '#store/app/accounts/invites.ts'
import { verb } from '../access.ts'
import { userOf } from '../scope.ts'
import { emailOf, type AccountsCtx } from './accounts-ctx.ts'
import { checkNewPassword, hashPassword, isPassword } from './password.ts'
import { needsCode } from './second-factor.ts'
import { recordIn } from './record.ts'
import { begin, type Begun, refuseTooMany } from './begin.ts'

/** What is told of an invitation to whoever has its link. */
export interface InviteSeen {
  /** Names it, and lets nobody in. */
  id: string
  workspace: string
  /** Who invites; "" for the server itself. */
  inviter: string
  /** The invited address: whole for whoever it is of, masked for others; null where it is of whoever has the link. */
  email: string | null
  /** Whether who asks may accept it with the account that is signed in. */
  isTheirs: boolean
  accepted: boolean
}

/** @throws Refusal 'not-found' with the words 'invalid token' */
export const seeInvite = verb([], async (ctx: AccountsCtx, input: { token: string }): Promise<InviteSeen> => {
  const invite = await inviteOf(ctx, input.token)
  const [workspace, inviter] = await Promise.all([
    ctx.getWorkspace(invite.workspace),
    invite.inviter === '' ? null : ctx.accounts.get(invite.inviter),
  ])
  const isTheirs = ctx.scope.kind === 'user' && isFor(invite, ctx.scope.user.email)
  return {
    id: invite.id,
    workspace: workspace?.name ?? '',
    inviter: inviter ? nameOf(inviter) || inviter.email : '',
    email: invite.email === null ? null : isTheirs ? invite.email : maskedEmail(invite.email),
    isTheirs,
    accepted: invite.accepted !== null,
  }
})

/** Joins the workspace with the account that is signed in. @throws Refusal 'invalid token', 'invalid email' */
export const acceptInvite = verb(
  ['user'],
  async (ctx: AccountsCtx, input: { token: string }): Promise<{ workspace: string }> => {
    const user = userOf(ctx.scope)
    const invite = await inviteOf(ctx, input.token)
    if (!isFor(invite, user.email)) throw refuse('forbidden', 'invalid email')
    // Accepted before by the same person: it is so, and nothing is to be done.
    if (invite.accepted === null) await join(ctx, invite, user.id)
    return { workspace: invite.workspace }
  },
)

/**
 * Makes an account by an invitation, and signs it in. That whoever comes by the link sent to an address owns it is proven by that.
 * @throws Refusal 'invalid-input', 'conflict' for an address with an account, 'invalid token', 'invalid email'
 */
export const signUpInvited = verb(
  [],
  async (
    ctx: AccountsCtx,
    input: { token: string; email: string; password: string; profile: Partial<Profile> },
  ): Promise<Begun> => {
    const attempt = { account: `invite ${ctx.network}`, network: ctx.network }
    const { waitMs, succeeded } = await ctx.attempts.begin(attempt)
    refuseTooMany(waitMs)
    const invite = await inviteOf(ctx, input.token)
    await succeeded()
    if (invite.accepted !== null) throw refuse('not-found', 'invalid token')
    const email = emailOf(input.email)
    if (!isFor(invite, email)) throw refuse('forbidden', 'invalid email')
    const known = await ctx.accounts.byEmail(email)
    if (known) return joinWith(ctx, invite, known, input.password)
    await checkNewPassword(ctx, input.password, email)
    const password = await hashPassword(input.password)
    const { profile } = input
    const user = await createInvited(ctx, invite, { email, emailVerified: true, password, profile })
    if (!user) throw refuse('conflict', 'There is an account with this address by now. Sign in.')
    return begin(ctx, user)
  },
)

/** An account in the workspace of an invitation; null where the address is taken. @throws Refusal 'not-found' when somebody was faster */
export async function createInvited(
  ctx: AccountsCtx,
  invite: Invite,
  of: Omit<NewPerson, 'offering' | 'now'>,
): Promise<User | null> {
  const made = await ctx.accounts.createInvited({ ...of, offering: ctx.newUser, now: ctx.clock() }, invite)
  if (made === 'gone') throw refuse('not-found', 'invalid token')
  if (made === 'taken') return null
  await recordIn(ctx, invite.workspace, made.id, { act: 'user.create', after: made.email })
  await joined(ctx, invite, made.id)
  return made
}

/** Somebody who has an account joins with its password, also without a workspace to sign in to. @throws Refusal 'conflict', 'rate-limited' */
async function joinWith(
  ctx: AccountsCtx,
  invite: Invite,
  { user, password: kept }: { user: User; password: string },
  password: string,
): Promise<Begun> {
  const attempt = { account: emailKey(user.email), network: ctx.network }
  const { waitMs, succeeded } = await ctx.attempts.begin(attempt)
  refuseTooMany(waitMs)
  if (!(await isPassword(password, kept)))
    throw refuse('conflict', 'There is an account with this address, and its password is another.', {
      parameter: 'password',
    })
  await succeeded()
  if (await needsCode(ctx, user))
    throw refuse('conflict', 'A second factor guards this account. Sign in first, then open this link again.')
  await join(ctx, invite, user.id)
  return begin(ctx, user)
}

/** Joins with an account that was proven otherwise. @throws Refusal 'invalid token', 'invalid email' */
export async function joinInvited(ctx: AccountsCtx, token: string, user: User): Promise<void> {
  const invite = await inviteOf(ctx, token)
  if (!isFor(invite, user.email)) throw refuse('forbidden', 'invalid email')
  if (invite.accepted === null) await join(ctx, invite, user.id)
}

/** The invitation by which an account is made. @throws Refusal 'invalid token', 'invalid email' */
export async function inviteFor(ctx: AccountsCtx, token: string, email: string): Promise<Invite> {
  const invite = await inviteOf(ctx, token)
  if (!isFor(invite, email)) throw refuse('forbidden', 'invalid email')
  return invite
}

/** @throws Refusal 'not-found' with the words 'invalid token' when somebody was faster */
async function join(ctx: AccountsCtx, invite: Invite, user: string): Promise<void> {
  if (!(await ctx.accounts.invites.join({ invite, user, now: ctx.clock() })))
    throw refuse('not-found', 'invalid token')
  await ctx.accounts.change(user, { activeWorkspace: invite.workspace })
  await joined(ctx, invite, user)
}

async function inviteOf(ctx: AccountsCtx, token: string): Promise<Invite> {
  const invite = await ctx.accounts.invites.find(token, ctx.clock())
  if (!invite) throw refuse('not-found', 'invalid token')
  return invite
}

/** In any case of letters; one without an address is of whoever has its link. */
const isFor = (invite: Invite, email: string): boolean =>
  invite.email === null || emailKey(invite.email) === emailKey(email)

const joined = (ctx: AccountsCtx, invite: Invite, user: User['id']): Promise<void> =>
  recordIn(ctx, invite.workspace, user, {
    act: 'workspace.join',
    after: invite.makesOwner ? 'owner' : 'member',
  })
