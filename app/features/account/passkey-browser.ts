import { send } from './send.ts'

/** Passkeys as this browser makes and shows them; what speaks WebAuthn is loaded when it is needed. */

/** Why there are none under this host, as an address spells it, in words for people; null where there may be. */
export const noPasskeysAt = (hostname: string): string | null =>
  /^[\d.]+$|^\[/.test(hostname)
    ? 'Passkeys need a name: open this server by a host name, on this machine by localhost, instead of an address of numbers.'
    : null

/** Why there are none in this browser; null where there are. */
export function noPasskeysHere(): string | null {
  const because = noPasskeysAt(window.location.hostname)
  if (because !== null) return because
  return 'PublicKeyCredential' in window ? null : 'This browser makes no passkeys here; they need https.'
}

const notLoaded = 'What speaks to passkeys did not arrive. Check the connection and try again.'

interface Creation {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; display_name: string }
  pub_key_cred_params: { alg: number; type: 'public-key' }[]
  timeout: number
  exclude_credentials: { id: string; type: 'public-key' }[]
}

/** Makes one and has it kept. @returns why it did not work; null when it did */
export async function makePasskey(name: string): Promise<string | null> {
  const asked = await send<Creation>('/api/user/passkeys/options', 'POST', {})
  if (!asked.data) return asked.message
  const { user, pub_key_cred_params, exclude_credentials, ...same } = asked.data
  const browser = await import('@simplewebauthn/browser').catch(() => null)
  if (!browser) return notLoaded
  const made = await browser
    .startRegistration({
      optionsJSON: {
        ...same,
        user: { id: user.id, name: user.name, displayName: user.display_name },
        pubKeyCredParams: pub_key_cred_params,
        excludeCredentials: exclude_credentials,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    .catch(inWords)
  if (typeof made === 'string') return made
  const { clientDataJSON, attestationObject, transports } = made.response
  const kept = await send('/api/user/passkeys', 'POST', {
    name,
    id: made.id,
    raw_id: made.rawId,
    client_data_json: clientDataJSON,
    attestation_object: attestationObject,
    ...(transports && { transports }),
  })
  return kept.ok ? null : kept.message
}

/** Signs in by one. @returns why it did not work; null when it did */
export async function showPasskey(): Promise<string | null> {
  const asked = await send<{ challenge: string; rp_id: string; timeout: number }>(
    '/api/auth/passkey',
    'POST',
    {},
  )
  if (!asked.data) return asked.message
  const { challenge, rp_id: rpId, timeout } = asked.data
  const browser = await import('@simplewebauthn/browser').catch(() => null)
  if (!browser) return notLoaded
  const shown = await browser
    .startAuthentication({
      optionsJSON: { challenge, rpId, timeout, userVerification: 'required' },
    })
    .catch(inWords)
  if (typeof shown === 'string') return shown
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response
  const answer = await send('/api/auth/callback/passkey', 'POST', {
    id: shown.id,
    raw_id: shown.rawId,
    client_data_json: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle !== undefined && { user_handle: userHandle }),
  })
  return answer.ok ? null : answer.message
}

/** What browsers say of it: that it was refused, or that there is none, they do not tell one from the other. */
function inWords(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for this account already.'
  return 'The browser showed no passkey: there is none for this server, or it was cancelled.'
}
