import { isDataset, recentLimits, type RecentSearch } from '#model/account/recent-search.ts'

/** Searches of visitors, kept by this browser alone. */

const key = 'noisefloor-recent-searches'

/** The newest first; none where the browser keeps nothing. */
export function recentSearches(): RecentSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSearch).slice(0, recentLimits.searches) : []
  } catch {
    return []
  }
}

export const rememberSearch = (search: RecentSearch): void =>
  keep(
    [search, ...recentSearches().filter((other) => !isSame(other, search))].slice(0, recentLimits.searches),
  )

export const forgetSearch = (search: RecentSearch): void =>
  keep(recentSearches().filter((other) => !isSame(other, search)))

export const forgetSearches = (): void => keep([])

const isSame = (a: RecentSearch, b: RecentSearch): boolean => a.dataset === b.dataset && a.text === b.text

function isSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false
  const text: unknown = Reflect.get(value, 'text')
  return (
    isDataset(Reflect.get(value, 'dataset')) && typeof text === 'string' && text.length <= recentLimits.text
  )
}

function keep(searches: readonly RecentSearch[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches))
  } catch {
    // Storage is full or forbidden: nothing is remembered.
  }
}
