import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'

type Mails = Pick<WriteCtx, 'sendMail' | 'publicUrl'>

/** Tells somebody by mail that another way into their account was opened or closed. @param what without a full stop */
export const tellOwner = (
  ctx: Pick<WriteCtx, 'scope'> & Mails & { caller: { address: string } },
  what: string,
): Promise<void> => tellAddress(ctx, { email: userOf(ctx.scope).email, from: ctx.caller.address }, what)

/** The same, but only where the address was confirmed: one that was not may belong to somebody who asked for no mail. */
export async function tellConfirmed(ctx: Parameters<typeof tellOwner>[0], what: string): Promise<void> {
  if (userOf(ctx.scope).emailVerified) await tellOwner(ctx, what)
}

/** The same where nobody is signed in yet. @param of.from the network address it was done from */
export async function tellAddress(
  ctx: Mails,
  { email, from }: { email: string; from: string },
  what: string,
): Promise<void> {
  const sent = ctx.sendMail({
    to: email,
    subject: `${what} (Noisefloor)`,
    body: [
      `${what}. It was done from ${from || 'an unknown address'}.`,
      'If that was not you, choose a new password and sign out everywhere else:',
      { link: `${ctx.publicUrl()}/account/details` },
    ],
  })
  // It is done by then; what fails is in the log (server/mail).
  await sent.catch(() => undefined)
}
