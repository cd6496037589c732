import { Link } from 'react-router'
import { filtersOf } from '#gnql/filters.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Empty } from '../../ui/state.tsx'
import { popularSearches } from '../search/popular.ts'
import { queryHref } from '../../query-href.ts'
import { useReach } from '../../reach.ts'

/** Nothing was asked, for a reason that stands under the query: that is not the same as nothing found. */
export function DidNotRun() {
  return (
    <Empty why="This query did not run. The reason stands above.">
      <Examples lead="Queries that do run:" />
    </Empty>
  )
}

export function NothingFound({
  report,
}: {
  report: Pick<QueryReport, 'query' | 'adjustedQuery' | 'relaxed' | 'words'>
}) {
  const reach = useReach()
  return (
    <Empty
      why={
        <>
          No address matches <InertText text={report.adjustedQuery || report.query} limit={600} />.
        </>
      }
    >
      {report.words !== '' && (
        <p className="text-ink-2" data-words>
          Asked for: <InertText text={report.words} limit={1000} mono={false} />
        </p>
      )}
      {report.relaxed.length > 0 && (
        <ul className="grid gap-1">
          {report.relaxed.map(({ part, query, total }) => (
            <li key={`${part} ${query}`}>
              <Link to={queryHref(query)} className="inline-flex min-h-6 items-center gap-1">
                Without <InertText text={part} limit={200} /> there {total === 1 ? 'is' : 'are'}{' '}
                {withCommas(total)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">
        Only addresses seen by the sensors and captures of this server in the {reach} can match.{' '}
        {filtersOf(report.query).length > 1 ? 'Drop a term above, or start' : 'Start'} from one of these:
      </p>
      <Examples lead="Popular Searches" except={report.query} />
    </Empty>
  )
}

function Examples({ lead, except }: { lead: string; except?: string }) {
  return (
    <div>
      <p className="text-ink-2">{lead}</p>
      <ul>
        {popularSearches
          .filter((gnql) => gnql !== except)
          .map((gnql) => (
            <li key={gnql}>
              <Link to={queryHref(gnql)} className="inline-flex min-h-6 items-center font-mono font-normal">
                {gnql}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
