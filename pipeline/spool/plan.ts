import type { Piece } from './ahead.ts'
import type { Frame } from './frame.ts'
import { type Segment, sessionFrames } from './segment.ts'
import { sessionCount, unpackedBytes } from './session-codec.ts'

/** A piece of a segment that is to be stored at once. */
export interface Plan extends Piece {
  frames: Frame[]
  again: boolean
  /** It goes before what stands in front of it. */
  isAhead: boolean
  /** More than is stored at once stands in the stretch. */
  isCut: boolean
}

/** Where frames are looked for: from `offset` on, and not behind `end`; exactly those of a range that was handed out before. */
export interface Stretch {
  offset: number
  end: number
  pinned?: { from: number; to: number } | null
}

/** The first frames of a stretch, as many as are stored at once; null where there are none. */
export async function collectFrames(
  segment: Segment,
  { offset, end, pinned }: Stretch,
  { bounds, doubtfulBelow }: { bounds: { sessions: number; bytes: number }; doubtfulBelow: number },
): Promise<Plan | null> {
  const frames: Frame[] = []
  let [sessions, bytes, isCut] = [0, 0, false]
  for await (const frame of sessionFrames(segment, offset)) {
    const more = sessions + sessionCount(frame.body)
    bytes += unpackedBytes(frame.body)
    if (frame.end > (pinned?.to ?? end)) break
    isCut = !pinned && frames.length > 0 && (more > bounds.sessions || bytes > bounds.bytes)
    if (isCut) break
    sessions = more
    frames.push(frame)
  }
  const [first, last] = [frames[0], frames.at(-1)]
  if (!first || !last) return null
  // The token names where the range began when it was handed out first: what stood there may be damaged by now.
  const from = pinned?.from ?? first.offset
  const again = segment.number < doubtfulBelow || frames.some(({ kind }) => kind === 'again')
  return { segment: segment.number, from, to: last.end, frames, sessions, again, isAhead: false, isCut }
}
