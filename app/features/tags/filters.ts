import { type Intention, intentions, tagCategories, type TagCategory } from '#model/tag.ts'

export const sorts = { active: 'Most active', name: 'Name', newest: 'Newest' } as const
export type Sort = keyof typeof sorts

/** What the address of the page says; whatever is no choice is none. */
export interface TagFilters {
  search: string
  category: TagCategory | undefined
  intention: Intention | undefined
  cve: boolean
  sort: Sort
  page: number
}

const chosen = <T extends string>(text: string | null, from: readonly T[]): T | undefined =>
  from.find((value) => value === text)

export function readFilters(params: URLSearchParams): TagFilters {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    category: chosen(params.get('category'), tagCategories),
    intention: chosen(params.get('intention'), intentions),
    cve: params.get('cve') === '1',
    sort: chosen(params.get('sort'), Object.keys(sorts) as Sort[]) ?? 'active',
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 10_000) : 1,
  }
}

/** The address of these filters, changed; the first page unless one is named. Defaults are left out. */
export function tagsHref(filters: TagFilters, change: Partial<TagFilters> = {}): string {
  const { search, category, intention, cve, sort, page } = { ...filters, page: 1, ...change }
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(intention && { intention }),
    ...(cve && { cve: '1' }),
    ...(sort !== 'active' && { sort }),
    ...(page > 1 && { page: String(page) }),
  })
  return params.size === 0 ? '/tags' : `/tags?${params}`
}
