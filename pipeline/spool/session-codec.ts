import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Session } from '#model/session.ts'

/**
 * Sessions as a frame's body: how many (u32), bytes unpacked (u32), then JSON lines under zstd, payload bytes as base64. The bytes come
 * back only from our own checksummed frames, so they are read without a second validation.
 */
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

type Written = Omit<Session, 'sourcePayload' | 'destinationPayload'> & {
  sourcePayload: string
  destinationPayload: string
}

/** What sessions written by releases before 0.9 do not say. */
const untold = {
  direction: 'unknown',
  vantage: 'sensor',
  destinationHttp: null,
  destinationTls: null,
  destinationTelnet: null,
} as const

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
  const packed = await compress(plain, fast)
  const body = Buffer.allocUnsafe(8 + packed.length)
  body.writeUInt32BE(lines.length)
  body.writeUInt32BE(plain.length, 4)
  body.set(packed, 8)
  return body
}

export const sessionCount = (body: Buffer): number => body.readUInt32BE()
export const unpackedBytes = (body: Buffer): number => body.readUInt32BE(4)

export async function decodeSessions(body: Buffer): Promise<Session[]> {
  const text = await decompress(body.subarray(8), { maxOutputLength: unpackedBytes(body) })
  return text.toString().split('\n').map(parseSessionLine)
}

const base64 = (of: Uint8Array): string =>
  of.length === 0 ? '' : Buffer.from(of.buffer, of.byteOffset, of.byteLength).toString('base64')

/** A copy of its own: views into Node's shared pool would keep 8 KiB alive for a few bytes. */
const bytes = (text: string | undefined): Uint8Array =>
  text ? new Uint8Array(Buffer.from(text, 'base64')) : new Uint8Array()
