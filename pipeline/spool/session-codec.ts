import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { noProtocolFacts } from '#model/protocols/table.ts'
import type { Session } from '#model/session.ts'
import { mapInSlices } from '#model/slices.ts'

/**
 * Sessions as a frame's body: how many (u32), bytes unpacked (u32), then JSON lines under zstd, or as they are where they are few; payload
 * bytes as base64. The bytes come back only from our own checksummed frames, so they are read without a second validation.
 */
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Sessions and characters of JSON from which on a body is closed. */
export const frameSessions = 1000
export const frameChars = 1 << 20

/** Below so many bytes setting up the packing costs several times what it saves the disk. */
const packedFrom = 32_768
/** What every zstd frame begins with (RFC 8878, 3.1.1), and no JSON. */
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** The body of one frame, and how many of its sessions are of which day. */
export interface EncodedSessions {
  body: Buffer
  /** By day of their origin, see `dayOf`. */
  days: Record<string, number>
}

/** "live 2026-03-15": the partition of the store that a session belongs to. "" when its time is no time. */
export function dayOf({ origin, firstPacket }: Pick<Session, 'origin' | 'firstPacket'>): string {
  // Days beyond these have no four-digit year (drain/units.ts sets such sessions apart).
  if (!(firstPacket >= 0 && firstPacket < 253_402_300_800_000)) return ''
  const number = Math.floor(firstPacket / 86_400_000)
  let day = dayNames.get(number)
  if (day === undefined) {
    day = new Date(number * 86_400_000).toISOString().slice(0, 10)
    if (dayNames.size > 1000) dayNames.clear()
    dayNames.set(number, day)
  }
  return `${origin} ${day}`
}

/** Making a day's name for each session would cost more than all else here. */
const dayNames = new Map<number, string>()

type Written = Omit<Session, 'sourcePayload' | 'destinationPayload'> & {
  sourcePayload: string
  destinationPayload: string
}

/** What sessions written by releases before 0.9 do not say, nor those of a release that did not know a protocol. */
const untold = { direction: 'unknown', vantage: 'sensor', ...noProtocolFacts } as const

export function sessionLine(session: Session): string {
  return JSON.stringify({
    ...session,
    sourcePayload: base64(session.sourcePayload),
    destinationPayload: base64(session.destinationPayload),
  })
}

export function parseSessionLine(line: string): Session {
  const plain: Written = JSON.parse(line)
  return {
    ...untold,
    ...plain,
    sourcePayload: bytes(plain.sourcePayload),
    destinationPayload: bytes(plain.destinationPayload),
  }
}

export async function encodeSessions(lines: readonly string[]): Promise<Buffer> {
  const plain = Buffer.from(lines.join('\n'))
  const packed = plain.length < packedFrom ? plain : await compress(plain, fast)
  const body = Buffer.allocUnsafe(8 + packed.length)
  body.writeUInt32BE(lines.length)
  body.writeUInt32BE(plain.length, 4)
  body.set(packed, 8)
  return body
}

export const sessionCount = (body: Buffer): number => body.readUInt32BE()
export const unpackedBytes = (body: Buffer): number => body.readUInt32BE(4)

export async function decodeSessions(body: Buffer): Promise<Session[]> {
  const held = body.subarray(8)
  const text = held.subarray(0, zstdMagic.length).equals(zstdMagic)
    ? await decompress(held, { maxOutputLength: unpackedBytes(body) })
    : held
  return mapInSlices(text.toString().split('\n'), parseSessionLine)
}

const base64 = (of: Uint8Array): string =>
  of.length === 0 ? '' : Buffer.from(of.buffer, of.byteOffset, of.byteLength).toString('base64')

/** A copy of its own: views into Node's shared pool would keep 8 KiB alive for a few bytes. */
const bytes = (text: string | undefined): Uint8Array =>
  text ? new Uint8Array(Buffer.from(text, 'base64')) : new Uint8Array()
