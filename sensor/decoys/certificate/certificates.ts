import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { DecoyKeys } from '../keys.ts'
import { bits, integer, objectId, sequence, set, tagged, utcTime, utf8 } from '../der.ts'

const commonName = '2.5.4.3'
const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const yearMs = 365 * 86_400_000

/** Key and certificate of a host that signs itself (RFC 5280 §4.1), as devices come with; PEM, one behind the other. */
function selfSigned(hostname: string, now = Date.now()): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(objectId(ecdsaWithSha256))
  const name = sequence(set(sequence(objectId(commonName), utf8(hostname))))
  const serial = randomBytes(15)
  serial[0]! |= 1
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    name,
    sequence(utcTime(new Date(now - yearMs)), utcTime(new Date(now + 9 * yearMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const der = sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
  const lines = der.toString('base64').replace(/.{1,64}/g, '$&\n')
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return `${key}-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`
}

/** One certificate a hostname, made when somebody first asks for it. */
export class Certificates {
  readonly #contexts = new Map<string, SecureContext>()
  readonly #keys: DecoyKeys

  constructor(keys: DecoyKeys) {
    this.#keys = keys
  }

  contextFor(hostname = 'localhost'): SecureContext {
    let context = this.#contexts.get(hostname)
    if (context === undefined) {
      const pem = this.#keys.pem(`tls ${hostname}`, () => selfSigned(hostname))
      // Old clients too: worms carry the TLS of their time. Nothing secret passes here.
      const ciphers = 'DEFAULT:@SECLEVEL=0'
      context = createSecureContext({ key: pem, cert: pem, minVersion: 'TLSv1', ciphers })
      this.#contexts.set(hostname, context)
    }
    return context
  }
}
