import type { Place } from './place.ts'
import { fewSessions, type Range, type Segment } from './segment.ts'

/** A piece of a segment that was stored before what stands in front of it; it begins and ends where batches do. */
export interface Piece extends Range {
  segment: number
  sessions: number
}

/** So many pieces are written down at most, with each range; then all goes in order until some of them are reached. */
const maxPieces = 512

/** The pieces with another, in order; what lies side by side is one. */
export function withPiece(pieces: readonly Piece[], piece: Piece): Piece[] {
  const all = [...pieces, piece].toSorted((one, two) => one.segment - two.segment || one.from - two.from)
  const joined: Piece[] = []
  for (const next of all) {
    const last = joined.at(-1)
    if (last?.segment === next.segment && last.to === next.from)
      joined[joined.length - 1] = { ...last, to: next.to, sessions: last.sessions + next.sessions }
    else joined.push(next)
  }
  return joined
}

/**
 * What came last, where it is little: batches side by side, of `fewSessions` together, that are neither drained nor stored ahead. Nothing
 * large is cut for that: its end would wait for its beginning.
 */
export function freshest(
  segments: readonly Segment[],
  drained: Place,
  pieces: readonly Piece[],
): Omit<Piece, 'sessions'> | null {
  if (pieces.length >= maxPieces) return null
  for (const segment of segments.toReversed()) {
    if (segment.number < drained.segment) return null
    const lowest = segment.number === drained.segment ? drained.end : 0
    const stored = pieces.filter((piece) => piece.segment === segment.number)
    const found = freshestOf(segment, lowest, stored)
    if (found) return { segment: segment.number, ...found }
  }
  return null
}

function freshestOf({ commits }: Segment, lowest: number, stored: readonly Range[]): Range | null {
  let found = null as Range | null
  let sessions = 0
  for (let at = commits.length - 1; at >= 0; at -= 1) {
    const { end = 0, sessions: more = 0 } = commits[at] ?? {}
    const from = Math.max(lowest, commits[at - 1]?.end ?? 0)
    if (end <= from) break
    const free = freeIn({ from, to: end }, stored)
    const joins = free && sessions + more <= fewSessions && (!found || free.to === found.from)
    if (joins) {
      found = { from: free.from, to: found?.to ?? free.to }
      sessions += more
    }
    if (found && (!joins || free.from > from)) break
  }
  return found
}

/** The last part of a range that none of `stored` holds. */
function freeIn({ from, to }: Range, stored: readonly Range[]): Range | null {
  let free = { from, to }
  for (const piece of stored.toReversed()) {
    if (piece.from >= free.to || piece.to <= free.from) continue
    if (piece.to < free.to) return { from: piece.to, to: free.to }
    free = { from, to: piece.from }
  }
  return free.from < free.to ? free : null
}
