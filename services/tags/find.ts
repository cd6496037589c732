import { refuse } from '#model/errors.ts'
import type { Tag } from '#model/tag.ts'
import type { TagHead } from '#model/tag-report.ts'
import type { Ctx } from '../context.ts'

/** A tag by its id or slug. @throws Refusal 'not-found' */
export function tagOf({ tags }: Pick<Ctx, 'tags'>, idOrSlug: string): Tag {
  const asked = idOrSlug.toLowerCase()
  const tag = tags.get(asked) ?? [...tags.values()].find(({ id }) => id === asked)
  if (!tag) throw refuse('not-found', 'Tag not found')
  return tag
}

export const headOf = ({ id, slug, name, category, intention, cves, createdAt }: Tag): TagHead => ({
  id,
  slug,
  name,
  category,
  intention,
  cves,
  createdAt,
})
