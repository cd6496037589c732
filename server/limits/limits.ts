import { availableParallelism } from 'node:os'
import type { Turns } from '#services/context.ts'
import type { Caller } from './caller.ts'
import { type Counts, openCounts, type OnRefused } from './counts.ts'
import { type ExportPlaces, openExportPlaces } from './exports.ts'
import { type Gate, openGate } from './gate.ts'
import type { Quotas } from './table.ts'
import { openWork, type Work } from './work.ts'

/** All that is counted and bounded for those who ask, in one process. */
export interface Limits {
  counts: Counts
  work: Work
  engine: Gate
  index: Gate
  exports: ExportPlaces
  /** Statements of the engine and questions to the index of one request, each in its turn. */
  turnsOf(caller: Caller): Turns
}

export function openLimits(
  quotas: Quotas,
  onRefused: OnRefused = () => undefined,
  now: () => number = () => performance.now(),
): Limits {
  const counts = openCounts(quotas, onRefused)
  const work = openWork(quotas['query-seconds'], now, onRefused)
  const engine = openGate('reads', { counts, work, width: availableParallelism(), onRefused })
  const index = openGate('lookups', { counts, work, width: 1, onRefused })
  return {
    counts,
    work,
    engine,
    index,
    exports: openExportPlaces(counts, now),
    turnsOf: (caller) => ({
      engine: (signal) => engine.enter(caller, signal),
      index: (signal) => index.enter(caller, signal),
      steady: (signal) => engine.enter(caller, signal, 'steady'),
    }),
  }
}
