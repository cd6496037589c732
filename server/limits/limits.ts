import { availableParallelism } from 'node:os'
import { type AtOnce, openAtOnce } from './at-once.ts'
import type { Caller } from './caller.ts'
import { type Counts, openCounts, type OnRefused } from './counts.ts'
import { type ExportPlaces, openExportPlaces } from './exports.ts'
import { type Gate, openGate } from './gate.ts'
import { openOrder } from './order.ts'
import { openPlaces, type Places } from './places.ts'
import { openRecent, type Recent } from './recent.ts'
import { type RequestWork, workOfRequest } from './request.ts'
import type { Quotas } from './table.ts'
import { type Executor, executorOf, openWork, type Work } from './work.ts'

/** All that is counted and bounded for those who ask, in one process. */
export interface Limits {
  counts: Counts
  work: Work
  recent: Recent
  places: Places
  handlers: Gate
  engine: Gate
  index: Gate
  tasks: Gate
  exports: ExportPlaces
  /** What one request will take. */
  requestOf(caller: Caller): RequestWork
  /** Requests that are answered in one piece. */
  atOnce: AtOnce
}

export function openLimits(
  quotas: Quotas,
  onRefused: OnRefused = () => undefined,
  now: () => number = () => performance.now(),
): Limits {
  const counts = openCounts(quotas, onRefused)
  const work = openWork(quotas['query-seconds'], now, onRefused)
  const recent = openRecent(now)
  const order = openOrder({ recent, work })
  const gateOf = (limit: 'handlers' | 'lookups' | 'reads' | 'tasks', executor: Executor | null): Gate =>
    openGate(limit, { quota: quotas[limit], counts, work, order, recent, now, executor: executor, onRefused })
  const handlers = gateOf('handlers', null)
  const engine = gateOf('reads', executorOf(availableParallelism()))
  const thread = executorOf(1)
  const index = gateOf('lookups', executorOf(1))
  const tasks = gateOf('tasks', executorOf(availableParallelism()))
  return {
    counts,
    work,
    recent,
    places: openPlaces({ counts, recent, order, now, onRefused }),
    handlers,
    engine,
    index,
    tasks,
    exports: openExportPlaces(counts, now),
    requestOf: (caller) =>
      workOfRequest(caller, { work, order, recent, handlers, engine, index, tasks, thread, now }),
    atOnce: openAtOnce({ counts, recent, order, work }),
  }
}
