import { createRoute } from '@hono/zod-openapi'
import { noWorkspace } from '#model/account/active-membership.ts'
import { signUpInvited } from '#services/sign-in/invites.ts'
import { requestReset, resetPassword, verifyEmail } from '#services/sign-in/mailed.ts'
import { signUp } from '#services/sign-in/sign-up.ts'
import { keepSignIn } from '../../auth/cookies.ts'
import { renewHints, renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import { forgetInvite, keepHints } from '../../auth/hints.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import * as wire from '../wire/auth.ts'
import { message } from '../wire/message.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'

const signsUp = createRoute({
  method: 'post',
  path: '/api/auth/signup',
  summary: 'Make an account, by invitation or where this server is open to it',
  request: takes(wire.signUp),
  responses: {
    ...answers('Made, or a mail says more', wire.signedUp),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict'),
  },
})
const verifies = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/auth/verify-email',
  summary: 'Confirm the address of the account that is signed in with what its mail held',
  request: takes(wire.mailedToken),
  responses: { ...answers('Confirmed', message), ...refusals('invalid-input', 'unauthorized', 'not-found') },
})
const forgot = createRoute({
  method: 'post',
  path: '/api/auth/forgot-password',
  summary: 'Send a mail that chooses a new password; the answer is the same for every address',
  request: takes(wire.forgotten),
  responses: {
    ...answers('Sent where there is an account', message),
    ...refusals('invalid-input', 'unauthorized'),
  },
})
const resets = createRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with what the mail held, and sign in where no second factor is asked for',
  request: takes(wire.newPassword),
  responses: {
    ...answers('Done', wire.passwordChosen),
    ...refusals('invalid-input', 'unauthorized', 'not-found'),
  },
})

/** Making accounts, and the links of mails. */
export function accountLinkRoutes(app: App, appDeps: AppDeps): void {
  app.openapi(signsUp, async (c) => {
    const {
      invite,
      email,
      password,
      first_name: firstName = '',
      last_name: lastName = '',
    } = c.req.valid('json')
    const ctx = accountsCtxOf(appDeps, c)
    const profile = { firstName: firstName.trim(), lastName: lastName.trim() }
    if (invite === undefined) {
      await signUp(ctx, { email, password, profile })
      return c.json({ message: 'A mail to this address says how to go on.', signed_in: false }, 200)
    }
    const begun = await signUpInvited(ctx, { token: invite, email, password, profile })
    keepSignIn(c, appDeps, begun.secret)
    keepHints(c, appDeps, begun.user)
    forgetInvite(c)
    return c.json({ message: 'Welcome.', signed_in: true }, 200)
  })
  app.openapi(verifies, async (c) => {
    await verifyEmail(accountsCtxOf(appDeps, c), c.req.valid('json'))
    await renewSignIn(c, appDeps)
    await renewHints(c, appDeps)
    return c.json({ message: 'The address is confirmed.' }, 200)
  })
  app.openapi(forgot, async (c) => {
    await requestReset(accountsCtxOf(appDeps, c), c.req.valid('json'))
    return c.json({ message: 'If there is an account with this address, a mail is on its way.' }, 200)
  })
  app.openapi(resets, async (c) => {
    const begun = await resetPassword(accountsCtxOf(appDeps, c), c.req.valid('json'))
    const answer = (message: string, signedIn: boolean, error: typeof noWorkspace | null = null) =>
      c.json({ message, signed_in: signedIn, error }, 200)
    if (begun === null)
      return answer(
        'You have a new password. Your account is in no workspace: ask to be invited.',
        false,
        noWorkspace,
      )
    if ('asksCodeOf' in begun) return answer('You have a new password. Sign in with it.', false)
    keepSignIn(c, appDeps, begun.secret)
    keepHints(c, appDeps, begun.user)
    return answer('You have a new password, and are signed in.', true)
  })
}
