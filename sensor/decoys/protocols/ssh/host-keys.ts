import { generateKeyPairSync } from 'node:crypto'
import keygen from 'ssh2/lib/keygen.js'

let made: readonly string[] | null = null

/** Keys of this process: made once, when the first client shows that it speaks SSH. RSA is for clients that know nothing newer. */
export const hostKeys = (): readonly string[] =>
  (made ??= [
    keygen.generateKeyPairSync('ed25519').private,
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
    }).privateKey,
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    }).privateKey,
  ])
