import type { Intention, Tag, TagCategory } from '#model/tag.ts'

/**
 * Words differ between the two faces: what `/v*` calls the intention `unknown` and the category `worm` is `other` and
 * `others` on `/api` (specification §3).
 */
export const apiIntentions = ['malicious', 'suspicious', 'benign', 'other'] as const
export const apiIntention = (intention: Intention): (typeof apiIntentions)[number] =>
  intention === 'unknown' ? 'other' : intention
export const intentionOf = (word: (typeof apiIntentions)[number] | undefined): Intention | undefined =>
  word === 'other' ? 'unknown' : word

export const apiCategories = ['activity', 'actor', 'search_engine', 'tool', 'others'] as const
export const apiCategory = (category: TagCategory): (typeof apiCategories)[number] =>
  category === 'worm' ? 'others' : category
/** `others` of /api holds worms too. */
export const categoriesOf = (
  word: (typeof apiCategories)[number] | undefined,
): readonly TagCategory[] | undefined =>
  word === undefined ? undefined : word === 'others' ? ['others', 'worm'] : [word]

/** A tag in the words of either face. */
export type WordedTag = Omit<Tag, 'category' | 'intention'> & {
  category: TagCategory
  intention: Intention | (typeof apiIntentions)[number]
}

type ApiTag = ReturnType<typeof inWords<Tag>>

const made = new WeakMap<ReadonlyMap<string, Tag>, ReadonlyMap<string, ApiTag>>()

/** All tags as /api calls them, for presenters that take either. */
export function inApiWords(tags: ReadonlyMap<string, Tag>): ReadonlyMap<string, ApiTag> {
  const known = made.get(tags)
  if (known) return known
  const worded = new Map([...tags].map(([slug, tag]) => [slug, inWords(tag)]))
  made.set(tags, worded)
  return worded
}

/** The same for whatever else has a category and an intention. */
export const inWords = <T extends { category: TagCategory; intention: Intention }>(of: T) => ({
  ...of,
  category: apiCategory(of.category),
  intention: apiIntention(of.intention),
})
