import { redirect } from 'react-router'
import { isOver } from '#model/analysis.ts'
import type { Analysis } from '#model/analysis.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { asText, dataIn } from '../as-text.ts'
import { frame, services } from '../context.ts'
import { Ended } from '../features/analysis/ended.tsx'
import { exportHref } from '../features/analysis/export-href.ts'
import { ExportPart } from '../features/analysis/export-menu.tsx'
import { Head } from '../features/analysis/head.tsx'
import { NothingInPart } from '../features/analysis/nothing-in-part.tsx'
import { classOf, isUnseen, partIn, placeIn } from '../features/analysis/parts.ts'
import { PartsBar } from '../features/analysis/parts-bar.tsx'
import { QueryThese } from '../features/analysis/query-these.tsx'
import { ReadProgress } from '../features/analysis/progress.tsx'
import { Totals } from '../features/analysis/totals.tsx'
import { UnseenTable } from '../features/analysis/unseen-table.tsx'
import { often, useLive } from '../features/shell/use-live.ts'
import { Facets } from '../features/facets/facets.tsx'
import { answerOf, daysChosen, pageWanted } from '../features/query/answer.ts'
import { defaultColumns } from '../features/query/columns.ts'
import { QueryEditor } from '../features/query/editor.tsx'
import { DidNotRun } from '../features/query/no-answer.tsx'
import { OtherView } from '../features/query/other-view.tsx'
import { readState } from '../features/query/page-state.ts'
import { placeAt, queryField } from '../features/query/place.ts'
import { Results } from '../features/query/results.tsx'
import { orRouteError } from '../route-error.ts'
import { visible } from '../ui/visible-text.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/ip-analysis'

/** Where an address stood in the list takes the room of one column, so that a desk shows the table whole. */
const usualColumns = defaultColumns.filter((id) => id !== 'first_seen').join(',')
/** Rows of a page of those that were not seen. */
const unseenSize = 100
/** Of what was not taken; the file has more. */
const shownIgnored = 100

export const loader = async (args: Route.LoaderArgs) => asText(await loaded(args))

async function loaded({ context, params: { id }, url }: Route.LoaderArgs) {
  const { pathname, searchParams } = url
  const query = searchParams.get(queryField) ?? ''
  const narrowed = daysChosen(query, searchParams)
  if (narrowed !== null) throw redirect(placeAt(pathname).hrefOf(narrowed, searchParams))
  const { ipAnalysis, seenInList, unseenInList } = context.get(services)
  const { settings } = context.get(frame)
  const part = partIn(searchParams)
  const report = await orRouteError(ipAnalysis({ id }))
  const { analysis, counts, term } = report
  const ignored = report.ignored.slice(0, shownIgnored)
  const common = { analysis, counts, ignored, part, term, unseen: null, seen: null }
  if (!hasRows(analysis) || counts.all === 0) return common
  if (isUnseen(part)) {
    const at = placeIn(searchParams)
    const page = await orRouteError(unseenInList({ id, part, size: unseenSize, ...(at > 0 && { from: at }) }))
    return { ...common, unseen: { page, part, isFirst: at === 0 } }
  }
  const state = readState(searchParams, settings.columns || usualColumns)
  const ofClass = classOf(part)
  const { report: found, places } = await orRouteError(
    seenInList({
      id,
      query: query.trim() === '' ? '*' : query,
      ...pageWanted(state),
      ...(ofClass && { part: ofClass }),
    }),
  )
  return { ...common, seen: { state, places, ...answerOf(asAsked(found, query), state) } }
}

/** Where nothing was asked, nothing is said about how it was understood. */
const asAsked = (found: QueryReport, query: string): QueryReport =>
  query.trim() === '' ? { ...found, query: '', adjustedQuery: '', diagnostics: [] } : found

/** Of one that failed or was cancelled nothing is kept. */
const hasRows = ({ state }: Analysis): boolean => state === 'running' || state === 'completed'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const name = loaderData && dataIn(loaderData).analysis.name
  return pageTexts(
    `${name ? `${visible(name.slice(0, 120))} · ` : ''}IP analysis · Noisefloor`,
    'What is known of the addresses of a list.',
  )
}

export default function IpAnalysis({ loaderData }: Route.ComponentProps) {
  const { analysis, counts, ignored, part, term, unseen, seen } = dataIn(loaderData)
  const isDone = isOver(analysis.state)
  useLive(!isDone, often)
  const isShown = hasRows(analysis)
  const query = seen?.report.ran ? seen.report.query : ''
  const actions = (
    <div className="flex flex-wrap gap-2">
      {term !== '' && !isUnseen(part) && <QueryThese term={term} part={part} query={query} />}
      <ExportPart
        id={analysis.id}
        part={part}
        count={query && seen ? seen.report.total : counts[part]}
        query={query}
      />
    </div>
  )
  return (
    <div className="grid gap-4">
      <Head analysis={analysis} />
      <p role="status" className="sr-only">
        {isDone && isShown && 'The list is read.'}
      </p>
      {!isDone && <ReadProgress analysis={analysis} />}
      {isDone && !isShown && <Ended analysis={analysis} />}
      {isShown && (
        <>
          <Totals analysis={analysis} ignored={ignored} />
          {/* No zeros before anything is known. */}
          {(isDone || counts.all > 0) && <PartsBar counts={counts} part={part} />}
        </>
      )}
      {unseen && (
        <>
          <div className="chrome flex justify-end">{actions}</div>
          <UnseenTable {...unseen} total={counts[part]} />
        </>
      )}
      {seen && (
        <Seen
          {...seen}
          part={part}
          actions={actions}
          fileHref={(query, format) => exportHref(analysis, part, { format, query })}
          isGrowing={!isDone}
        />
      )}
    </div>
  )
}

type Loaded = Awaited<ReturnType<typeof loaded>>
type SeenProps = NonNullable<Loaded['seen']> & {
  part: Loaded['part']
  actions: React.ReactNode
  fileHref: (query: string, format: 'csv' | 'json') => string
  isGrowing: boolean
}

/** Those that were seen, as the page of a query shows its answer. */
function Seen({ report, facets, ranked, countries, rows, shown, opened, state, places, ...rest }: SeenProps) {
  const { part, actions, fileHref, isGrowing } = rest
  return (
    <div className="grid gap-4">
      <QueryEditor
        report={report}
        title="Query within the list"
        level="h2"
        run="Filter the list"
        placeholder="All that were seen; or a query, such as port:23 country_code:CN"
      />
      {!report.ran ? (
        <DidNotRun />
      ) : report.total === 0 ? (
        <>
          <div className="chrome flex justify-end">{actions}</div>
          <NothingInPart report={report} part={part} />
        </>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[216px_minmax(0,1fr)]">
          <Facets facets={facets} query={report.query} open={state.open} />
          <Results
            report={report}
            rows={rows}
            shown={shown}
            opened={opened}
            state={state}
            listed={{ places, actions, fileHref, isGrowing }}
          >
            <OtherView view={state.view} ranked={ranked} countries={countries} total={report.total} />
          </Results>
        </div>
      )}
    </div>
  )
}
