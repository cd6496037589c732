import { type Intention, intentions, tagCategories, type TagCategory } from '#model/tag.ts'
import type { TrendSort } from '#model/tag-report.ts'

export const views: Record<TrendSort, string> = {
  trending: 'Trending',
  active: 'Active',
  anomalies: 'Anomalies',
}

export interface TrendFilters {
  view: TrendSort
  intention: Intention | undefined
  category: TagCategory | undefined
}

/** null when the path names no view. */
export function readTrendFilters(view: string, params: URLSearchParams): TrendFilters | null {
  const known = (Object.keys(views) as TrendSort[]).find((name) => name === view)
  if (!known) return null
  return {
    view: known,
    intention: intentions.find((value) => value === params.get('intention')),
    category: tagCategories.find((value) => value === params.get('category')),
  }
}

export function trendsHref(filters: TrendFilters, change: Partial<TrendFilters> = {}): string {
  const { view, intention, category } = { ...filters, ...change }
  const params = new URLSearchParams({ ...(intention && { intention }), ...(category && { category }) })
  return `/trends/${view}${params.size === 0 ? '' : `?${params}`}`
}
