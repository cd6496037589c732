import { redirect } from 'react-router'
import { seenBetween } from '#gnql/seen-between.ts'
import { lastExport } from '#model/export-memory.ts'
import { pageCookies } from '#model/page-cookies.ts'
import { frame, services } from '../context.ts'
import { orRouteError } from '../route-error.ts'
import { Facets } from '../features/facets/facets.tsx'
import { allowed, defaultColumns } from '../features/query/columns.ts'
import { QueryEditor } from '../features/query/editor.tsx'
import { NothingFound, DidNotRun } from '../features/query/no-answer.tsx'
import { moreFields, otherQueryHref, readState } from '../features/query/page-state.ts'
import { Results } from '../features/query/results.tsx'
import { openedRow, rowOf } from '../features/query/row.ts'
import { countriesIn, rankedFacets, shownFacet } from '../features/query/shown-facet.ts'
import { Stats } from '../features/query/stats.tsx'
import { World } from '../features/query/world.tsx'
import { KnownByName, knownByName } from '../features/search/known-by-name.tsx'
import { Unseen } from '../features/search/unseen.tsx'
import { visible } from '../ui/visible-text.ts'
import type { Route } from './+types/query'

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

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const days = { from: url.searchParams.get('from'), to: url.searchParams.get('to') }
  if (days.from !== null || days.to !== null)
    throw redirect(
      otherQueryHref(
        seenBetween(params.gnql, { from: dayOf(days.from), to: dayOf(days.to) }),
        url.searchParams,
      ),
    )
  const state = readState(url.searchParams, context.get(frame).settings.columns)
  const { rows, why, facets, ...report } = await orRouteError(
    context.get(services).queryIps({
      query: params.gnql,
      // Other views show no rows.
      size: state.view === 'list' ? pageSize : 1,
      more: state.view === 'stats' || state.open.includes(moreFields),
      ...(state.view === 'map' || Object.keys(state.find).length > 0 ? { top: 1000 } : {}),
      order: state.order,
      ...(state.after !== null && { scrollToken: state.after }),
      ...(state.row !== null && { explained: state.row }),
    }),
  )
  const named = await knownByName(context.get(services), report)
  const shown = allowed(state.columns, report.lacking)
  const opened = rows.find(({ ip }) => ip === why?.ip)
  return {
    named,
    state,
    report,
    facets: facets.flatMap((facet) => shownFacet(facet, state) ?? []),
    ranked: rankedFacets(facets, state.view),
    countries: state.view === 'map' ? countriesIn(facets) : [],
    rows: rows.map((row) => rowOf(row, shown)),
    shown,
    opened: opened ? openedRow(opened, why?.findings ?? [], allowed(factsOfRow, report.lacking)) : null,
    exported: lastExport(pageCookies(request.headers.get('cookie') ?? ''), params.gnql),
  }
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${visible((params.gnql ?? 'Query').slice(0, 120))} · Noisefloor` },
]

export default function Query({ loaderData }: Route.ComponentProps) {
  const { named, report, facets, ranked, countries, rows, shown, opened, state, exported } = loaderData
  return (
    <div className="query-page">
      <QueryEditor report={report} />
      <KnownByName query={report.query} groups={named} />
      {report.ran && <Unseen query={report.query} total={report.total} rows={rows} />}
      {!report.ran ? (
        <DidNotRun />
      ) : report.total === 0 ? (
        <NothingFound report={report} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[216px_minmax(0,1fr)]">
          <Facets facets={facets} query={report.query} open={state.open} />
          <Results
            report={report}
            rows={rows}
            shown={shown}
            opened={opened}
            state={state}
            exported={exported}
          >
            {state.view === 'stats' && <Stats facets={ranked} total={report.total} />}
            {state.view === 'map' && ranked[0] && (
              <World countries={countries} facet={ranked[0]} total={report.total} />
            )}
          </Results>
        </div>
      )}
    </div>
  )
}
