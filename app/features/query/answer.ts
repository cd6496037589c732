import { seenBetween } from '#gnql/seen-between.ts'
import type { QueryIps, QueryReport } from '#services/ip/query-report.ts'
import { allowed, defaultColumns } from './columns.ts'
import { moreFields, type PageState } from './page-state.ts'
import { membersOf, openedRow, rowOf } from './row.ts'
import { countriesIn, rankedFacets, shownFacet } from './shown-facet.ts'

/** Rows of one page: a screenful or two, so that the first answer is quick. */
const pageSize = 50

/** What an opened row says of the address. */
const factsOfRow = [
  ...defaultColumns,
  'asn',
  'rdns',
  'category',
  'sessions',
  'sensors',
  'destinations',
] as const

/** A field of a day, left out where it is empty or none. */
const dayOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null

/** The query narrowed by the two fields of the chart; null where nobody sent them. */
export function daysChosen(query: string, params: URLSearchParams): string | null {
  const days = { from: params.get('from'), to: params.get('to') }
  if (days.from === null && days.to === null) return null
  return seenBetween(query, { from: dayOf(days.from), to: dayOf(days.to) })
}

/** What of an answer the page is going to show. */
export const pageWanted = (state: PageState): Omit<QueryIps, 'query'> => ({
  // Other views show no rows.
  size: state.view === 'list' ? pageSize : 1,
  more: state.view === 'stats' || state.open.includes(moreFields),
  ...(state.view === 'map' || Object.keys(state.find).length > 0 ? { top: 1000 } : {}),
  order: state.order,
  members: membersOf([...state.columns, ...(state.row === null ? [] : factsOfRow)]),
  ...(state.after !== null && { scrollToken: state.after }),
  ...(state.row !== null && { explained: state.row }),
})

/** An answer as the page shows it: documents are large, and what is not shown does not travel. */
export function answerOf({ rows, why, facets, ...report }: QueryReport, state: PageState) {
  const shown = allowed(state.columns, report.lacking)
  const opened = rows.find(({ ip }) => ip === why?.ip)
  return {
    report,
    facets: facets.flatMap((facet) => shownFacet(facet, state) ?? []),
    ranked: rankedFacets(facets, state.view),
    countries: state.view === 'map' ? countriesIn(facets) : [],
    rows: rows.map((row) => rowOf(row, shown)),
    shown,
    opened: opened ? openedRow(opened, why?.findings ?? [], allowed(factsOfRow, report.lacking)) : null,
  }
}
