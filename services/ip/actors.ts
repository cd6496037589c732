import type { ListsInForce } from '#store/analytics/evidence/in-force.ts'
import type { Ctx } from '../context.ts'

/** What vetted actors are called, by slug. */
export type ActorNames = ListsInForce['names']

/** Of all actors, where any is asked for: most documents name none. */
export const actorsNamed = async (
  { listsInForce }: Pick<Ctx, 'listsInForce'>,
  slugs: readonly string[],
): Promise<ActorNames> => (slugs.length === 0 ? new Map() : (await listsInForce()).names)
