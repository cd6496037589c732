import type { HistogramBucket } from './query.ts'
import type { Classification } from './tag.ts'

export interface HomeReport {
  /** Addresses last seen in the last 24 h. */
  today: { addresses: Record<Classification, number> }
  /** Addresses of each of the last 30 UTC days by their verdict, oldest first, today the last: each counts on every day it was seen. */
  days: HistogramBucket[]
  /** Addresses and sessions of the whole record. */
  total: number
  /** null where the plan lacks them. */
  topCves: { cve: string; addresses: number }[] | null
  sessions: number
  /** Nothing was ever ingested. */
  empty: boolean
}
