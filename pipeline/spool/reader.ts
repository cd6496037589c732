import { rm } from 'node:fs/promises'
import type { Session } from '#model/session.ts'
import type { Place } from './batch-index.ts'
import { type Checkpoint, writeCheckpoint } from './checkpoint.ts'
import type { Frame } from './frame.ts'
import type { Log } from '#store/log.ts'
import { type Segment, sessionFrames, sessionsFrom } from './segment.ts'
import { decodeSessions, sessionCount, unpackedBytes } from './session-codec.ts'
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
  sessions(): Promise<Session[]>
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
  status(): Omit<SpoolStatus, 'damagedBytes'>
}

interface Plan {
  segment: number
  from: number
  to: number
  frames: Frame[]
  sessions: number
  again: boolean
}

export async function openReader(with_: {
  path: string
  checkpoint: Checkpoint
  /** Segments below this number may hold what was stored under other tokens (checkpoint.ts). */
  doubtfulBelow: number
  /** The spool's books, shared with the writer, in order of their numbers. */
  segments: Segment[]
  bounds: { sessions: number; bytes: number }
  beforeDelete: () => void
  log: Log
}): Promise<Reader> {
  const { path, segments, bounds, log } = with_
  let checkpoint = with_.checkpoint
  let plan: Plan | null = null
  const current = segments.find((segment) => segment.number === checkpoint.segment)
  /** Sessions of the checkpoint's segment that are stored already. */
  let stored = current ? current.sessions - (await sessionsFrom(current, checkpoint.offset)) : 0
  await dropDone()

  /** Looks for the next range without writing anything down; moves past what is drained. */
  async function look(): Promise<Plan | null> {
    for (;;) {
      const segment = segments.find(({ number }) => number >= checkpoint.segment)
      if (!segment) return null
      if (segment.number > checkpoint.segment) startAt(segment.number)
      const { sealed, end } = segment
      const found = await collect(segment, checkpoint)
      if (found) return found
      checkpoint = { ...checkpoint, offset: Math.max(checkpoint.offset, end) }
      if (!sealed) return null
      startAt(segment.number + 1)
    }
  }

  function startAt(number: number): void {
    checkpoint = { ...checkpoint, segment: number, offset: 0, pinned: null }
    stored = 0
  }

  async function collect(
    segment: Segment,
    { offset, pinned }: Pick<Checkpoint, 'offset' | 'pinned'>,
  ): Promise<Plan | null> {
    const frames: Frame[] = []
    let sessions = 0
    let bytes = 0
    for await (const frame of sessionFrames(segment, offset)) {
      sessions += sessionCount(frame.body)
      bytes += unpackedBytes(frame.body)
      const full = pinned
        ? frame.end > pinned.to
        : frames.length > 0 && (sessions > bounds.sessions || bytes > bounds.bytes)
      if (full) {
        sessions -= sessionCount(frame.body)
        break
      }
      frames.push(frame)
    }
    const first = frames[0]
    const last = frames.at(-1)
    if (pinned && !first) {
      // Nothing of it can be read any more, and its token must not come to mean what stands behind it.
      checkpoint = { ...checkpoint, offset: Math.max(checkpoint.offset, pinned.to), pinned: null }
      return collect(segment, checkpoint)
    }
    if (!first || !last) return null
    // The token names where the range began when it was handed out first: what stood there may be damaged by now.
    const from = pinned?.from ?? first.offset
    const again = segment.number < with_.doubtfulBelow || frames.some(({ kind }) => kind === 'again')
    return { segment: segment.number, from, to: last.end, frames, sessions, again }
  }

  async function save(next: Checkpoint): Promise<void> {
    await writeCheckpoint(path, next)
    checkpoint = next
  }

  const pin = ({ from, to }: Plan): Checkpoint => ({ ...checkpoint, pinned: { from, to, refused: [] } })

  async function dropDone(): Promise<void> {
    while (segments[0] && segments[0].number < checkpoint.segment) {
      try {
        with_.beforeDelete()
        await rm(segments[0].path, { force: true })
      } catch (error) {
        log.warn({ error, segment: segments[0].number }, 'spool: could not delete a drained segment')
        return
      }
      segments.shift()
    }
  }

  const framesOf = ({ segment, frames }: Plan): RangeFrame[] =>
    frames.map(({ offset, body }) => ({ place: `${segment}:${offset}`, body }))

  /** What follows the range handed out, as far as it is committed by now. */
  async function lookBehind({ segment: number, to }: Plan): Promise<Plan | null> {
    for (const segment of segments) {
      if (segment.number < number) continue
      const offset = segment.number === number ? to : 0
      const found = segment.end > offset ? await collect(segment, { offset, pinned: null }) : null
      if (found) return found
    }
    return null
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
        const all: Session[] = []
        for (const frame of of.frames)
          for (const session of await decodeSessions(frame.body)) all.push(session)
        return all
      },
      async noteRefused(token) {
        const { pinned } = checkpoint
        if (pinned) await save({ ...checkpoint, pinned: { ...pinned, refused: [...pinned.refused, token] } })
      },
      async finish() {
        if (!finished) {
          finished = true
          stored += of.sessions
          checkpoint = { ...checkpoint, offset: of.to, pinned: null }
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
      if (!plan) {
        plan = await look()
        if (!plan) {
          if ((segments[0]?.number ?? Infinity) < checkpoint.segment) {
            await save(checkpoint)
            await dropDone()
          }
          return null
        }
        if (!checkpoint.pinned) await save(pin(plan))
      }
      return handOut(plan)
    },
    async lookAhead() {
      const next = plan && (await lookBehind(plan))
      return next && { frames: framesOf(next), sessionCount: next.sessions, again: next.again }
    },
    drainedTo: () => ({ segment: checkpoint.segment, end: checkpoint.offset }),
    status() {
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
      return { undrainedBytes, undrainedSessions, oldestAt, segments: segments.length }
    },
  }
}
