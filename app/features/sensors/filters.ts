const orders = ['name', 'status', 'persona_name', 'last_seen', 'public_ips', 'created_at'] as const
export type Order = (typeof orders)[number]

/** What the address of the list says; whatever is no choice is none. */
export interface SensorFilters {
  search: string
  view: 'table' | 'map'
  sort: Order
  descending: boolean
  page: number
}

export function readFilters(params: URLSearchParams): SensorFilters {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    view: params.get('view') === 'map' ? 'map' : 'table',
    sort: orders.find((one) => one === params.get('sort')) ?? 'name',
    descending: params.get('descending') === '1',
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 10_000) : 1,
  }
}

/** The address of these filters, changed; the first page unless one is named. Defaults are left out. */
export function sensorsHref(filters: SensorFilters, change: Partial<SensorFilters> = {}): string {
  const { search, view, sort, descending, page } = { ...filters, page: 1, ...change }
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(view !== 'table' && { view }),
    ...(sort !== 'name' && { sort }),
    ...(descending && { descending: '1' }),
    ...(page > 1 && { page: String(page) }),
  })
  return params.size === 0 ? '/sensors' : `/sensors?${params}`
}
