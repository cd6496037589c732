import { emailKey, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { tellAddress } from '../account/tell-owner.ts'
import { userOf } from '../scope.ts'
import { linkMs, type AccountsCtx } from './accounts-ctx.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { mayMail } from './may-mail.ts'
import { needsCode } from './second-factor.ts'
import { recordOf } from './record.ts'
import { begin, type Begun, type CodeNeeded, isHomeless } from './begin.ts'

/** Mails that prove an address or choose a new password, and what their links do. */

export async function sendVerification(
  ctx: AccountsCtx,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const token = await ctx.accounts.mailedTokens.add({
    user: id,
    email,
    purpose: 'verify-email',
    expires: ctx.clock() + linkMs['verify-email'],
  })
  await ctx.sendMail({
    to: email,
    subject: 'Confirm your address for Noisefloor',
    body: [
      'Open this link within a day to confirm that this address is yours:',
      { link: `${ctx.publicUrl()}/signup/verify-email?token=${token}` },
      'If you did not ask for it, nothing has to be done.',
    ],
  })
}

/** Sends the link again. @throws Refusal 'conflict' when the address is verified, 'rate-limited' */
export const requestVerification = verb(['user'], async (ctx: AccountsCtx): Promise<void> => {
  const { id } = userOf(ctx.scope)
  const user = await ctx.accounts.get(id)
  if (!user || user.emailVerified) throw refuse('conflict', 'This address is verified.')
  await mayMail(ctx, { to: user.email, by: ctx.network })
  await sendVerification(ctx, user)
})

/**
 * What the link does, for the account it was sent for alone: whoever made one with the address of somebody else keeps its password, so a click of
 * the address's owner must not confirm it. They choose a password of their own by a mail. @throws Refusal 'unauthorized', 'not-found' with the words 'invalid token'
 */
export const verifyEmail = verb(
  ['user'],
  async (ctx: AccountsCtx, { token }: { token: string }): Promise<void> => {
    const link = { token, purpose: 'verify-email', now: ctx.clock() } as const
    // Before it is used up: one that others try goes on working.
    const asked = await ctx.accounts.mailedTokens.find(link)
    const isOwn = asked?.user === userOf(ctx.scope).id
    const found = isOwn ? await ctx.accounts.mailedTokens.take(link) : null
    const user = found && (await ctx.accounts.get(found.user))
    // Sent to an address that is not the account's any more, it proves nothing.
    if (!found || !user || emailKey(user.email) !== emailKey(found.email))
      throw refuse('not-found', 'invalid token')
    await ctx.accounts.change(user.id, { emailVerified: true })
    await recordVerified(ctx, user)
  },
)

/** @param user as they were before */
async function recordVerified(ctx: AccountsCtx, user: User): Promise<void> {
  if (!user.emailVerified) await recordOf(ctx, user, { act: 'user.email-verified', after: user.email })
}

/**
 * Sends a link that chooses a new password, where the address has an account. The answer does not wait for it: neither its words nor its
 * time tell whether there is one.
 */
export const requestReset = verb([], async (ctx: AccountsCtx, input: { email: string }): Promise<void> => {
  await mayMail(ctx, { to: input.email, by: ctx.network })
  // What fails is in the log (server/mail).
  void sendReset(ctx, input.email).catch(() => undefined)
})

async function sendReset(ctx: AccountsCtx, address: string): Promise<void> {
  const found = await ctx.accounts.byEmail(address)
  if (!found) return
  const { id: user, email } = found.user
  const token = await ctx.accounts.mailedTokens.add({
    user,
    email,
    purpose: 'reset-password',
    expires: ctx.clock() + linkMs['reset-password'],
  })
  await ctx.sendMail({
    to: email,
    subject: 'Choose a new Noisefloor password',
    body: [
      'Open this link within an hour to choose a new password:',
      { link: `${ctx.publicUrl()}/reset-password?token=${token}` },
      'If you did not ask for it, nothing has to be done: the old one goes on working.',
    ],
  })
}

/**
 * Chooses a new password, ends every sign-in of the account and begins one here, where no second factor is asked for and there is a
 * workspace to sign in to.
 * @returns null where there is none
 * @throws Refusal 'invalid-input', 'not-found'
 */
export const resetPassword = verb(
  [],
  async (
    ctx: AccountsCtx,
    input: { token: string; password: string },
  ): Promise<Begun | CodeNeeded | null> => {
    // Before the link is used up: a password that is refused can be chosen again.
    const link = { token: input.token, purpose: 'reset-password', now: ctx.clock() } as const
    const asked = await ctx.accounts.mailedTokens.find(link)
    await checkNewPassword(ctx, input.password, asked?.email ?? '')
    const password = await hashPassword(input.password)
    const found = await ctx.accounts.mailedTokens.take(link)
    const user = found && (await ctx.accounts.get(found.user))
    if (!found || !user || emailKey(user.email) !== emailKey(found.email))
      throw refuse('not-found', 'invalid token')
    // Whoever reads mail sent to the address owns it.
    await ctx.accounts.change(user.id, { password, emailVerified: true })
    await ctx.accounts.signIns.end(user.id)
    await recordOf(ctx, user, { act: 'user.password', after: 'by a link' })
    await recordVerified(ctx, user)
    const told = { email: user.email, from: ctx.address }
    await tellAddress(ctx, told, 'The password of your account was changed by a link')
    await ctx.attempts.succeeded({ account: emailKey(user.email), network: ctx.network })
    if (await isHomeless(ctx, user)) return null
    // Whoever reads the mail alone has no second factor.
    return (await needsCode(ctx, user)) ? { asksCodeOf: user.id } : begin(ctx, user)
  },
)
