import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { refuse, type Refusal } from '#model/errors.ts'
import type { Passkey } from '#store/app/accounts/passkeys.ts'
import { verb } from '../access.ts'
import { begin, type Begun, refuseHomeless } from './begin.ts'
import type { AccountsCtx } from './accounts-ctx.ts'
import { provenCounter, type RelyingParty } from './webauthn.ts'

/**
 * Signs in by a passkey, which is something one has and, since it asks for a finger, a face or a PIN, a second factor in itself.
 * @param input `begun`: when the challenge was made, ms
 * @throws Refusal 'unauthorized', 'forbidden'; 'conflict' for an answer that came before
 */
export const signInWithPasskey = verb(
  [],
  async (
    ctx: AccountsCtx,
    input: { party: RelyingParty; challenge: string; begun: number; response: AuthenticationResponseJSON },
  ): Promise<Begun> => {
    const { party, challenge, begun, response } = input
    const passkey = await ctx.accounts.passkeys.find(response.id)
    if (passkey && begun <= passkey.lastUsed) throw again()
    const counter =
      passkey && isNamed(passkey, response) ? await provenCounter(party, challenge, response, passkey) : null
    const user = passkey && counter !== null ? await ctx.accounts.get(passkey.user) : null
    if (!passkey || counter === null || !user)
      throw refuse('unauthorized', 'This passkey opens no account here.')
    if (!(await ctx.accounts.passkeys.used({ id: passkey.id, counter, begun, now: ctx.clock() })))
      throw again()
    await refuseHomeless(ctx, user)
    return begin(ctx, user)
  },
)

/** Whoever holds a browser's cookie and its answer could send both again. */
const again = (): Refusal => refuse('conflict', 'This answer was used already. Begin again.')

/** Whom the browser names must be whose passkey it is (WebAuthn Level 3 §7.2). */
const isNamed = ({ user }: Passkey, { response: { userHandle } }: AuthenticationResponseJSON): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === user
