import type { Profile, User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import type { Identity } from '#store/app/accounts/identities.ts'
import { verb } from '../access.ts'
import { tellOwner } from '../account/tell-owner.ts'
import { tenantOf } from '../scope.ts'
import { emailOf, type AccountsCtx } from './accounts-ctx.ts'
import { createInvited, inviteFor, joinInvited } from './invites.ts'
import { sendVerification } from './mailed.ts'
import { begin, type Begun, refuseHomeless } from './begin.ts'
import { createOwn, maySignUp } from './sign-up.ts'

/** What a provider says of somebody who signed in there. */
export interface Claims extends Identity {
  email: string
  /** Only where the provider says so in as many words. */
  emailVerified: boolean
  profile: Partial<Profile>
}

export interface WithIdentity {
  claims: Claims
  /** The account to which the identity is added, from inside it; null: sign in. */
  linkTo: string | null
  /** What the link of an invitation holds, where one led here. */
  invite: string | null
}

/**
 * Signs in by what a provider says. An identity is issuer and subject: an address that equals another account's links nothing, that is
 * done from inside the account.
 * @throws Refusal 'conflict' with the words 'OAuthAccountNotLinked'; 'forbidden' where an invitation is needed
 */
export const signInWithIdentity = verb(
  [],
  async (ctx: AccountsCtx, { claims, linkTo, invite }: WithIdentity): Promise<Begun> => {
    const { accounts } = ctx
    const owner = await accounts.userOfIdentity(claims)
    if (linkTo !== null) {
      // Who began it may have signed out on the way, and somebody else sit there now.
      if (ctx.scope.kind !== 'user' || ctx.scope.user.id !== linkTo)
        throw refuse('unauthorized', 'OAuthCallback')
      return link(ctx, claims, linkTo, owner)
    }
    if (owner !== null) {
      const user = await accounts.get(owner)
      if (!user) throw refuse('unauthorized')
      if (invite !== null) await joinInvited(ctx, invite, user)
      await refuseHomeless(ctx, user)
      return begin(ctx, user)
    }
    const email = emailOf(claims.email)
    if (await accounts.byEmail(email)) throw refuse('conflict', 'OAuthAccountNotLinked')
    const user = await newcomer(ctx, { ...claims, email }, invite)
    if (!user.emailVerified) await sendVerification(ctx, user)
    return begin(ctx, user)
  },
)

async function link(ctx: AccountsCtx, claims: Claims, user: string, owner: string | null): Promise<Begun> {
  const found = await ctx.accounts.get(user)
  if (!found) throw refuse('unauthorized')
  if (owner === null) {
    // Somebody was faster: of two accounts an identity opens one.
    if (!(await ctx.accounts.addIdentity(claims, { user, now: ctx.clock() })))
      throw refuse('conflict', 'OAuthAccountNotLinked')
    await ctx.accounts.record({
      workspace: tenantOf(ctx.scope) ?? '',
      actor: `user ${user}`,
      act: 'user.identity',
      subject: `user ${user}`,
      before: '',
      after: claims.issuer,
      address: ctx.address,
      at: ctx.clock(),
    })
    await tellOwner({ ...ctx, caller: ctx }, `A provider, ${claims.issuer}, opens your account now`)
  } else if (owner !== user) throw refuse('conflict', 'OAuthAccountNotLinked')
  return begin(ctx, found)
}

/** A new account, in the workspace of the invitation or in one of its own. */
async function newcomer(ctx: AccountsCtx, claims: Claims, token: string | null): Promise<User> {
  const { email, emailVerified, profile, issuer, subject } = claims
  const invite = token === null ? null : await inviteFor(ctx, token, email)
  if (!invite && !maySignUp(ctx.signup, email))
    throw refuse('forbidden', 'An invitation is needed to sign up here.')
  const person = { email, emailVerified, password: '', profile, identity: { issuer, subject } }
  const user = invite ? await createInvited(ctx, invite, person) : await createOwn(ctx, person)
  if (!user) throw refuse('conflict', 'OAuthAccountNotLinked')
  return user
}
