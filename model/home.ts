import type { Classification } from './tag.ts'

export interface HomeReport {
  /** Addresses last seen in the last 24 h; `traces` holds them by the hour, oldest first. */
  today: { addresses: Record<Classification, number>; traces: Record<Classification, number[]> }
  /** Addresses and sessions of the whole record. */
  total: number
  /** null where the plan lacks them. */
  topCves: { cve: string; addresses: number }[] | null
  sessions: number
  /** Nothing was ever ingested. */
  empty: boolean
}
