import { emailKey, type Profile, type User } from '#model/account/user.ts'
import { refuse } from '#model/errors.ts'
import type { NewPerson } from '#store/app/accounts/accounts.ts'
import { verb } from '../access.ts'
import { emailOf, type AccountsCtx, type SignupRule } from './accounts-ctx.ts'
import { inSteps } from './in-steps.ts'
import { sendVerification } from './mailed.ts'
import { mayMail } from './may-mail.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { recordIn } from './record.ts'

/** Whether somebody with this address may make an account without an invitation. */
export function maySignUp(rule: SignupRule, email: string): boolean {
  if (typeof rule === 'string') return rule === 'open'
  const domain = emailKey(email).split('@').at(-1) ?? ''
  return rule.domains.includes(domain)
}

/**
 * Makes an account and a workspace of its own. A mail says the rest: whether an address had an account before is told to its owner alone,
 * and the answer here is the same, and as long in coming.
 * @throws Refusal 'invalid-input'; 'forbidden' where an invitation is needed; 'rate-limited'
 */
export const signUp = verb(
  [],
  async (
    ctx: AccountsCtx,
    input: { email: string; password: string; profile: Partial<Profile> },
  ): Promise<void> => {
    const email = emailOf(input.email)
    if (!maySignUp(ctx.signup, email)) throw refuse('forbidden', 'An invitation is needed to sign up here.')
    await checkNewPassword(ctx, input.password, email)
    await mayMail(ctx, { to: email, by: ctx.network })
    await inSteps(() => makeOrTell(ctx, { ...input, email }))
  },
)

async function makeOrTell(
  ctx: AccountsCtx,
  input: { email: string; password: string; profile: Partial<Profile> },
): Promise<void> {
  const { email, profile } = input
  const password = await hashPassword(input.password)
  const user = await createOwn(ctx, { email, emailVerified: false, password, profile })
  if (user) return sendVerification(ctx, user)
  await ctx.sendMail({
    to: email,
    subject: 'You have a Noisefloor account',
    body: [
      'Somebody, perhaps you, asked for a Noisefloor account with this address. There is one already:',
      { link: `${ctx.publicUrl()}/auth-required` },
      'If you forgot the password, ask for a new one there. If it was not you, nothing has to be done.',
    ],
  })
}

/** An account with a workspace of its own; null where the address, or the identity, is taken. */
export async function createOwn(
  ctx: AccountsCtx,
  of: Omit<NewPerson, 'offering' | 'now'>,
): Promise<User | null> {
  const name = `Workspace of ${of.email}`
  const user = await ctx.accounts.create({
    ...of,
    offering: ctx.newUser,
    into: { newWorkspace: name, publish: false },
    now: ctx.clock(),
  })
  if (!user) return null
  const { id, email, activeWorkspace: workspace } = user
  await recordIn(ctx, workspace, id, { act: 'user.create', after: email })
  const subject = `workspace ${workspace}`
  await recordIn(ctx, workspace, id, { act: 'workspace.create', subject, after: name })
  return user
}
