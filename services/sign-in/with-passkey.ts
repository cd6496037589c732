import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import { begin, type Begun, refuseHomeless } from './begin.ts'
import type { SignInCtx } from './ctx.ts'
import { provenCounter, type RelyingParty } from './webauthn.ts'

/**
 * Signs in by a passkey, which is something one has and, since it asks for a finger, a face or a PIN, a second factor in itself.
 * @throws Refusal 'unauthorized', 'forbidden'
 */
export const signInWithPasskey = verb(
  [],
  async (
    ctx: SignInCtx,
    input: { party: RelyingParty; challenge: string; response: AuthenticationResponseJSON },
  ): Promise<Begun> => {
    const { party, challenge, response } = input
    const passkey = await ctx.accounts.passkeys.find(response.id)
    const counter = passkey && (await provenCounter(party, challenge, response, passkey))
    const user = passkey && counter !== null ? await ctx.accounts.get(passkey.user) : null
    if (!passkey || counter === null || !user)
      throw refuse('unauthorized', 'This passkey opens no account here.')
    await ctx.accounts.passkeys.used({ id: passkey.id, counter, now: ctx.clock() })
    await refuseHomeless(ctx, user)
    return begin(ctx, user)
  },
)
