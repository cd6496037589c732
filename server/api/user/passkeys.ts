import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import { addPasskey, passkeyOptions, removePasskey } from '#services/account/passkeys.ts'
import { writeCtxFor } from '#services/context.ts'
import { pending } from '../../auth/pending.ts'
import { relyingParty } from '../../auth/relying-party.ts'
import { renewSignIn } from '../../auth/renew.ts'
import { signedInOnly } from '../../auth/signed-in.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { nothing } from '../wire/account.ts'
import { message } from '../wire/message.ts'
import * as wire from '../wire/passkeys.ts'
import { line } from '../wire/text.ts'

const begin = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  request: takes(nothing),
  responses: {
    ...answers('The options', wire.creation),
    ...refusals('unauthorized', 'forbidden', 'conflict'),
  },
})
const add = createRoute({
  method: 'post',
  middleware: signedInOnly,
  path: '/api/user/passkeys',
  summary: 'Keep the passkey that the browser made',
  request: takes(wire.created),
  responses: {
    ...answers('Kept', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict'),
  },
})
const remove = createRoute({
  method: 'delete',
  middleware: signedInOnly,
  path: '/api/user/passkeys/{id}',
  summary: 'Remove a passkey',
  request: { params: z.object({ id: line(2000).min(1) }) },
  responses: { ...answers('Removed', message), ...refusals('unauthorized', 'forbidden', 'not-found') },
})

/** The challenge that the browser's answer holds, and whose it is. */
const asked = pending('noisefloor-passkey-made', z.object({ challenge: z.string(), user: z.string() }))

/** Passkeys of who is signed in. */
export function passkeyRoutes(app: App, appDeps: AppDeps): void {
  const { deps } = appDeps
  app.openapi(begin, async (c) => {
    const party = relyingParty(c, appDeps)
    const made = await passkeyOptions(writeCtxFor(deps, c.var), { party })
    const { scope } = c.var
    asked.keep(c, appDeps, {
      challenge: made.challenge,
      user: scope.kind === 'user' ? scope.user.id : '',
    })
    c.header('cache-control', 'no-store')
    return c.json(
      {
        challenge: made.challenge,
        rp: { id: party.id, name: made.rp.name },
        user: { id: made.user.id, name: made.user.name, display_name: made.user.displayName },
        pub_key_cred_params: made.pubKeyCredParams.map(({ alg, type }) => ({ alg, type })),
        timeout: made.timeout ?? 60_000,
        exclude_credentials: (made.excludeCredentials ?? []).map(({ id, type }) => ({ id, type })),
      },
      200,
    )
  })
  app.openapi(add, async (c) => {
    const { id, raw_id: rawId, name, ...response } = c.req.valid('json')
    const way = asked.take(c, appDeps)
    const { scope } = c.var
    if (!way || scope.kind !== 'user' || way.user !== scope.user.id)
      throw refuse('conflict', 'This took too long. Begin again.')
    await addPasskey(writeCtxFor(deps, c.var), {
      party: relyingParty(c, appDeps),
      challenge: way.challenge,
      name,
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.client_data_json,
          attestationObject: response.attestation_object,
          // Words of the browser, kept as hints and told back to it.
          transports: (response.transports ?? []) as never[],
        },
      },
    })
    await renewSignIn(c, appDeps)
    return c.json({ message: 'The passkey is kept.' }, 200)
  })
  app.openapi(remove, async (c) => {
    await removePasskey(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The passkey is removed.' }, 200)
  })
}
