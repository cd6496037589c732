import { Link, useSearchParams } from 'react-router'
import type { AnalysisPart } from '#model/analysis.ts'
import { windowDays } from '#model/window.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Empty } from '../../ui/state.tsx'
import { useQueryPlace } from '../query/place.ts'
import type { Answer } from '../query/results.tsx'
import { partHref, partLooks } from './parts.ts'

/** No address of the part was seen, or none that matches the query. */
export function NothingInPart({ report, part }: { report: Answer; part: AnalysisPart }) {
  const [params] = useSearchParams()
  const { hrefOf } = useQueryPlace()
  const link = 'inline-flex min-h-6 items-center gap-1'
  if (report.query === '')
    return (
      <Empty
        why={
          part === 'all'
            ? `No address of this list was seen in the last ${windowDays} days. That does not make them safe.`
            : `No address of this list is ${partLooks[part].name.toLowerCase()}.`
        }
      >
        {part === 'all' && (
          <a href={partHref(params, 'not-observed')} className={link}>
            Show those not observed
          </a>
        )}
      </Empty>
    )
  return (
    <Empty
      why={
        <>
          No address of {part === 'all' ? 'this list' : `the part “${partLooks[part].name}”`} matches{' '}
          <InertText text={report.query} limit={600} />.
        </>
      }
    >
      <ul className="grid gap-1">
        {report.relaxed.map(({ part: term, query, total }) => (
          <li key={`${term} ${query}`}>
            <Link to={hrefOf(query, params)} className={link}>
              Without <InertText text={term} limit={200} /> there {total === 1 ? 'is' : 'are'}{' '}
              {withCommas(total)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={hrefOf('', params)} className={link}>
            Without a query
          </Link>
        </li>
      </ul>
    </Empty>
  )
}
