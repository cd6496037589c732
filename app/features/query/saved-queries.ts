/** Queries somebody wants again, kept by this browser alone, the newest first. */
export interface SavedQuery {
  gnql: string
  /** How its page shows it, as the address says: "?sort=severity". */
  view: string
}

const key = 'noisefloor-saved-queries'
const maxKept = 50
const maxText = 2000

/** None where the browser keeps nothing, or something else. */
export function savedQueries(): SavedQuery[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved).slice(0, maxKept) : []
  } catch {
    return []
  }
}

export function saveQuery(query: SavedQuery): void {
  if (query.gnql.length > maxText || query.view.length > maxText) return
  keep([query, ...savedQueries().filter(({ gnql }) => gnql !== query.gnql)].slice(0, maxKept))
}

export const forgetQuery = (gnql: string): void => keep(savedQueries().filter((other) => other.gnql !== gnql))

function isSaved(value: unknown): value is SavedQuery {
  if (typeof value !== 'object' || value === null) return false
  const [gnql, view]: unknown[] = [Reflect.get(value, 'gnql'), Reflect.get(value, 'view')]
  return typeof gnql === 'string' && typeof view === 'string' && (view === '' || view.startsWith('?'))
}

function keep(queries: readonly SavedQuery[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(queries))
  } catch {
    // Storage is full or forbidden: nothing is kept.
  }
}
