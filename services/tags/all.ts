import type { Tag } from '#model/tag.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** Every tag of the catalogue, by slug. */
export const allTags = verb(['feature-search-tags'], async ({ tags }: Ctx): Promise<Tag[]> => [
  ...tags.values(),
])
