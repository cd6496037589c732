import { type IpOrder, isIpOrder } from '#model/ip-order.ts'
import { queryHref } from '../../query-href.ts'
import { columnIds, type ColumnId, defaultColumns } from './columns.ts'

/** How the page of a query shows its answer. All of it stands in the address, so that it can be shared and gone back to. */
export interface PageState {
  order: IpOrder
  columns: readonly ColumnId[]
  /** Pixels of columns whose width was chosen. */
  widths: Readonly<Partial<Record<ColumnId, number>>>
  view: View
  /** Text that values of an opened facet are to hold, by field. */
  find: Readonly<Record<string, string>>
  /** Whether the columns are being chosen. */
  choosing: boolean
  /** Facets whose rarer values are shown, by field. */
  open: readonly string[]
  /** The address whose row is opened. */
  row: string | null
  /** Whether the numbers of the chart stand below it. */
  table: boolean
  /** Where the page begins; null for the first one. */
  after: string | null
}

export const views = ['list', 'stats', 'map'] as const
export type View = (typeof views)[number]

/** In `more`: the facets of further fields are wanted. */
export const moreFields = 'fields'

export const defaultOrder: IpOrder = 'last_seen'

const isColumn = (id: string): id is ColumnId => columnIds.some((known) => known === id)

const listIn = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(','))

/** Pixels that a column may be wide. */
export const columnWidths = { min: 48, max: 800 } as const

const widthOf = (id: ColumnId): string => `w.${id}`

/** @param kept columns that the reader's browser keeps for every query, as the address writes them */
export function readState(params: URLSearchParams, kept = ''): PageState {
  const order = params.get('sort')
  const chosen = [...new Set(listIn(params.get('cols') ?? kept))].filter(isColumn)
  const columns = chosen.length > 0 ? chosen : defaultColumns
  const widths = columns.flatMap((id): [ColumnId, number][] => {
    const width = Number(params.get(widthOf(id)))
    return width >= columnWidths.min && width <= columnWidths.max ? [[id, Math.round(width)]] : []
  })
  const open = listIn(params.get('more')).slice(0, 20)
  const view = views.find((known) => known === params.get('view'))
  return {
    view: view ?? 'list',
    find: Object.fromEntries(
      open.flatMap((name) => {
        const text = params.get(`find.${name}`)?.slice(0, 100) ?? ''
        return text === '' ? [] : [[name, text]]
      }),
    ),
    order: isIpOrder(order) ? order : defaultOrder,
    columns,
    widths: Object.fromEntries(widths),
    choosing: params.get('edit') === 'columns',
    open,
    row: params.get('row'),
    table: params.get('table') === 'days',
    after: params.get('after'),
  }
}

/** What another query shows in the same way; a place in an answer belongs to that answer. */
const carried = ['part', 'view', 'sort', 'cols', 'more', 'table', ...columnIds.map(widthOf)]

export type Changes = Readonly<Record<string, string | null>>

/** The same page with some of it otherwise; null takes a parameter away. */
export function stateHref(params: URLSearchParams, changes: Changes): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `?${written(next)}`
}

/** In another order an answer begins anew. */
export const orderHref = (params: URLSearchParams, order: IpOrder): string =>
  stateHref(params, { sort: order === defaultOrder ? null : order, after: null, row: null })

/** The parameters that another query keeps. */
export function carriedBy(params: URLSearchParams): [name: string, value: string][] {
  return carried.flatMap((name) => {
    const value = params.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
}

/** The page of another query, shown as this one is. */
export function otherQueryHref(gnql: string, params: URLSearchParams): string {
  const text = written(new URLSearchParams(carriedBy(params)))
  return text === '' ? queryHref(gnql) : `${queryHref(gnql)}?${text}`
}

/** Lists stay readable: a comma needs no escape in a query (RFC 3986 §3.4). */
export const written = (params: URLSearchParams): string => params.toString().replaceAll('%2C', ',')
