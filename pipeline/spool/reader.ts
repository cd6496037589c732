import { rm } from 'node:fs/promises'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { freshest, type Piece, withPiece } from './ahead.ts'
import type { Place } from './place.ts'
import { type Checkpoint, writeCheckpoint } from './checkpoint.ts'
import type { Log } from '#store/log.ts'
import { collectFrames, type Plan, type Stretch } from './plan.ts'
import { type Range, type Segment, sessionsFrom } from './segment.ts'
import { decodeSessions } from './session-codec.ts'
import type { SpoolStatus } from './status.ts'

export interface RangeFrame {
  /** "segment:offset". */
  place: string
  body: Buffer
}

/**
 * A closed piece of one segment, handed out to be stored. It is written down before it is handed out and stays the
 * same until it is finished, also over a crash: only then does its token always mean the same sessions.
 */
export interface SpoolRange {
  /** "spool-segment:offset", never used for anything else. */
  token: string
  sessionCount: number
  /** Bodies of its frames (session-codec.ts), and the place of each in the spool. */
  frames: readonly RangeFrame[]
  sessions(): Promise<SessionRow[]>
  /** Some of its sessions may be stored under another token: whoever stores them leaves those out. */
  again: boolean
  /** Tokens made from this range that the store has refused for good. */
  refused: readonly string[]
  /** Writes such a refusal down, so that a restart does not ask again. */
  noteRefused(token: string): Promise<void>
  /** All of it is stored or in quarantine: goes on behind it, deletes segments that are done with. */
  finish(): Promise<void>
}

export interface Reader {
  take(): Promise<SpoolRange | null>
  /** What will probably be handed out after the present range; null where nothing lies behind it, or nothing is handed out. */
  lookAhead(): Promise<Pick<SpoolRange, 'frames' | 'sessionCount' | 'again'> | null>
  /** Everything written up to here is stored or in quarantine. */
  drainedTo(): Place
  /** Everything committed lies before this place. */
  committedTo(): Place
  status(): Omit<SpoolStatus, 'damagedBytes'>
}

export async function openReader(with_: {
  path: string
  checkpoint: Checkpoint
  /** Segments below this number may hold what was stored under other tokens (checkpoint.ts). */
  doubtfulBelow: number
  /** The spool's books, shared with the writer, in order of their numbers. */
  segments: Segment[]
  bounds: { sessions: number; bytes: number }
  beforeDelete: () => Promise<void>
  log: Log
}): Promise<Reader> {
  const { path, segments, bounds, log } = with_
  let checkpoint = with_.checkpoint
  let plan: Plan | null = null
  /** After each range of a backlog it is the turn of what came last, and after that of the backlog. */
  let isTurnOfFresh = false
  const collect = (segment: Segment, stretch: Stretch): Promise<Plan | null> =>
    collectFrames(segment, stretch, { bounds, doubtfulBelow: with_.doubtfulBelow })
  const current = segments.find((segment) => segment.number === checkpoint.segment)
  /** Sessions of the checkpoint's segment that are stored already. */
  let stored = current ? current.sessions - (await sessionsFrom(current, checkpoint.offset)) : 0
  await dropDone()

  /** Looks for the next range without writing anything down; moves past what is drained. */
  async function look(): Promise<Plan | null> {
    const { pinned } = checkpoint
    if (pinned?.segment !== undefined) return (await lookAtPinned(pinned)) ?? lookInOrder()
    const fresh = !pinned && isTurnOfFresh && isBacklog() ? await lookForFresh() : null
    return fresh ?? lookInOrder()
  }

  async function lookInOrder(): Promise<Plan | null> {
    for (;;) {
      const segment = segments.find(({ number }) => number >= checkpoint.segment)
      if (!segment) return null
      if (segment.number > checkpoint.segment) startAt(segment.number)
      const { sealed, end } = segment
      const next = pieceBehind(segment.number, checkpoint.offset)
      const { offset, pinned } = checkpoint
      const found = await collect(segment, { offset, end: next?.from ?? Infinity, pinned })
      if (found) return found
      // Nothing of it can be read any more, and its token must not come to mean what stands behind it.
      if (pinned) checkpoint = { ...checkpoint, offset: Math.max(offset, pinned.to), pinned: null }
      else if (next) passBy(next)
      else {
        checkpoint = { ...checkpoint, offset: Math.max(checkpoint.offset, end) }
        if (!sealed) return null
        startAt(segment.number + 1)
      }
    }
  }

  function startAt(number: number): void {
    const ahead = aheadOf(checkpoint).filter(({ segment }) => segment >= number)
    checkpoint = { ...checkpoint, segment: number, offset: 0, pinned: null, ahead }
    stored = 0
  }

  /** The next piece of a segment that is stored already. */
  const pieceBehind = (number: number, offset: number): Piece | undefined =>
    aheadOf(checkpoint).find(({ segment, to }) => segment === number && to > offset)

  function passBy(piece: Piece): void {
    stored += piece.sessions
    const ahead = aheadOf(checkpoint).filter((each) => each !== piece)
    checkpoint = { ...checkpoint, offset: Math.max(checkpoint.offset, piece.to), ahead }
  }

  const drainedTo = (): Place => ({ segment: checkpoint.segment, end: checkpoint.offset })

  /** More waits than one range: who comes last would wait for all of it. */
  function isBacklog(): boolean {
    const { undrainedSessions, undrainedBytes } = status()
    return undrainedSessions > bounds.sessions || undrainedBytes > bounds.bytes
  }

  async function lookForFresh(): Promise<Plan | null> {
    const fresh = freshest(segments, drainedTo(), aheadOf(checkpoint))
    const found = fresh && (await collectIn(fresh, { offset: fresh.from, end: fresh.to }))
    return found && { ...found, ...fresh, to: found.isCut ? found.to : fresh.to, isAhead: true }
  }

  /** What was handed out before others, as it was written down; null where nothing of it can be read any more. */
  async function lookAtPinned({ segment = 0, from, to }: Range & { segment?: number }): Promise<Plan | null> {
    const piece = { segment, from, to }
    const found = await collectIn(piece, { offset: from, end: to, pinned: piece })
    if (found) return { ...found, to, isAhead: true }
    checkpoint = {
      ...checkpoint,
      pinned: null,
      ahead: withPiece(aheadOf(checkpoint), { ...piece, sessions: 0 }),
    }
    return null
  }

  async function collectIn(piece: { segment: number }, stretch: Stretch): Promise<Plan | null> {
    const segment = segments.find(({ number }) => number === piece.segment)
    return segment ? collect(segment, stretch) : null
  }

  async function save(next: Checkpoint): Promise<void> {
    await writeCheckpoint(path, next)
    checkpoint = next
  }

  const pin = ({ segment, from, to, isAhead }: Plan): Checkpoint => ({
    ...checkpoint,
    pinned: { from, to, refused: [], ...(isAhead && { segment }) },
  })

  async function dropDone(): Promise<void> {
    while (segments[0] && segments[0].number < checkpoint.segment) {
      try {
        await with_.beforeDelete()
        await rm(segments[0].path, { force: true })
      } catch (error) {
        log.warn({ err: error, segment: segments[0].number }, 'spool: could not delete a drained segment')
        return
      }
      segments.shift()
    }
  }

  const framesOf = ({ segment, frames }: Plan): RangeFrame[] =>
    frames.map(({ offset, body }) => ({ place: `${segment}:${offset}`, body }))

  /** What follows in order on the range handed out, as far as it is committed by now. */
  async function lookBehind({ segment: number, to, isAhead }: Plan): Promise<Plan | null> {
    const here = isAhead
      ? { segment: checkpoint.segment, end: checkpoint.offset }
      : { segment: number, end: to }
    for (const segment of segments) {
      if (segment.number < here.segment) continue
      let offset = segment.number === here.segment ? here.end : 0
      for (;;) {
        const next = pieceBehind(segment.number, offset)
        const stretch = { offset, end: next?.from ?? Infinity }
        const found = segment.end > offset ? await collect(segment, stretch) : null
        if (found) return found
        if (!next) break
        offset = next.to
      }
    }
    return null
  }

  /** The range is stored: goes on behind it, or behind what stands in front of it. */
  function pass({ segment, from, to, sessions, isAhead }: Plan): void {
    isTurnOfFresh = !isAhead
    if (isAhead) {
      const ahead = withPiece(aheadOf(checkpoint), { segment, from, to, sessions })
      checkpoint = { ...checkpoint, pinned: null, ahead }
      return
    }
    stored += sessions
    checkpoint = { ...checkpoint, offset: to, pinned: null }
  }

  function handOut(of: Plan): SpoolRange {
    let finished = false
    return {
      token: `${checkpoint.spool}-${of.segment}:${of.from}`,
      sessionCount: of.sessions,
      frames: framesOf(of),
      again: of.again,
      get refused() {
        return checkpoint.pinned?.refused ?? []
      },
      async sessions() {
        const all: SessionRow[] = []
        for (const frame of of.frames) for (const row of await decodeSessions(frame.body)) all.push(row)
        return all
      },
      async noteRefused(token) {
        const { pinned } = checkpoint
        if (pinned) await save({ ...checkpoint, pinned: { ...pinned, refused: [...pinned.refused, token] } })
      },
      async finish() {
        if (!finished) {
          finished = true
          pass(of)
          // Also where looking fails: this range is never handed out again.
          plan = null
          plan = await look()
        }
        // One sync ends this range and pins the next. It may be tried again when it fails.
        await save(plan ? pin(plan) : checkpoint)
        await dropDone()
      },
    }
  }

  return {
    async take() {
      plan ??= await look()
      if (!plan) {
        if ((segments[0]?.number ?? Infinity) < checkpoint.segment) {
          await save(checkpoint)
          await dropDone()
        }
        return null
      }
      // Also where that failed the last time: more may have been committed since, which must not get the same token.
      if (!checkpoint.pinned) await save(pin(plan))
      return handOut(plan)
    },
    async lookAhead() {
      const next = plan && (await lookBehind(plan))
      return next && { frames: framesOf(next), sessionCount: next.sessions, again: next.again }
    },
    drainedTo,
    committedTo() {
      const last = segments.at(-1)
      return last ? { segment: last.number, end: last.end } : drainedTo()
    },
    status,
  }

  function status(): Omit<SpoolStatus, 'damagedBytes'> {
    let undrainedBytes = 0
    let undrainedSessions = 0
    let oldestAt: number | null = null
    for (const segment of segments) {
      if (segment.number < checkpoint.segment) continue
      const here = segment.number === checkpoint.segment
      const offset = here ? checkpoint.offset : 0
      undrainedSessions += segment.sessions - (here ? stored : 0)
      undrainedBytes += Math.max(0, segment.end - offset)
      oldestAt ??= segment.commits.find((commit) => commit.end > offset)?.at ?? null
    }
    for (const { sessions, from, to } of aheadOf(checkpoint)) {
      undrainedSessions -= sessions
      undrainedBytes -= to - from
    }
    return {
      undrainedBytes: Math.max(0, undrainedBytes),
      undrainedSessions: Math.max(0, undrainedSessions),
      oldestAt,
      segments: segments.length,
    }
  }
}

const aheadOf = ({ ahead = [] }: Checkpoint): readonly Piece[] => ahead
