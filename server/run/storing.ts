import { backlogSessions, type Drain, gatheredSessions, startDrain } from '#pipeline/drain/drain.ts'
import { openPreparer } from '#pipeline/drain/preparation/open.ts'
import { storePrepared, storeUnit, type StoreUnit } from '#pipeline/drain/store-unit.ts'
import type { Spool } from '#pipeline/spool/spool.ts'
import type { Log } from '#store/log.ts'
import type { Openings } from './openings.ts'

/** Sessions of a range from which on a thread prepares them: none that others may join. */
const preparedFrom = gatheredSessions
/** Bytes of one from which on it does: the server's own thread reads them in some 20 milliseconds. */
const preparedFromBytes = 4 << 20
/** Few sessions are stored no more often than this: half of what documents wait for anyway (store/analytics/documents/pace.ts). */
const gatherMs = 500

interface Storing extends StoreUnit {
  spool: Spool
  log: Log
  /** After the last of many sessions that had waited. */
  onCaughtUp: () => void
}

/** What brings sessions from the spool into the store, with the thread that prepares large ranges of them. */
export async function startStoring(
  opened: Openings,
  { spool, log, onCaughtUp, ...storing }: Storing,
): Promise<{ drain: Drain; close(): Promise<void> }> {
  const preparer = openPreparer({ memoryMb: 1024, idleMs: 15_000 })
  opened.add(preparer, (one) => one.close())
  const stopExpecting = spool.onGrown(preparedFrom, () => preparer.expect())
  const drain = await startDrain({
    spool,
    clock: storing.clock,
    log,
    store: (unit, again) => storeUnit(storing, unit, again),
    gatherMs,
    preparing: {
      minSessions: preparedFrom,
      minBytes: preparedFromBytes,
      prepare: (bodies) => preparer.prepare(bodies),
      store: (token, prepared, unit) => storePrepared(storing, token, prepared, unit),
    },
    onEmpty(sessions) {
      // Whoever sent a backlog is not kept waiting for a pause besides.
      if (sessions >= backlogSessions) onCaughtUp()
    },
  })
  opened.add(drain, (one) => one.stop())
  return {
    drain,
    async close() {
      stopExpecting()
      await drain.stop()
      await preparer.close()
    },
  }
}
