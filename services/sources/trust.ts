import type { Trust } from '#model/evidence.ts'
import { refuse } from '#model/errors.ts'
import { listSources } from '#store/analytics/evidence/sources.ts'
import { trustSightings } from '#store/analytics/evidence/sightings.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/**
 * Changes how a list of sightings counts for verdicts; its sightings stay.
 * @throws Refusal 'not-found', 'conflict' for a list that reports nobody
 */
export const trustSource = verb(
  ['workspace', 'global-records'],
  async (
    { analytics, log, reports }: WriteCtx,
    { name, trust }: { name: string; trust: Trust },
  ): Promise<void> => {
    const list = (await listSources(analytics)).find((source) => source.name === name)
    if (!list) throw refuse('not-found', `There is no list of others named "${name.slice(0, 60)}".`)
    if (list.kind !== 'sightings')
      throw refuse('conflict', `"${name}" is a list of ${list.kind}: only sightings are trusted by degrees.`)
    if (list.trust === trust) return
    await trustSightings(analytics, list, trust)
    reports.changed()
    log.info({ source: name, trust }, 'source trusted otherwise')
  },
)
