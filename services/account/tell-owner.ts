import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'

/** Tells somebody by mail that another way into their account was opened or closed. @param what without a full stop */
export async function tellOwner(
  ctx: Pick<WriteCtx, 'scope' | 'sendMail' | 'publicUrl'> & { caller: { address: string } },
  what: string,
): Promise<void> {
  const { email } = userOf(ctx.scope)
  const sent = ctx.sendMail({
    to: email,
    subject: `${what} (Noisefloor)`,
    body: [
      `${what}. It was done from ${ctx.caller.address || 'an unknown address'}.`,
      'If that was not you, choose a new password and sign out everywhere else:',
      { link: `${ctx.publicUrl()}/account/details` },
    ],
  })
  // It is done by then; what fails is in the log (server/mail).
  await sent.catch(() => undefined)
}
