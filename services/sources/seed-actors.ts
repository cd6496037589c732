import { builtinActors } from '#sources/actors/sources.ts'
import { vettedActors, vettedAt } from '#sources/actors/vetted.ts'
import { writeActors } from '#store/analytics/evidence/actors.ts'
import { listSources } from '#store/analytics/evidence/sources.ts'
import type { Analytics } from '#store/analytics/open.ts'

/** Puts our own list of actors in its place when this version of the product has another one than the store. */
export async function seedActors(analytics: Analytics): Promise<void> {
  const { actors, version } = vettedActors()
  const reference = `noisefloor ${version}`
  const status = (await listSources(analytics)).find(({ name }) => name === builtinActors)
  if (status?.reference === reference) return
  await writeActors(analytics, { name: builtinActors, licence: 'CC0-1.0', reference, now: vettedAt, actors })
}
