import { createHash } from 'node:crypto'
import type { AcceptedCredential } from '#model/sensor/profile.ts'

const hash = (kind: 'sha1' | 'sha256', ...parts: readonly Uint8Array[]): Buffer => {
  const made = createHash(kind)
  for (const part of parts) made.update(part)
  return made.digest()
}
const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ other[at]!))

/** What a client sends instead of the password, for a challenge: of both plugins that are in use. */
const proofs: Record<string, (password: string, challenge: Buffer) => Buffer> = {
  mysql_native_password(password, challenge) {
    const once = hash('sha1', Buffer.from(password))
    return xor(once, hash('sha1', challenge, hash('sha1', once)))
  },
  caching_sha2_password(password, challenge) {
    const once = hash('sha256', Buffer.from(password))
    return xor(once, hash('sha256', hash('sha256', once), challenge))
  },
}

/** @returns the accepted password that was proved; null when it was none of them */
export function provedPassword(
  credentials: readonly AcceptedCredential[],
  user: string,
  plugin: string,
  challenge: Buffer,
  proof: Buffer,
): string | null {
  const proofOf = Object.hasOwn(proofs, plugin) ? proofs[plugin]! : proofs['mysql_native_password']!
  for (const one of credentials) {
    if (one.user !== '*' && one.user !== user) continue
    if (one.password === '*' || (one.password === '' && proof.length === 0)) return ''
    if (proofOf(one.password, challenge).equals(proof)) return one.password
  }
  return null
}
