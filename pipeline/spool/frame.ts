import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/**
 * The spool's unit on disk. A segment is frames back to back:
 *
 *     mark u32 | crc32 u32 | length u32 | kind u8, three zero bytes | body (length bytes)
 *
 * Big-endian; the checksum covers everything after itself. The mark lets a reader find the next whole frame behind a
 * damaged one, so that one bad sector costs one batch and not the rest of the segment.
 */
export const frameHeader = 16
/** A longer length field means damage; writers stay far below (session-codec.ts cuts contents at 8 MiB). */
export const frameLimit = 128 * 1024 * 1024

const mark = Buffer.from([0xf1, 0x4e, 0x46, 0x53])
const windowBytes = 1 << 20

/** `again`: sessions of a batch that was lost in part, of which some may be stored. */
export type FrameKind = 'sessions' | 'commit' | 'again'
const kinds: readonly FrameKind[] = ['sessions', 'commit', 'again']

export interface Frame {
  kind: FrameKind
  /** Byte offsets in the segment; `end` is where the next frame starts. */
  offset: number
  end: number
  body: Buffer
}

/** Bytes that are no whole frame: [offset, end). */
export interface Damage {
  kind: 'damage'
  offset: number
  end: number
}

export function encodeFrame(kind: FrameKind, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(frameHeader + body.length)
  mark.copy(frame)
  frame.writeUInt32BE(body.length, 8)
  frame.writeUInt8(kinds.indexOf(kind) + 1, 12)
  frame.set(body, frameHeader)
  frame.writeUInt32BE(crc32(frame.subarray(8)), 4)
  return frame
}

/** Walks the frames of [from, to) in order, naming what is damaged between them. Never throws on any content. */
export async function* readFrames(
  file: FileHandle,
  from: number,
  to: number,
): AsyncGenerator<Frame | Damage> {
  const view = windowOver(file, to)
  let offset = from
  while (offset < to) {
    const frame = await frameAt(view, offset, to)
    if (frame) {
      yield frame
      offset = frame.end
      continue
    }
    const next = await nextFrame(view, offset + 1, to)
    yield { kind: 'damage', offset, end: next }
    offset = next
  }
}

type View = (offset: number, length: number) => Promise<Buffer>

/** Reads through one window that moves forward, so that small frames do not cost a system call each. */
function windowOver(file: FileHandle, to: number): View {
  let held = Buffer.alloc(0)
  let start = 0
  return async (offset, length) => {
    if (offset < start || offset + length > start + held.length) {
      const wanted = Math.min(Math.max(length, windowBytes), to - offset)
      const fresh = Buffer.allocUnsafe(Math.max(wanted, 0))
      let filled = 0
      while (filled < fresh.length) {
        const { bytesRead } = await file.read(fresh, filled, fresh.length - filled, offset + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      held = fresh.subarray(0, filled)
      start = offset
    }
    return held.subarray(offset - start, offset - start + length)
  }
}

async function frameAt(view: View, offset: number, to: number): Promise<Frame | null> {
  if (offset + frameHeader > to) return null
  const header = await view(offset, frameHeader)
  if (header.length < frameHeader || !header.subarray(0, 4).equals(mark)) return null
  const length = header.readUInt32BE(8)
  const kind = kinds[header.readUInt8(12) - 1]
  const end = offset + frameHeader + length
  if (kind === undefined || length > frameLimit || end > to) return null
  const whole = await view(offset, frameHeader + length)
  if (whole.length < frameHeader + length) return null
  if (crc32(whole.subarray(8)) !== whole.readUInt32BE(4)) return null
  return { kind, offset, end, body: whole.subarray(frameHeader) }
}

async function nextFrame(view: View, from: number, to: number): Promise<number> {
  let offset = from
  while (offset + frameHeader <= to) {
    const bytes = await view(offset, Math.min(windowBytes, to - offset))
    const found = bytes.indexOf(mark)
    if (found < 0) {
      if (bytes.length <= mark.length) break
      offset += bytes.length - mark.length + 1
      continue
    }
    if (await frameAt(view, offset + found, to)) return offset + found
    offset += found + 1
  }
  return to
}
