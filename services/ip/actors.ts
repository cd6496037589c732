import type { TagCategory } from '#model/tag.ts'
import { actorNames } from '#store/analytics/evidence/names.ts'
import type { Ctx } from '../context.ts'

/** What vetted actors are called, by slug. */
export type ActorNames = ReadonlyMap<string, { name: string; category: TagCategory }>

/** Only those that are asked for: most documents name none. */
export async function actorsNamed({ analytics }: Ctx, slugs: readonly string[]): Promise<ActorNames> {
  if (slugs.length === 0) return new Map()
  const rows = await actorNames(analytics, [...new Set(slugs)].slice(0, 1000))
  return new Map(rows.map(({ slug, name, category }) => [slug, { name, category }]))
}
