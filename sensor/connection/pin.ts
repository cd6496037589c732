import { createHash, type X509Certificate } from 'node:crypto'
import { text, WrongShape } from '../wire/read.ts'

/**
 * What a server is known by: "sha256//…", the SHA-256 of its public key (SubjectPublicKeyInfo, RFC 7469 §2.4) as curl writes it, which a
 * certificate renewed with the same key has as well; or 64 hexadecimal digits, the SHA-256 of one certificate, as installs before named it.
 */
export type Pin = string

const ofKey = /^sha256\/\/[A-Za-z0-9+/]{43}=$/

/** As curl or openssl (with colons) or anybody else writes it. @throws WrongShape */
export function pinOf(value: unknown): Pin {
  const said = text(value, 'fingerprint', 128)
  if (ofKey.test(said)) return said
  const digits = said
    .replace(/^sha256:?/i, '')
    .replaceAll(':', '')
    .toLowerCase()
  if (/^[0-9a-f]{64}$/.test(digits)) return digits
  throw new WrongShape(
    'fingerprint: expected sha256//… of the server’s public key (44 characters), or the SHA-256 of its certificate (64 hexadecimal digits)',
  )
}

/** What `certificate` would be pinned as in the form of `pin`. */
export function shownAs(pin: Pin, certificate: X509Certificate): Pin {
  if (!ofKey.test(pin)) return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  const key = certificate.publicKey.export({ format: 'der', type: 'spki' })
  return `sha256//${createHash('sha256').update(key).digest('base64')}`
}

/** For people: what it is that was compared. */
export const kindOf = (pin: Pin): 'public key' | 'certificate' =>
  ofKey.test(pin) ? 'public key' : 'certificate'
