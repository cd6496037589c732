import { type SearchDataset, searchDatasets } from '../suggestion.ts'

/** What somebody searched for, and what it was looked for in. */
export interface RecentSearch {
  dataset: SearchDataset
  text: string
}

/** What is kept of them, in one browser or account. */
export const recentLimits = {
  searches: 8,
  /** Characters. Longer texts are nothing to choose from a list. */
  text: 500,
} as const

export const isDataset = (name: unknown): name is SearchDataset =>
  searchDatasets.some((known) => known === name)
