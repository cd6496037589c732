import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { type Frame, readFrames } from './frame.ts'
import { sessionCount } from './session-codec.ts'

/** One append-only file of the spool. Numbers only ever grow and are never given out twice: tokens are made of them. */
export interface Segment {
  number: number
  path: string
  /** Whole committed batches, in order: usually one range from 0; more only where damage lies between. */
  ranges: Range[]
  /** Where the committed bytes end. */
  end: number
  sessions: number
  /** No more batches will be added. */
  sealed: boolean
  /** When bytes up to `end` were committed (ms), and their sessions; those of a second, as far as they are few, have one entry. */
  commits: { end: number; at: number; sessions: number }[]
}

/** Sessions that are little beside what is stored at once, and fewer than a thread is asked for: they may go before a backlog (ahead.ts). */
export const fewSessions = 500

/** [from, to) in bytes. */
export interface Range {
  from: number
  to: number
}

/** The body of a commit frame: it makes the `dataBytes` of frames right before it exist. */
export interface CommitRecord {
  id: string
  receipt: unknown
  at: number
  pending: boolean
  dataBytes: number
  sessions: number
  /** Sessions by day of their origin, "live 2026-03-15"; older releases did not write it. */
  days?: Record<string, number>
}

/** A whole batch, and where its commit frame ends. */
export interface FoundBatch extends CommitRecord {
  place: Place
}

export const segmentPath = (folder: string, number: number): string =>
  join(folder, `${String(number).padStart(10, '0')}.seg`)

export const segmentNumber = (name: string): number | null => {
  const match = /^(\d{10,15})\.seg$/.exec(name)
  return match ? Number(match[1]) : null
}

export const newSegment = (folder: string, number: number): Segment => ({
  number,
  path: segmentPath(folder, number),
  ranges: [],
  end: 0,
  sessions: 0,
  sealed: false,
  commits: [],
})

/** Takes a committed range into the books. */
export function extend(segment: Segment, range: Range, sessions: number, at: number): void {
  const last = segment.ranges.at(-1)
  if (last && last.to === range.from) last.to = range.to
  else segment.ranges.push({ ...range })
  segment.end = range.to
  segment.sessions += sessions
  const mark = segment.commits.at(-1)
  if (mark && at - mark.at < 1000 && mark.sessions + sessions <= fewSessions) {
    mark.end = range.to
    mark.sessions += sessions
  } else segment.commits.push({ end: range.to, at, sessions })
}

/**
 * Reads a segment as a crash left it. Returns its books, its batches, and what is no part of a whole batch:
 * `tail` from the last commit on (torn, to be cut off), `damage` anywhere before (lost, to be told).
 */
export async function recoverSegment(
  folder: string,
  number: number,
): Promise<{ segment: Segment; batches: FoundBatch[]; size: number; damage: Range[] }> {
  const segment = { ...newSegment(folder, number), sealed: true }
  const batches: FoundBatch[] = []
  const damage: Range[] = []
  const file = await open(segment.path, 'r')
  try {
    const { size } = await file.stat()
    let runStart = 0
    for await (const frame of readFrames(file, 0, size)) {
      if (frame.kind === 'damage') runStart = frame.end
      if (frame.kind !== 'commit') continue
      const record = commitRecord(frame)
      if (record && frame.offset - record.dataBytes === runStart) {
        if (segment.end < runStart) damage.push({ from: segment.end, to: runStart })
        extend(segment, { from: runStart, to: frame.end }, record.sessions, record.at)
        batches.push({ ...record, place: { segment: number, end: frame.end } })
      }
      runStart = frame.end
    }
    return { segment, batches, size, damage }
  } finally {
    await file.close()
  }
}

/** How many sessions stand in committed frames at or behind `offset`. */
export async function sessionsFrom(segment: Segment, offset: number): Promise<number> {
  if (offset === 0) return segment.sessions
  let sessions = 0
  for await (const frame of sessionFrames(segment, offset)) sessions += sessionCount(frame.body)
  return sessions
}

/** The committed session frames at or behind `offset`, in order. */
export async function* sessionFrames(segment: Segment, offset: number): AsyncGenerator<Frame> {
  const ranges = segment.ranges.map((range) => ({ ...range })).filter((range) => range.to > offset)
  if (ranges.length === 0) return
  const file = await open(segment.path, 'r')
  try {
    for (const range of ranges)
      for await (const frame of readFrames(file, Math.max(range.from, offset), range.to))
        if (frame.kind === 'sessions' || frame.kind === 'again') yield frame
  } finally {
    await file.close()
  }
}

function commitRecord(frame: Frame): CommitRecord | null {
  try {
    const record: CommitRecord = JSON.parse(frame.body.toString())
    return typeof record.id === 'string' ? record : null
  } catch {
    return null
  }
}
