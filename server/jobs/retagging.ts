import { firstDayOfWindow } from '#model/window.ts'
import { type DueDay, dueDays, type Rules, retagDay } from '#store/analytics/rebuild/stale-days.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Log } from '#store/log.ts'
import type { Job } from './job.ts'

/** How the tags of stored days stand to the rules. */
export interface TagStatus {
  /** Days with sessions, and how many of them wait to be looked at; null before the first look. */
  days: number | null
  due: number | null
  /** Days tagged anew since the start. */
  retagged: number
  /** "2026-03-15 live" while a day is being looked at. */
  workingOn: string | null
}

export interface Retagging {
  job: Job
  status(): TagStatus
}

/**
 * At most a tenth of the time is spent on it, and a day that sessions keep coming for is looked at once in this time at
 * most.
 */
export const pauseAfterDay = (tookMs: number): number => Math.max(2000, tookMs * 9)
const quietMs = 30_000

/** Days looked at in one round, until one had to be tagged anew: after a load there are many, and looking is quick. */
const daysAtOnce = 10

/**
 * Brings the tags of stored days up to the rules, newest day first, at most one day tagged anew a round: after a change of
 * rules all of them; later those that sessions came for. What is due is read from the store, so that a killed process goes on where
 * it was.
 */
export function openRetagging(options: {
  analytics: Analytics
  rules: Rules
  /** Days of sessions that are kept, today included. */
  retentionDays: number
  clock: () => number
  log: Log
  /** Whether this process is the one that does it. */
  leads?: () => boolean
  onRetagged: () => void
}): Retagging {
  const { analytics, rules, retentionDays, clock, log, onRetagged, leads = () => true } = options
  const status: TagStatus = { days: null, due: null, retagged: 0, workingOn: null }
  /** When a day was last looked at: what sessions keep coming for waits its turn. */
  const looked = new Map<string, number>()
  const named = ({ origin, day }: DueDay): string => `${day} ${origin}`
  const isQuiet = (day: DueDay): boolean =>
    day.because === 'rules' || clock() - (looked.get(named(day)) ?? 0) >= quietMs
  const job: Job = {
    name: 'retagging',
    about: 'brings the tags of stored days up to the rules',
    // What is due is told by every server; only one does it.
    runsOn: 'all',
    pauseMs: pauseAfterDay,
    async run() {
      const { due, days } = await dueDays(analytics, rules.name, firstDayOfWindow(clock(), retentionDays))
      Object.assign(status, { due: due.length, days })
      const waiting = leads() ? due.filter(isQuiet).slice(0, daysAtOnce) : []
      let left = due.length
      try {
        for (const next of waiting) {
          status.workingOn = named(next)
          const again = await retagDay(analytics, next, rules)
          looked.set(status.workingOn, clock())
          status.due = left -= 1
          if (!again) continue
          status.retagged += 1
          log.info({ day: next.day, origin: next.origin, because: next.because, due: left }, 'retagged a day')
          onRetagged()
          break
        }
      } finally {
        status.workingOn = null
      }
      return waiting.length > 0
    },
  }
  return { job, status: () => ({ ...status }) }
}
