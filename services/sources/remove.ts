import { refuse } from '#model/errors.ts'
import { builtinActors } from '#sources/actors/sources.ts'
import { removeActors } from '#store/analytics/evidence/actors.ts'
import { listSources } from '#store/analytics/evidence/sources.ts'
import { removeSightings } from '#store/analytics/evidence/sightings.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** Removes a list with all its sightings or actors. @throws Refusal 'not-found', 'conflict' for our own one */
export const removeSource = verb(
  ['workspace', 'global-records'],
  async ({ analytics, installation, reports }: WriteCtx, { name }: { name: string }): Promise<void> => {
    if (name === builtinActors) throw refuse('conflict', `"${builtinActors}" comes with the product.`)
    const known = (await listSources(analytics)).find((source) => source.name === name)
    if (!known) throw refuse('not-found', `There is no list of others named "${name.slice(0, 60)}".`)
    const remove = known.kind === 'actors' ? removeActors : removeSightings
    await remove(analytics, name)
    reports.changed()
    // Else one that had been fetched would be fetched again.
    await installation.fetchStates.saveOrigins(name, [])
  },
)
