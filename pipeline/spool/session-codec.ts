import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Session } from '#model/session.ts'
import { mapInSlices } from '#model/slices.ts'
import { nativeBlock } from '#store/analytics/query/native/block.ts'
import { readBlock } from '#store/analytics/query/native/read.ts'
import { parseSessionLine, sessionLine } from '#store/analytics/sessions/line.ts'
import { RowBlock, rowsOfSessions, type SessionRow } from '#store/analytics/sessions/row.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'

/**
 * Sessions as a frame's body: how many (u32), bytes unpacked (u32), then the content under zstd, or as it is where it is short. The
 * content is a zero byte and a block in the engine's own format, which the drainer hands on as it is (docs/decisions/0060); JSON lines
 * where they are few, and where a value fits no column. The bytes come back only from our own checksummed frames.
 */
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Sessions from which on they are a block: it spells the name and the type of every column. */
export const blockSessions = 16
const blockMark = Buffer.from([0])
/** A content is cut in half rather than being larger: a frame may be no larger than 128 MiB (frame.ts). */
const maxContent = 8 << 20

/** Below so many bytes setting up the packing costs several times what it saves the disk. */
const packedFrom = 32_768
/** What every zstd frame begins with (RFC 8878, 3.1.1), and no content. */
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
  if (!(Number.isFinite(firstPacket) && firstPacket >= 0 && firstPacket < 253_402_300_800_000)) return ''
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

/** Sessions as bodies of frames, in their order: of one, or of more where they are large. */
export async function encodeSessions(sessions: readonly Session[]): Promise<EncodedSessions[]> {
  if (sessions.length === 0) return []
  const days: Record<string, number> = {}
  for (const session of sessions) {
    const day = dayOf(session)
    days[day] = (days[day] ?? 0) + 1
  }
  const content = (await asBlock(sessions, '' in days)) ?? asLines(sessions)
  if (content.length > maxContent && sessions.length > 1) {
    const middle = sessions.length >> 1
    const [first, second] = [sessions.slice(0, middle), sessions.slice(middle)]
    return [...(await encodeSessions(first)), ...(await encodeSessions(second))]
  }
  const packed = content.length < packedFrom ? content : await compress(content, fast)
  const body = Buffer.allocUnsafe(8 + packed.length)
  body.writeUInt32BE(sessions.length)
  body.writeUInt32BE(content.length, 4)
  body.set(packed, 8)
  return [{ body, days }]
}

/** null where lines are to be written: a time that is none has no place in a block, nor has a value that its column cannot hold. */
async function asBlock(sessions: readonly Session[], isAnyTimeless: boolean): Promise<Buffer | null> {
  if (sessions.length < blockSessions || isAnyTimeless) return null
  try {
    return Buffer.concat([blockMark, ...(await nativeBlock(sessions, sessionColumns))])
  } catch (error) {
    // Whoever stores it says which session is to blame, and sets it aside.
    if (error instanceof TypeError) return null
    throw error
  }
}

const asLines = (sessions: readonly Session[]): Buffer => Buffer.from(sessions.map(sessionLine).join('\n'))

export const sessionCount = (body: Buffer): number => body.readUInt32BE()
export const unpackedBytes = (body: Buffer): number => body.readUInt32BE(4)

/** @throws RangeError for a block that is none of ours */
export async function decodeSessions(body: Buffer): Promise<SessionRow[]> {
  const held = body.subarray(8)
  const content = held.subarray(0, zstdMagic.length).equals(zstdMagic)
    ? await decompress(held, { maxOutputLength: unpackedBytes(body) })
    : held
  if (content[0] === blockMark[0]) return new RowBlock(readBlock(content.subarray(1))).all()
  return rowsOfSessions(await mapInSlices(content.toString().split('\n'), parseSessionLine))
}
