import { createHash, createPublicKey, verify } from 'node:crypto'
import type { AgentUpdate } from '#model/sensor/protocol.ts'

/** Why an update is not taken; null when it is signed by the pinned key and newer. Ed25519 over version and SHA-256 (model/sensor/protocol.ts). */
export function refusalOf(update: AgentUpdate, updateKey: string, present: string): string | null {
  if (!isNewer(update.version, present)) return `version ${update.version} is not above ${present}`
  if (!/^[0-9a-f]{64}$/.test(update.sha256)) return 'its SHA-256 is none'
  const signed = Buffer.from(`${update.version}\n${update.sha256}\n`)
  try {
    const key = createPublicKey({ key: Buffer.from(updateKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return 'the pinned key is not Ed25519'
    if (verify(null, signed, key, Buffer.from(update.signature, 'base64'))) return null
  } catch {
    return 'the pinned key cannot be read'
  }
  return 'its signature is not of the pinned key'
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Three numbers; anything else is never newer. */
export function isNewer(version: string, present: string): boolean {
  const [a, b] = [partsOf(version), partsOf(present)]
  if (!a || !b) return false
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && a[at]! > b[at]!
}

function partsOf(version: string): number[] | null {
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version.split('.').map(Number) : null
}
