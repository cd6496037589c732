import { generateKeyPairSync } from 'node:crypto'
import keygen from 'ssh2/lib/keygen.js'
import type { DecoyKeys } from '../../keys.ts'

/** How each is made, when the first client shows that it speaks SSH. RSA is for clients that know nothing newer. */
const kinds: Readonly<Record<string, () => string>> = {
  ed25519: () => keygen.generateKeyPairSync('ed25519').private,
  ecdsa: () =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
    }).privateKey,
  rsa: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    }).privateKey,
}

/** What a host is known by to clients of SSH. */
export const hostKeys = (keys: DecoyKeys): readonly string[] =>
  Object.entries(kinds).map(([kind, make]) => keys.pem(`ssh ${kind}`, make))
