import { redirect } from 'react-router'
import { lastExport } from '#model/export-memory.ts'
import { pageCookies } from '#model/page-cookies.ts'
import { asText, dataIn } from '../as-text.ts'
import { frame, services } from '../context.ts'
import { orRouteError } from '../route-error.ts'
import { FreshInstallation } from '../features/home/empty-install.tsx'
import { Facets } from '../features/facets/facets.tsx'
import { answerOf, daysChosen, pageWanted } from '../features/query/answer.ts'
import { QueryEditor } from '../features/query/editor.tsx'
import { NothingFound, DidNotRun } from '../features/query/no-answer.tsx'
import { otherQueryHref, readState } from '../features/query/page-state.ts'
import { Results } from '../features/query/results.tsx'
import { OtherView } from '../features/query/other-view.tsx'
import { KnownByName, knownByName } from '../features/search/known-by-name.tsx'
import { Unseen } from '../features/search/unseen.tsx'
import { counted } from '../ui/numbers.ts'
import { visible } from '../ui/visible-text.ts'
import { useFrame } from '../page-frame.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/query'

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const narrowed = daysChosen(params.gnql, url.searchParams)
  if (narrowed !== null) throw redirect(otherQueryHref(narrowed, url.searchParams))
  const state = readState(url.searchParams, context.get(frame).settings.columns)
  const { queryIps, isEmpty } = context.get(services)
  const answer = await orRouteError(queryIps({ query: params.gnql, ...pageWanted(state) }))
  const isNothing = answer.ran && answer.total === 0
  return asText({
    isFresh: isNothing && (await orRouteError(isEmpty())),
    named: await knownByName(context.get(services), answer),
    state,
    ...answerOf(answer, state),
    exported: lastExport(pageCookies(request.headers.get('cookie') ?? ''), params.gnql),
  })
}

export const meta: Route.MetaFunction = ({ params, loaderData }) => {
  const report = loaderData && dataIn(loaderData).report
  return pageTexts(
    `${visible((params.gnql ?? 'Query').slice(0, 120))} · Noisefloor`,
    report?.ran
      ? `${counted(report.total, 'IP', 'IPs')} ${visible(report.words.replace(/^IPs ?/, ''))}`
      : 'Which addresses scan the internet, asked in GNQL.',
  )
}

export default function Query({ loaderData }: Route.ComponentProps) {
  const isLoading = useFrame().status.demo.loading
  const { isFresh, named, report, facets, ranked, countries, rows, shown, opened, state, exported } =
    dataIn(loaderData)
  return (
    <div className="query-page">
      <QueryEditor report={report} />
      <KnownByName query={report.query} groups={named} />
      {report.ran && <Unseen query={report.query} total={report.total} rows={rows} />}
      {!report.ran ? (
        <DidNotRun />
      ) : isFresh ? (
        <FreshInstallation loading={isLoading} />
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
            <OtherView view={state.view} ranked={ranked} countries={countries} total={report.total} />
          </Results>
        </div>
      )}
    </div>
  )
}
