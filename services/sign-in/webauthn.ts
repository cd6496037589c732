import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey } from '#store/app/accounts/passkeys.ts'

/** Passkeys (WebAuthn Level 3), read when somebody first uses one: the parsers of certificates are not small. */

/** The server as authenticators know it. */
export interface RelyingParty {
  /** Its host name. */
  id: string
  /** "https://noise.example.org" */
  origin: string
}

const library = () => import('@simplewebauthn/server')

/** @param known passkeys of the same user, which are not made twice */
export async function creationOptions(
  { id }: RelyingParty,
  user: { id: string; name: string; email: string },
  known: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Noisefloor',
    rpID: id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name || user.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ id: credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** null for an answer that proves nothing. */
export async function newPasskey(
  { id, origin }: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return null
  const { id: credential, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id: credential, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** Of any passkey for this server: who signs in is nobody yet. */
export async function requestOptions({ id }: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
}

/** @returns the counter as it is now; null for an answer that proves nothing */
export async function provenCounter(
  { id, origin }: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  passkey: Passkey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
