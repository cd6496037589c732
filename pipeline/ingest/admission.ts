import { createHash } from 'node:crypto'
import type { Session } from '#model/session.ts'
import { firstDayOfWindow } from '#model/window.ts'

/** How far a vantage point's clock may run ahead. */
const aheadMs = 5 * 60_000

export const refusalReasons = ['older-than-retention', 'ahead-of-time', 'no-time'] as const
export type RefusalReason = (typeof refusalReasons)[number]

export interface RefusedCount {
  reason: RefusalReason
  count: number
}

/** Keeps out sessions whose time no table has room for, and counts them. */
export interface Admission {
  admit(sessions: readonly Session[]): Session[]
  /** Alphabetical by reason. */
  refused(): RefusedCount[]
}

export function openAdmission({ now, retentionDays }: { now: number; retentionDays: number }): Admission {
  const counts = new Map<RefusalReason, number>()
  // As the store counts days (model/window.ts): what is taken in must not leave with the next sweep.
  const oldest = Date.parse(firstDayOfWindow(now, retentionDays))
  const reasonAgainst = ({ firstPacket, lastPacket }: Session): RefusalReason | null => {
    if (!Number.isFinite(firstPacket) || !Number.isFinite(lastPacket)) return 'no-time'
    if (firstPacket < oldest) return 'older-than-retention'
    return Math.max(firstPacket, lastPacket) > now + aheadMs ? 'ahead-of-time' : null
  }
  return {
    admit: (sessions) =>
      sessions.filter((session) => {
        const reason = reasonAgainst(session)
        if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
        return reason === null
      }),
    refused: () =>
      [...counts]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => (a.reason < b.reason ? -1 : 1)),
  }
}

/** What the ids of a batch's sessions begin with: 96 bits of the batch's id, as 24 digits. */
export const sessionPrefix = (batchId: string): string =>
  createHash('sha256').update(batchId).digest('hex').slice(0, 24)

/** Gives out the ids of a batch's sessions: the batch's prefix, then the session's place in the batch. */
export function sessionIds(batchId: string): (index: number) => string {
  const prefix = sessionPrefix(batchId)
  return (index) => prefix + index.toString(16).padStart(8, '0')
}
