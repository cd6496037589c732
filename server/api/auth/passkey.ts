import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { requestOptions } from '#services/sign-in/webauthn.ts'
import { signInWithPasskey } from '#services/sign-in/with-passkey.ts'
import { keepSignIn } from '../../auth/cookies.ts'
import { keepHints } from '../../auth/hints.ts'
import { pending } from '../../auth/pending.ts'
import { relyingParty } from '../../auth/relying-party.ts'
import { accountsCtxOf } from '../../auth/accounts-ctx.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { nothing } from '../wire/account.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/passkeys.ts'

const begins = createRoute({
  method: 'post',
  path: '/api/auth/passkey',
  summary: 'What the browser needs to show a passkey',
  request: takes(nothing),
  responses: { ...answers('The options', wire.request), ...refusals('unauthorized', 'conflict') },
})
const returns = createRoute({
  method: 'post',
  path: '/api/auth/callback/passkey',
  summary: 'Sign in with a passkey',
  request: takes(wire.shown),
  responses: {
    ...answers('Signed in', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})

const asked = pending('noisefloor-passkey', z.object({ challenge: z.string(), begun: z.number() }))

export function passkeySignInRoutes(app: App, appDeps: AppDeps): void {
  app.openapi(begins, async (c) => {
    const party = relyingParty(c, appDeps)
    const { challenge, timeout = 60_000 } = await requestOptions(party)
    asked.keep(c, appDeps, { challenge, begun: appDeps.deps.clock() })
    c.header('cache-control', 'no-store')
    return c.json({ challenge, rp_id: party.id, timeout }, 200)
  })
  app.openapi(returns, async (c) => {
    const { id, raw_id: rawId, ...response } = c.req.valid('json')
    const way = asked.take(c, appDeps)
    if (!way) throw refuse('conflict', 'This took too long. Begin again.')
    const begun = await signInWithPasskey(accountsCtxOf(appDeps, c), {
      party: relyingParty(c, appDeps),
      challenge: way.challenge,
      begun: way.begun,
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.client_data_json,
          authenticatorData: response.authenticator_data,
          signature: response.signature,
          ...(response.user_handle !== undefined && { userHandle: response.user_handle }),
        },
      },
    })
    keepSignIn(c, appDeps, begun.secret)
    keepHints(c, appDeps, begun.user)
    return c.json({ message: 'You are signed in.' }, 200)
  })
}
