/** What the search field proposes while somebody types: something we know, and where it leads. */

/** What is searched: the search modal's choice (specification §2). */
export const searchDatasets = ['ips', 'cves', 'tags'] as const
export type SearchDataset = (typeof searchDatasets)[number]

/** In the order in which their groups are shown. */
export const suggestionKinds = [
  'address',
  'tag',
  'actor',
  'cve',
  'network',
  'organization',
  'path',
  'fingerprint',
] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/** A page of ours, and what of. */
export const suggestedPages = ['ip', 'cve', 'tag', 'query'] as const

export interface Suggestion {
  label: string
  /** What else is told of it; "" for nothing. */
  detail: string
  /** Where the label has what was typed: from, to in UTF-16 units. */
  matches: readonly (readonly [from: number, to: number])[]
  /** Addresses that show it; null where nobody counts them, or the plan does not tell. */
  count: number | null
  page: (typeof suggestedPages)[number]
  /** An address, a CVE, the slug of a tag, or a query. */
  value: string
}

export interface SuggestionGroup {
  kind: SuggestionKind
  items: readonly Suggestion[]
  /** How many match; null where that is not counted. */
  total: number | null
}

export interface Suggestions {
  groups: readonly SuggestionGroup[]
  /** What many meet now, of the dataset: tags whose numbers rise, or CVEs that such tags detect. */
  trending: readonly Suggestion[]
  /** Tags that most addresses carry. */
  popular: readonly Suggestion[]
}

/** Specification §9; of addresses and what they show, as many as fit a screen. */
export const suggestionLimits = {
  ofKind: 4,
  tags: 10,
  cves: 10,
  trending: 5,
  popular: 5,
  /** UTF-16 units of a text that is looked up. */
  text: 200,
} as const
