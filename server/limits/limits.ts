import { availableParallelism } from 'node:os'
import type { Caller } from './caller.ts'
import { type Counts, openCounts, type OnRefused } from './counts.ts'
import { type ExportPlaces, openExportPlaces } from './exports.ts'
import { type Gate, openGate } from './gate.ts'
import { type RequestWork, workOfRequest } from './request.ts'
import type { Quotas } from './table.ts'
import { laneOf, openWork, type Work } from './work.ts'

/** All that is counted and bounded for those who ask, in one process. */
export interface Limits {
  counts: Counts
  work: Work
  handlers: Gate
  engine: Gate
  index: Gate
  exports: ExportPlaces
  /** What one request will take. */
  requestOf(caller: Caller): RequestWork
}

export function openLimits(
  quotas: Quotas,
  onRefused: OnRefused = () => undefined,
  now: () => number = () => performance.now(),
): Limits {
  const counts = openCounts(quotas, onRefused)
  const work = openWork(quotas['query-seconds'], now, onRefused)
  const engine = openGate('reads', { counts, work, lane: laneOf(availableParallelism()), onRefused })
  const thread = laneOf(1)
  const index = openGate('lookups', { counts, work, lane: laneOf(1), onRefused })
  return {
    counts,
    work,
    handlers: openGate('handlers', { counts, work, lane: null, onRefused }),
    engine,
    index,
    exports: openExportPlaces(counts, now),
    requestOf: (caller) => workOfRequest(caller, { work, engine, index, thread }),
  }
}
