import type { Classification } from '../tag.ts'

/** The activity of an address that its page shows: days up to the present, and rows of each kind of fact, the busiest. */
export const activityShown = { days: 30, rows: 8 } as const

/** What an address showed, and in how many sessions on each day. */
export interface ShownFact {
  /** A fact as `ip_day` counts it, a letter and a value (store/analytics/rollups/facts.ts). */
  fact: string
  /** Days since 1970 UTC: that of the first number. */
  from: number
  /** Of one day after the other. */
  sessions: number[]
}

/** A change of the verdict, as the log has it. */
export interface LoggedVerdict {
  /** ISO 8601 with milliseconds. */
  at: string
  /** "" is no verdict. */
  before: Classification | ''
  after: Classification | ''
  method: string
  /** What decided from then on, as "kind:name". */
  decided: string[]
}
