export const tagCategories = ['activity', 'actor', 'search_engine', 'tool', 'worm', 'others'] as const
export type TagCategory = (typeof tagCategories)[number]

/** `unknown` on the public aliases is `other` on /api (design.md §5, "Words"). */
export const intentions = ['malicious', 'suspicious', 'benign', 'unknown'] as const
export type Intention = (typeof intentions)[number]

/** A verdict is one of the intentions; the precedence is docs/methods/verdict.md. */
export const classifications = intentions
export type Classification = Intention

/** What a rule may count, each by address. */
export const countable = ['sessions', 'destinations', 'ports', 'sensors', 'paths', 'agents'] as const
export type Countable = (typeof countable)[number]

/**
 * "≥ 20 distinct destinations in 60 s": the rule's sessions get the tag from the moment on at which so many different
 * ones were seen of their address within less than `within` seconds, that session's own moment included.
 */
export interface TagCount {
  of: Countable
  atLeast: number
  /** Seconds. */
  within: number
}

/** A rule over sessions as data: a file under tags/rules/, or a line of tags/generated.ndjson. */
export interface Tag {
  /** UUID, fixed for ever. */
  id: string
  slug: string
  name: string
  category: TagCategory
  intention: Intention
  description: string
  references: string[]
  cves: string[]
  /** Set for tags of a known organisation: the actor's display name. */
  actor?: string
  recommendBlock: boolean
  /** YYYY-MM-DD */
  createdAt: string
  /** GNQL over session fields (gnql/registry/sessions). */
  rule: string
  /** Set for rules over time: which of the rule's sessions get the tag. */
  count?: TagCount
}
