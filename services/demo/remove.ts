import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { removeOrigin } from '#store/analytics/rebuild/remove-origin.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** Drops everything of origin demo: sessions, rollups, records nobody else stands behind, the stored captures, and the sensors that saw them. */
export const removeDemo = verb(
  ['workspace', 'global-records'],
  async ({
    analytics,
    memoryIndex,
    installation,
    files,
    clock,
    resolving,
    drained,
    spool,
    reports,
  }: WriteCtx): Promise<{ captures: number }> => {
    // What still waits in the spool would come after the removal and stay.
    await drained()
    // Before the sessions go: what is promised and not there would be restored.
    spool.promises.release(spool.promises.days().filter((day) => day.startsWith('demo ')))
    await removeOrigin(analytics, 'demo')
    await refreshDocuments(analytics, { now: clock(), resolving })
    // Whoever is told that it is removed must not find it a moment later.
    await memoryIndex.refreshed()
    reports.changed()
    const captures = await installation.captures.removeOrigin('demo')
    for (const id of captures) await files.remove(id)
    await installation.sensors.removeSimulated()
    return { captures: captures.length }
  },
)
