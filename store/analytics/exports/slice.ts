import type { IpOrder } from '#model/ip-order.ts'

/** Orders of a file besides that of its copy, which lies by address. */
export type FileOrder = Exclude<IpOrder, 'ip'>

/**
 * A run of addresses whose lines are fetched together; bounds as the engine reads them, both included. In another order than by
 * address it begins behind the place of `from` and ends with that of `to`.
 */
export interface Slice {
  from: string
  to: string
  rows: number
  keys?: { order: FileOrder; from: number; to: number }
}
