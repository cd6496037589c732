import type { BenchQuery } from '../queries.ts'

export interface PeerPage {
  /** Documents that match, exactly. */
  total: number
  /** The first 50 in address order as shown; each was fetched as a whole document. */
  addresses: string[]
  /** Documents by UTC day of the last sight and verdict, in this order, days and verdicts without any left out. */
  histogram: { day: string; classification: string; count: number }[]
  /** Parallel to `facetFields`: the 20 most frequent values each; of one count, peers choose by the bytes of the value, ours by its codes. */
  facets: { value: string; count: number }[][]
}

/** An engine that holds the filled documents and answers the whole query page, as ours does. */
export interface Peer {
  name: string
  /** How long it took to take the documents over, one line. */
  loaded: string
  /** @throws Error when the engine gives up, e.g. PostgreSQL after 60 s. */
  page(query: BenchQuery): Promise<PeerPage>
  close(): Promise<void>
}

export const pageSize = 50
export const facetSize = 20

/** "12.3 s" since a moment of performance.now(). */
export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
