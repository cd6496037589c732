import type { IpOrder, OrderPlace } from '#model/ip-order.ts'
import type { Summary } from '#store/analytics/ips/summarize.ts'
import type { Answer } from './segments.ts'

/** What may be asked of the documents in memory beside a predicate. */
export interface IndexQuestion {
  /** Column names whose most frequent values are wanted; known to ips/codes.ts. */
  columns: readonly string[]
  /** Values of each; 0 where none are wanted. */
  top: number
  /** Whether days are counted as well, each document on each of its own; unless it is said, where values are. */
  histogram?: boolean
  /** Names of lists of which it matters how many documents hold only a part; none unless it is said. */
  lists?: readonly string[]
  /** Addresses above this one only. */
  after?: OrderPlace | undefined
  /** By address unless it is said. */
  order?: IpOrder
  /** Addresses wanted. */
  size: number
  /** Bytes of their records; fewer come when they are larger. */
  bytes?: number | undefined
  /** Ends with whoever asks. */
  signal?: AbortSignal | undefined
}

/** As `summarize` answers, with how many documents hold only a part of the lists, and the first addresses that match in the order asked for: 32 hex digits each, and their records. */
export type IndexAnswer = Summary & Pick<Answer, 'truncated' | 'addresses' | 'keys' | 'records' | 'more'>
