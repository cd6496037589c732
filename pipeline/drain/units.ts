import type { Origin } from '#model/session.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'

/** What the store is asked to take at once: sessions of one origin and one UTC day. */
export interface DrainUnit {
  /** Deduplication token: the same token always comes with the same sessions. */
  token: string
  origin: Origin
  /** "YYYY-MM-DD" of the first packet, UTC. */
  day: string
  sessions: readonly SessionRow[]
  /** Some of them may be stored under another token: they are to be left out. */
  again: boolean
}

const dayMs = 86_400_000
/** 10000-01-01: later instants have no four-digit year. */
const lastInstant = 253_402_300_800_000

/** Splits by (origin, day) keeping the order; sessions whose time is no time come back apart. */
export function splitUnits(
  token: string,
  sessions: readonly SessionRow[],
  again = false,
): { units: DrainUnit[]; timeless: SessionRow[] } {
  /** By origin and number of the day: making the day's name for each session would cost more than the split. */
  const units = new Map<string, DrainUnit & { sessions: SessionRow[] }>()
  const timeless: SessionRow[] = []
  for (const session of sessions) {
    const { firstPacket, origin } = session
    // NaN and infinities come out of the spool as null.
    if (!(Number.isFinite(firstPacket) && firstPacket >= 0 && firstPacket < lastInstant)) {
      timeless.push(session)
      continue
    }
    const key = `${Math.floor(firstPacket / dayMs)}:${origin}`
    const unit = units.get(key)
    if (unit) {
      unit.sessions.push(session)
      continue
    }
    const day = new Date(firstPacket).toISOString().slice(0, 10)
    units.set(key, { token: tokenOf(token, { day, origin }), origin, day, sessions: [session], again })
  }
  return { units: [...units.values()], timeless }
}

/** The token of a range's unit. */
export const tokenOf = (range: string, { day, origin }: Pick<DrainUnit, 'day' | 'origin'>): string =>
  `${range}:${day}:${origin}`

/** The two halves of a unit that was refused, with tokens of their own; a rollup may have refused what stands already. */
export function halves(unit: DrainUnit): [DrainUnit, DrainUnit] {
  const middle = unit.sessions.length >> 1
  return [
    { ...unit, again: true, token: `${unit.token}/0`, sessions: unit.sessions.slice(0, middle) },
    { ...unit, again: true, token: `${unit.token}/1`, sessions: unit.sessions.slice(middle) },
  ]
}

const mebibyte = 2 ** 20

/**
 * How much is stored at once, by the bytes the engine may use: a statement may have half of them. What one needs beside its sessions as
 * they lie in the spool is held by largest-unit.test.ts. A unit that did not fit would be tried for ever. So many sessions that what a
 * statement costs by itself is little beside them, and so few that the next are ready while they are stored (drain.ts).
 */
export const unitBounds = (engineMemory: number): { sessions: number; bytes: number } => ({
  sessions: 10_000,
  bytes: Math.min(48 * mebibyte, Math.floor(engineMemory / 32)),
})
