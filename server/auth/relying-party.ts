import { isIP } from 'node:net'
import type { Context } from 'hono'
import { refuse } from '#model/errors.ts'
import type { RelyingParty } from '#services/sign-in/webauthn.ts'
import { nameOf } from '../http/hosts.ts'
import type { Env } from '../http/env.ts'
import { isSecure, type Reached } from './cookies.ts'

/** Why a browser makes no passkey under the address it came by; null where it does. */
export function noPasskeysBecause(c: Context<Env>, reached: Reached): string | null {
  const host = nameOf(c.req.header('host') ?? '')
  // WebAuthn Level 3 §5.1.3: the id of a relying party is a domain.
  if (isIP(host.replaceAll(/[[\]]/g, '')) !== 0)
    return 'Passkeys need a name: open this server by a host name, on this machine by localhost, instead of an address of numbers.'
  if (host !== 'localhost' && !isSecure(c, reached)) return 'Passkeys need https.'
  return null
}

/** @throws Refusal 'conflict' where there are none under this address */
export function relyingParty(c: Context<Env>, reached: Reached): RelyingParty {
  const because = noPasskeysBecause(c, reached)
  if (because !== null) throw refuse('conflict', because)
  const host = c.req.header('host') ?? ''
  return { id: nameOf(host), origin: `${isSecure(c, reached) ? 'https' : 'http'}://${host}` }
}
