import { createCipheriv } from 'node:crypto'
import { clientInitialKeys } from '../quic/initial-keys.ts'

const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff]
const u24 = (value: number): number[] => [value >> 16, ...u16(value & 0xffff)]

/** A DTLS record with one fragment of a ClientHello body (RFC 6347 §4.2.2, §4.3.1). */
export function dtlsFragment(body: Uint8Array, offset: number, length: number): Uint8Array {
  const part = body.subarray(offset, offset + length)
  const fragment = [1, ...u24(body.length), ...u16(0), ...u24(offset), ...u24(part.length), ...part]
  return Uint8Array.from([22, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, ...u16(fragment.length), ...fragment])
}

/** The DTLS body of a TLS one: an empty cookie after the session id. */
export function withCookie(body: Uint8Array): Uint8Array {
  const at = 35 + body[34]!
  return Uint8Array.from([...body.subarray(0, at), 0, ...body.subarray(at)])
}

export interface CryptoFrame {
  offset: number
  data: Uint8Array
}

/** A QUIC Initial packet with these CRYPTO frames, sealed as a client does (RFC 9001 §5), by the salt of version 1. */
export function quicInitial(
  destinationId: Uint8Array,
  packetNumber: number,
  frames: CryptoFrame[],
  versionNumber = 1,
): Uint8Array {
  const version = { salt: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a', label: 'quic', initialType: 0 } as const
  const keys = clientInitialKeys(version, destinationId)
  const varint = (value: number): number[] => [0x40 | (value >> 8), value & 0xff]
  const plain = frames.flatMap(({ offset, data }) => [
    0x06,
    ...varint(offset),
    ...varint(data.length),
    ...data,
  ])
  while (plain.length < 200) plain.push(0)
  const length = varint(plain.length + 2 + 16)
  const id = [destinationId.length, ...destinationId]
  const header = Uint8Array.from([
    0xc1,
    ...u16(versionNumber >>> 16),
    ...u16(versionNumber),
    ...id,
    0,
    0,
    ...length,
    ...u16(packetNumber),
  ])
  const nonce = Uint8Array.from(keys.iv)
  nonce[10]! ^= packetNumber >> 8
  nonce[11]! ^= packetNumber & 0xff
  const cipher = createCipheriv('aes-128-gcm', keys.key, nonce).setAAD(header)
  const sealed = Buffer.concat([cipher.update(Uint8Array.from(plain)), cipher.final()])
  const payload = Buffer.concat([sealed, cipher.getAuthTag()])
  const mask = createCipheriv('aes-128-ecb', keys.headerProtection, null).update(payload.subarray(2, 18))
  header[0]! ^= mask[0]! & 0x0f
  header[header.length - 2]! ^= mask[1]!
  header[header.length - 1]! ^= mask[2]!
  return Buffer.concat([header, payload])
}
