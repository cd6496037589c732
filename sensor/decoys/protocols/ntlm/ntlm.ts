import { objectId, octets, sequence, tagged } from '../../der.ts'
import type { Talk } from '../emulation.ts'

/** NTLM's messages (MS-NLMP §2.2.1), wherever they are wrapped: they begin with this. */
const signature = Buffer.from('NTLMSSP\0')
const ntlmId = '1.3.6.1.4.1.311.2.2.10'
const spnegoId = '1.3.6.1.5.5.2'

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')
const pair = (id: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

/** The message inside some bytes: its kind and its own bytes. */
export function ntlmIn(bytes: Buffer): { kind: number; message: Buffer } | null {
  const at = bytes.indexOf(signature)
  if (at < 0 || bytes.length < at + 12) return null
  return { kind: bytes.readUInt32LE(at + 8), message: bytes.subarray(at) }
}

/** Whether the messages travel inside SPNEGO (RFC 4178 §4.2), and so must the answer. */
export const isWrapped = (blob: Buffer): boolean => blob[0] === 0x60 || blob[0] === 0xa1

/** CHALLENGE_MESSAGE: a number to prove a password with, and the names that scanners read. */
export function challengeOf(talk: Talk): Buffer {
  const name = (talk.options.hostname ?? 'WIN-SRV01').toUpperCase().slice(0, 15)
  const target = wide(name)
  const info = Buffer.concat([
    pair(2, target),
    pair(1, target),
    pair(4, wide(name.toLowerCase())),
    pair(3, wide(name.toLowerCase())),
    pair(7, fileTime(talk.now())),
    pair(0, Buffer.alloc(0)),
  ])
  const head = Buffer.alloc(56)
  signature.copy(head)
  head.writeUInt32LE(2, 8)
  head.writeUInt16LE(target.length, 12)
  head.writeUInt16LE(target.length, 14)
  head.writeUInt32LE(56, 16)
  // Unicode, NTLM, always sign, target type server, extended session security, target info, version, 128 and 56 bits.
  head.writeUInt32LE(0xe28a_8215, 20)
  talk.random(8).copy(head, 24)
  head.writeUInt16LE(info.length, 40)
  head.writeUInt16LE(info.length, 42)
  head.writeUInt32LE(56 + target.length, 44)
  // Windows 10.0, build 17763.
  Buffer.from([10, 0, 0x63, 0x45, 0, 0, 0, 15]).copy(head, 48)
  return Buffer.concat([head, target, info])
}

/** User and domain of an AUTHENTICATE_MESSAGE. The proof of the password stays a proof: nobody is let in by it but whom any password lets in. */
export function authenticated(message: Buffer, talk: Talk): boolean {
  const field = (at: number): string => {
    if (message.length < at + 8) return ''
    const offset = message.readUInt32LE(at + 4)
    return message.toString('utf16le', offset, offset + message.readUInt16LE(at))
  }
  const domain = field(28)
  const user = field(36)
  const name = domain === '' ? user : `${domain}\\${user}`
  const isAccepted = talk.credentials.some(
    (one) => one.password === '*' && (one.user === '*' || one.user === user),
  )
  return talk.login(name, '', isAccepted)
}

/** SPNEGO's first word of a server (RFC 4178 §4.2.1): NTLM is what is spoken. */
export const ntlmOffer = (): Buffer =>
  tagged(0x60, objectId(spnegoId), tagged(0xa0, sequence(tagged(0xa0, sequence(objectId(ntlmId))))))

/** NegTokenResp (RFC 4178 §4.2.2) that carries a message, state accept-incomplete. */
export const ntlmAnswer = (message: Buffer): Buffer =>
  tagged(
    0xa1,
    sequence(
      tagged(0xa0, tagged(0x0a, Buffer.from([1]))),
      tagged(0xa1, objectId(ntlmId)),
      tagged(0xa2, octets(message)),
    ),
  )

/** 100 ns since 1601. */
export const fileTime = (at: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE((BigInt(Math.floor(at)) + 11_644_473_600_000n) * 10_000n)
  return bytes
}
