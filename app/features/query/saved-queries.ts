import {
  keepableText,
  type SavedQuery,
  savedLimits,
  savedName,
  viewText,
} from '#model/account/saved-query.ts'

/** A query kept by this browser alone: by a visitor, or because an account did not take it over. */
export interface BrowserQuery extends SavedQuery {
  /** The account was asked already, and does not take it. */
  isLeft: boolean
}

const key = 'noisefloor-saved-queries'
/** Characters of a query. */
export const maxInBrowser = 2000

/** The newest first; none where the browser keeps nothing, or something else. */
export function savedQueries(): BrowserQuery[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(readQuery).slice(0, savedLimits.browser) : []
  } catch {
    return []
  }
}

/** @param place from 0, the newest. @returns false where nothing was kept; the same of the others */
export function saveQuery({ name, gnql, view }: SavedQuery, place = 0): boolean {
  if (gnql.length > maxInBrowser || view.length > savedLimits.view) return false
  const others = savedQueries().filter((other) => other.gnql !== gnql)
  return keep(others.toSpliced(place, 0, { name, gnql, view, isLeft: false }).slice(0, savedLimits.browser))
}

export const renameQuery = (gnql: string, name: string): boolean =>
  keep(savedQueries().map((query) => (query.gnql === gnql ? { ...query, name } : query)))

export const forgetQueries = (...gnql: readonly string[]): boolean =>
  keep(savedQueries().filter((query) => !gnql.includes(query.gnql)))

/** Marks those that an account does not take over. */
export const leaveQueries = (...gnql: readonly string[]): boolean =>
  keep(savedQueries().map((query) => (gnql.includes(query.gnql) ? { ...query, isLeft: true } : query)))

/** Without what an account could not keep either, which nothing of ours wrote. */
function readQuery(value: unknown): BrowserQuery[] {
  if (typeof value !== 'object' || value === null) return []
  const [gnql, view, name]: unknown[] = ['gnql', 'view', 'name'].map((field) => Reflect.get(value, field))
  if (typeof gnql !== 'string' || typeof view !== 'string') return []
  if (gnql.trim() === '' || !keepableText.test(gnql) || !viewText.test(view)) return []
  const called = typeof name === 'string' ? savedName(name) : ''
  return [{ name: called, gnql, view, isLeft: Reflect.get(value, 'isLeft') === true }]
}

/** Storage may be full, or forbidden. */
function keep(queries: readonly BrowserQuery[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(queries))
    return true
  } catch {
    return false
  }
}
