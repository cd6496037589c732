import type { BatchIndex, IndexEntry, IndexRow, LostBatch } from './batch-index.ts'
import type { Place } from './place.ts'
import type { Key } from './promised-days.ts'

export type { LostBatch } from './batch-index.ts'

/** What the spool has promised and handed on, for the comparison with what is stored. */
export interface SpoolPromises {
  /** What was wrong with the index when it was opened; null when nothing was. */
  readonly lastError: string | null
  /** Days with promised sessions, "live 2026-03-15". */
  days(): string[]
  /** Drained batches with sessions of such a day, in order of their ids, behind `after`. */
  ofDay(day: string, after: string, limit: number): { id: string; sessions: number }[]
  /** Nothing of these days is promised any more. */
  release(days: readonly string[]): void
  /** Batches known to be lost in part. */
  lost(): LostBatch[]
  markLost(id: string, why: string): void
  markWhole(id: string): void
  /** All batches, in order of their ids, behind `after`. */
  rows(after: string, limit: number): IndexRow[]
  /**
   * Enters promises of days again whose rows are not what was written, of the next `limit` behind `after`.
   * @returns how many rows those were, batches that have no row, and where to go on, null at the end
   */
  repairDays(after: Key, limit: number): { repaired: number; unknown: string[]; next: Key | null }
  /** What is promised of a batch, by day. */
  daysOf(id: string): Record<string, number>
  /** Enters a batch of which only its days are known, as lost. */
  enterLost(id: string, at: number, why: string): void
  isPromised(batch: Pick<IndexRow, 'id' | 'days'>): boolean
  find(id: string): IndexRow | null
  /** Enters what another store knows of a batch that the index has lost. */
  restore(batch: Omit<IndexEntry, 'pending' | 'place'>): void
  /** Says another receipt of a batch; a damaged row stays as it is. */
  amend(id: string, receipt: unknown): void
  remove(id: string): void
}

/** A place before every segment: for what is long drained. */
const nowhere: Place = { segment: 0, end: 0 }

export const openPromises = (index: BatchIndex, drainedTo: () => Place): SpoolPromises => ({
  lastError: index.lastError,
  days: () => index.days(),
  ofDay: (day, after, limit) => index.promised(day, drainedTo(), after, limit),
  release: (days) => index.release(days),
  lost: () => index.lost(),
  markLost: (id, why) => index.markLost(id, why),
  markWhole: (id) => index.markWhole(id),
  rows: (after, limit) => index.rows(after, limit),
  repairDays: (after, limit) => index.repairDays(after, limit),
  daysOf: (id) => index.daysOf(id),
  enterLost: (id, at, why) => index.enterLost(id, at, why),
  isPromised: (batch) => index.isPromised(batch),
  find: (id) => index.find(id),
  restore: (batch) => index.enter([{ ...batch, pending: false, place: nowhere }]),
  amend: (id, receipt) => index.amend(id, receipt),
  remove: (id) => index.remove(id),
})
