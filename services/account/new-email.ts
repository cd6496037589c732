import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'
import { emailOf, linkMs } from '../sign-in/accounts-ctx.ts'
import { mayMail } from '../sign-in/may-mail.ts'
import { proveOwner } from './fresh.ts'
import { tellConfirmed } from './tell-owner.ts'

/** A new address of an account waits until it is confirmed, from inside that account; until then the one before is the account's. */

/**
 * Lets an address wait, in the place of one that waited. That somebody else has it is told to that one alone, by mail.
 * @throws Refusal 'invalid-input', 'conflict' for the address of now, 'forbidden' without the present password, 'rate-limited'
 */
export const askNewEmail = verb(
  ['user'],
  async (ctx: WriteCtx, input: { email: string; currentPassword?: string }): Promise<void> => {
    const email = emailOf(input.email)
    if (email === userOf(ctx.scope).email)
      throw refuse('conflict', 'This is the address of your account.', { parameter: 'email' })
    await proveOwner(ctx, input.currentPassword)
    await letWait(ctx, email)
    // Whoever holds a stolen sign-in cannot keep it from its owner.
    await tellConfirmed(ctx, `${email} is to become the address of your account`)
  },
)

/** Sends the link again; that of before works no more. @throws Refusal 'not-found' where none waits, 'rate-limited' */
export const resendNewEmail = verb(['user'], async (ctx: WriteCtx): Promise<void> => {
  const email = await ctx.account.newEmail.get(ctx.clock())
  if (email === null) throw refuse('not-found', noneWaits)
  await letWait(ctx, email)
})

/** What the link does, for the account it was asked for. @throws Refusal 'not-found' with the words 'invalid token', 'conflict' */
export const confirmNewEmail = verb(
  ['user'],
  async (ctx: WriteCtx, input: { token: string }): Promise<void> => {
    const done = await ctx.account.newEmail.confirm({ ...input, now: ctx.clock() })
    if (done === null) throw refuse('not-found', 'invalid token')
    // Told to nobody but who reads mail sent to it.
    if (done === 'taken') throw refuse('conflict', 'There is another account with this address by now.')
    const { before, after } = done
    await ctx.record({
      act: 'user.email',
      subject: `user ${after.id}`,
      before: before.email,
      after: after.email,
    })
    await tellConfirmed(ctx, `The address of your account is ${after.email} now`)
  },
)

/** @throws Refusal 'not-found' where none waits */
export const dropNewEmail = verb(['user'], async (ctx: WriteCtx): Promise<void> => {
  if (!(await ctx.account.newEmail.drop())) throw refuse('not-found', noneWaits)
})

const noneWaits = 'No address waits to be confirmed.'

async function letWait(ctx: WriteCtx, email: string): Promise<void> {
  await mayMail(ctx, { to: email, by: `user ${userOf(ctx.scope).id}` })
  const token = await ctx.account.newEmail.wait({ email, expires: ctx.clock() + linkMs['new-email'] })
  await ctx.sendMail(
    token === null
      ? {
          to: email,
          subject: 'Your address was entered for another Noisefloor account',
          body: [
            'Somebody wants this address for another Noisefloor account. It is the address of yours, and stays so.',
            'Nothing has to be done.',
          ],
        }
      : {
          to: email,
          subject: 'Confirm your new address for Noisefloor',
          body: [
            'Open this link within a day, signed in to your account, to make this address its own:',
            { link: `${ctx.publicUrl()}/signup/verify-email?new_token=${token}` },
            'If you did not ask for it, nothing has to be done.',
          ],
        },
  )
}
