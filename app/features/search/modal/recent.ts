import type { SearchDataset } from '#model/suggestion.ts'
import { searchDatasets } from '#model/suggestion.ts'

/** Searches made from here, kept by this browser alone. */
export interface RecentSearch {
  dataset: SearchDataset
  text: string
}

const key = 'noisefloor-recent-searches'
const maxKept = 8
/** Longer texts are nothing to choose from a list. */
const maxText = 500

/** The newest first; none where the browser keeps nothing. */
export function recentSearches(): RecentSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSearch).slice(0, maxKept) : []
  } catch {
    return []
  }
}

export function rememberSearch(search: RecentSearch): void {
  if (search.text.length === 0 || search.text.length > maxText) return
  keep([search, ...recentSearches().filter((other) => !isSame(other, search))].slice(0, maxKept))
}

export const forgetSearch = (search: RecentSearch): void =>
  keep(recentSearches().filter((other) => !isSame(other, search)))

const isSame = (a: RecentSearch, b: RecentSearch): boolean => a.dataset === b.dataset && a.text === b.text

function isSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false
  const [dataset, text]: unknown[] = [Reflect.get(value, 'dataset'), Reflect.get(value, 'text')]
  return searchDatasets.some((name) => name === dataset) && typeof text === 'string'
}

function keep(searches: readonly RecentSearch[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches))
  } catch {
    // Storage is full or forbidden: nothing is remembered.
  }
}
