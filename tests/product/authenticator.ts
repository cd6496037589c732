import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey in software (WebAuthn Level 3), for tests of what a browser would never send. */
export interface SoftPasskey {
  id: string
  privateKey: KeyObject
}

/** What is said of a passkey and of where it was used; as it should be unless a test says otherwise. */
export interface Said {
  challenge: string
  origin: string
  rpId: string
  type?: 'webauthn.create' | 'webauthn.get'
  /** Whether it asked for a finger, a face or a PIN. */
  isVerified?: boolean
  counter?: number
}

const encoded = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (text: Uint8Array | string): Buffer => createHash('sha256').update(text).digest()

const clientData = ({ challenge, origin, type = 'webauthn.get' }: Said): string =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })

/** §6.1: hash of the relying party, flags (present, verified, attested), counter. */
function authenticatorData({ rpId, isVerified = true, counter = 0 }: Said, attested?: Uint8Array): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), head, attested ?? Buffer.alloc(0)])
}

/** One that was just made, and what the browser sends of it. */
export function makePasskey(said: Said, id = randomBytes(32)): { passkey: SoftPasskey; sent: object } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE_Key (RFC 9053 §7.1): EC2, ES256, P-256.
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
  const attestation = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authenticatorData(said, attested))],
    ]),
  )
  return {
    passkey: { id: encoded(id), privateKey },
    sent: {
      name: 'in software',
      id: encoded(id),
      raw_id: encoded(id),
      client_data_json: encoded(clientData({ type: 'webauthn.create', ...said })),
      attestation_object: encoded(attestation),
    },
  }
}

/** What the browser sends when a passkey is shown. */
export function showPasskey({ id, privateKey }: SoftPasskey, said: Said): Record<string, string> {
  const client = clientData(said)
  const data = authenticatorData(said)
  return {
    id,
    raw_id: id,
    client_data_json: encoded(client),
    authenticator_data: encoded(data),
    signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
  }
}
