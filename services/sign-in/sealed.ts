import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Text that a browser carries for us and can neither read nor change: AES-256-GCM under a key made from the installation's secret. */

const ivLength = 12
const tagLength = 16

const keyOf = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), `noisefloor ${purpose}`, 32))

export function seal(secret: Uint8Array, purpose: string, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** null for what was not sealed here for this purpose. */
export function unseal(secret: Uint8Array, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= ivLength + tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, ivLength))
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
