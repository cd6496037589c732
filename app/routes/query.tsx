import { lastExport } from '#model/export-memory.ts'
import type { Facet } from '#model/query.ts'
import { services } from '../context.ts'
import { orRouteError } from '../route-error.ts'
import { Facets, type ShownFacet } from '../features/query/facets.tsx'
import { QueryEditor } from '../features/query/editor.tsx'
import { NothingFound, DidNotRun } from '../features/query/no-answer.tsx'
import { Results } from '../features/query/results.tsx'
import { rowOf } from '../features/query/row.ts'
import { KnownByName, knownByName } from '../features/search/known-by-name.tsx'
import { Unseen } from '../features/search/unseen.tsx'
import { visible } from '../ui/visible-text.ts'
import type { Route } from './+types/query'

const shownFacet = ({ field, title, values }: Facet): ShownFacet => ({
  field,
  title,
  values: values.map(({ value, count }) => ({ value, count })),
})

/** Rows of one page: a screenful or two, so that the first answer is quick. */
const pageSize = 50

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const after = url.searchParams.get('after')
  const input = { query: params.gnql, size: pageSize, ...(after !== null && { scrollToken: after }) }
  const { rows, why, facets, ...report } = await orRouteError(context.get(services).queryIps(input))
  const named = await knownByName(context.get(services), report)
  return {
    named,
    // The page writes the terms of the values itself.
    report: { ...report, facets: facets.map(shownFacet) },
    rows: rows.map((row, at) => rowOf(row, why[at] ?? [])),
    firstPage: after === null,
    exported: lastExport(request.headers.get('cookie') ?? '', params.gnql),
  }
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${visible((params.gnql ?? 'Query').slice(0, 120))} · Noisefloor` },
]

export default function Query({
  loaderData: { named, report, rows, firstPage, exported },
}: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <QueryEditor report={report} />
      <KnownByName query={report.query} groups={named} />
      {report.ran && <Unseen query={report.query} total={report.total} rows={rows} />}
      {!report.ran ? (
        <DidNotRun />
      ) : report.total === 0 ? (
        <NothingFound report={report} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[232px_minmax(0,1fr)]">
          <Facets report={report} />
          <Results report={report} rows={rows} firstPage={firstPage} exported={exported} />
        </div>
      )}
    </div>
  )
}
