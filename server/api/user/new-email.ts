import { createRoute } from '@hono/zod-openapi'
import { askNewEmail, confirmNewEmail, dropNewEmail, resendNewEmail } from '#services/account/new-email.ts'
import { writeCtxFor } from '#services/context.ts'
import { renewHints, renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { newEmail, nothing } from '../wire/account.ts'
import { mailedToken } from '../wire/auth.ts'
import { message } from '../wire/message.ts'

const path = '/api/user/new-email'

const ask = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path,
  summary: 'Ask for another address: it waits until it is confirmed, and the one before stays until then',
  request: takes(newEmail),
  responses: {
    ...answers('It waits; the answer is the same where another account has the address', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const resend = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: `${path}/verification-email`,
  summary: 'Send the mail to the address that waits again; the link before works no more',
  request: takes(nothing),
  responses: { ...answers('Sent', message), ...refusals('unauthorized', 'not-found') },
})
const confirm = createRoute({
  method: 'put',
  middleware: signedInOnly,
  path,
  summary:
    'Confirm the address that waits with what its mail held, signed in to the account it was asked for',
  request: takes(mailedToken),
  responses: {
    ...answers('It is the address of the account now', message),
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'conflict'),
  },
})
const drop = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path,
  summary: 'Keep the address; the one that waits is forgotten',
  responses: { ...answers('Forgotten', message), ...refusals('unauthorized', 'not-found') },
})

/** The address of who is signed in, and the one that waits to take its place. */
export function newEmailRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.openapi(ask, async (c) => {
    const { email, current_password: currentPassword } = c.req.valid('json')
    await askNewEmail(writeCtxFor(deps, c.var), {
      email,
      ...(currentPassword !== undefined && { currentPassword }),
    })
    return c.json({ message: 'A mail to this address says how to confirm it.' }, 200)
  })
  app.openapi(resend, async (c) => {
    await resendNewEmail(writeCtxFor(deps, c.var))
    return c.json({ message: 'The mail is on its way.' }, 200)
  })
  app.openapi(confirm, async (c) => {
    await confirmNewEmail(writeCtxFor(deps, c.var), c.req.valid('json'))
    await renewSignIn(c, appDeps)
    await renewHints(c, appDeps)
    return c.json({ message: 'The address is confirmed.' }, 200)
  })
  app.openapi(drop, async (c) => {
    await dropNewEmail(writeCtxFor(deps, c.var))
    return c.json({ message: 'The address stays as it is.' }, 200)
  })
}
