import { refuse } from '#model/errors.ts'
import type { App } from '../../http/app-deps.ts'

/** Calls of whoever signs in, or makes an account, with something kept here. */
const calls = [
  'callback',
  'callback/local',
  'callback/second-factor',
  'callback/passkey',
  'passkey',
  'signup',
  'forgot-password',
  'reset-password',
]

/** Of a server whose people sign in by its provider alone (LOCAL_ACCOUNTS=off). */
export function refuseLocal(app: App): void {
  for (const call of calls)
    app.use(`/api/auth/${call}`, () => {
      throw refuse('not-found', 'People sign in by the provider of this server alone.')
    })
}
