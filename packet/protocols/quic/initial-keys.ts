import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { InitialPacket, QuicVersion } from './initial-packet.ts'

/** Keys of a client's Initial packets: anyone can make them from the connection id (RFC 9001 §5.2). */
export interface InitialKeys {
  key: Uint8Array
  iv: Uint8Array
  headerProtection: Uint8Array
}

const hmac = (key: Uint8Array, data: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(data).digest()

/** HKDF-Expand-Label of TLS 1.3 for at most 32 bytes (RFC 8446 §7.1). */
function expandLabel(secret: Uint8Array, label: string, length: number): Uint8Array {
  const name = Buffer.from(`tls13 ${label}`)
  return hmac(
    secret,
    Buffer.concat([Uint8Array.of(0, length, name.length), name, Uint8Array.of(0, 1)]),
  ).subarray(0, length)
}

export function clientInitialKeys(version: QuicVersion, destinationId: Uint8Array): InitialKeys {
  const secret = expandLabel(hmac(Buffer.from(version.salt, 'hex'), destinationId), 'client in', 32)
  return {
    key: expandLabel(secret, `${version.label} key`, 16),
    iv: expandLabel(secret, `${version.label} iv`, 12),
    headerProtection: expandLabel(secret, `${version.label} hp`, 16),
  }
}

/** The frames inside an Initial packet, or null when the keys are not its (RFC 9001 §5.3, §5.4). */
export function openInitial({ bytes, numberAt }: InitialPacket, keys: InitialKeys): Uint8Array | null {
  const sample = bytes.subarray(numberAt + 4, numberAt + 20)
  if (sample.length < 16) return null
  const mask = createCipheriv('aes-128-ecb', keys.headerProtection, null).update(sample)
  const header = Uint8Array.from(bytes.subarray(0, numberAt + 4))
  header[0]! ^= mask[0]! & 0x0f
  const numberLength = (header[0]! & 3) + 1
  const nonce = Uint8Array.from(keys.iv)
  for (let i = 0; i < numberLength; i++) {
    header[numberAt + i]! ^= mask[1 + i]!
    nonce[nonce.length - numberLength + i]! ^= header[numberAt + i]!
  }
  const sealed = bytes.subarray(numberAt + numberLength)
  if (sealed.length < 16) return null
  const decipher = createDecipheriv('aes-128-gcm', keys.key, nonce)
  decipher.setAAD(header.subarray(0, numberAt + numberLength))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = decipher.update(sealed.subarray(0, -16))
  try {
    decipher.final()
  } catch {
    return null
  }
  return plain
}
