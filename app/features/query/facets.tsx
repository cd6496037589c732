import { Link } from 'react-router'
import type { Classification } from '#model/tag.ts'
import { classifications } from '#model/tag.ts'
import type { Facet } from '#model/query.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { Bar } from '../../ui/charts/ranked-bars.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { compact, withCommas } from '../../ui/numbers.ts'
import { isProse } from '../value/prose.ts'
import { narrowing } from '#gnql/narrow.ts'
import { queryHref } from '../../query-href.ts'

const isClass = (value: string): value is Classification => classifications.some((name) => name === value)

/** What the answer is made of; each value narrows the query or is left out of it, by links. */
export function Facets({ report }: { report: Pick<QueryReport, 'facets' | 'query'> }) {
  const filled = report.facets.filter((facet) => facet.values.length > 0)
  if (filled.length === 0) return <div />
  return (
    <aside aria-label="Filters" className="chrome min-w-0">
      <details className="filters rounded-control border-line max-lg:border max-lg:bg-surface max-lg:px-4 max-lg:py-2">
        <summary className="min-h-6 font-semibold">Filters ({filled.length})</summary>
        <div className="max-lg:mt-3">
          <FacetList facets={filled} narrow={narrowing(report.query)} />
        </div>
      </details>
    </aside>
  )
}

const shownAtOnce = 5

type Narrow = (term: string) => string

function FacetList({ facets, narrow }: { facets: Facet[]; narrow: Narrow }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:max-lg:grid-cols-2">
      {facets.map((facet) => (
        <section key={facet.field} aria-label={facet.title} className="min-w-0">
          <h2 className="mb-1 text-label font-semibold text-ink-3">{facet.title}</h2>
          <Values facet={facet} values={facet.values.slice(0, shownAtOnce)} narrow={narrow} />
          {facet.values.length > shownAtOnce && (
            <details>
              <summary className="w-fit py-1 text-label text-ink-2">
                Show {Math.min(20, facet.values.length)}
              </summary>
              <Values facet={facet} values={facet.values.slice(shownAtOnce, 20)} narrow={narrow} />
            </details>
          )}
        </section>
      ))}
    </div>
  )
}

function Values({ facet, values, narrow }: { facet: Facet; values: Facet['values']; narrow: Narrow }) {
  const high = Math.max(...facet.values.map((value) => value.count), 1)
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {values.map(({ value, count, term }) => (
        <li key={value}>
          <div className="flex items-center gap-1">
            <Link to={queryHref(narrow(term))} className="facet">
              {facet.field === 'classification' && isClass(value) && <ClassIcon of={value} />}
              <span className="truncate">
                <InertText text={value} limit={60} mono={!isProse(facet.field)} />
              </span>
              <span className="ml-auto pl-2 text-ink-2" title={withCommas(count)}>
                {compact(count)}
              </span>
            </Link>
            <Link
              to={queryHref(narrow(`-${term}`))}
              aria-label={`Exclude ${visible(value.slice(0, 60))}`}
              title="Exclude"
            >
              −
            </Link>
          </div>
          <Bar value={count} high={high} />
        </li>
      ))}
    </ul>
  )
}
