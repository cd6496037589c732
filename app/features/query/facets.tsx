import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Classification } from '#model/tag.ts'
import { classifications } from '#model/tag.ts'
import { term } from '#gnql/term.ts'
import { Bar } from '../../ui/charts/ranked-bars.tsx'
import { Pieces } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { compact, withCommas } from '../../ui/numbers.ts'
import { isProse } from '../value/prose.ts'
import { narrowing } from '#gnql/narrow.ts'
import { queryHref } from '../../query-href.ts'

/** What a field's values are in the answer, the most frequent first. */
export interface ShownFacet {
  field: string
  title: string
  values: { value: string; count: number }[]
}

const isClass = (value: string): value is Classification => classifications.some((name) => name === value)

/** What the answer is made of; each value narrows the query or is left out of it, by links. */
export function Facets({ report }: { report: { facets: ShownFacet[]; query: string } }) {
  const filled = report.facets.filter((facet) => facet.values.length > 0)
  if (filled.length === 0) return <div />
  return (
    <aside aria-label="Filters" className="chrome min-w-0">
      <details className="filters rounded-control border-line max-lg:border max-lg:bg-surface max-lg:px-4 max-lg:py-2">
        <summary className="min-h-6 font-semibold">{`Filters (${filled.length})`}</summary>
        <div className="max-lg:mt-3">
          <FacetList facets={filled} narrow={narrowing(report.query)} />
        </div>
      </details>
    </aside>
  )
}

const shownAtOnce = 5

type Narrow = (term: string) => string

function FacetList({ facets, narrow }: { facets: ShownFacet[]; narrow: Narrow }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:max-lg:grid-cols-2">
      {facets.map((facet) => (
        <section key={facet.field} aria-label={facet.title} className="facets">
          <h2>{facet.title}</h2>
          <Values facet={facet} values={facet.values.slice(0, shownAtOnce)} narrow={narrow} />
          {facet.values.length > shownAtOnce && <Rest facet={facet} narrow={narrow} />}
        </section>
      ))}
    </div>
  )
}

/** The rarer values are drawn when somebody asks for them: by opening, or without scripts by a page that has them open. */
function Rest({ facet, narrow }: { facet: ShownFacet; narrow: Narrow }) {
  const [params] = useSearchParams()
  const isAsked = params.get('more') === facet.field
  const folded = useRef<HTMLDetailsElement>(null)
  const [isOpened, setOpened] = useState(isAsked)
  // Opened before the page came alive.
  useEffect(() => {
    if (folded.current?.open) setOpened(true)
  }, [])
  const more = new URLSearchParams(params)
  more.set('more', facet.field)
  return (
    <details ref={folded} open={isAsked} onToggle={() => setOpened(true)}>
      <summary>{`Show ${Math.min(20, facet.values.length)}`}</summary>
      {isOpened ? (
        <Values facet={facet} values={facet.values.slice(shownAtOnce, 20)} narrow={narrow} />
      ) : (
        <noscript>
          <a href={`?${more}`}>{`All values of ${facet.title}`}</a>
        </noscript>
      )}
    </details>
  )
}

function Values({
  facet: { field, values: all },
  values,
  narrow,
}: {
  facet: ShownFacet
  values: ShownFacet['values']
  narrow: Narrow
}) {
  const high = Math.max(...all.map((value) => value.count), 1)
  const look = isProse(field) ? 'facet' : 'facet mono'
  return (
    <ul>
      {values.map(({ value, count }) => {
        const condition = term(field, value)
        return (
          <li key={value}>
            <a href={queryHref(narrow(condition))} className={look}>
              {field === 'classification' && isClass(value) && <ClassIcon of={value} />}
              <bdi dir="ltr" {...(value.length > 60 && { title: visible(value.slice(0, 4000)) })}>
                <Pieces text={value} limit={60} />
              </bdi>
              <span title={withCommas(count)}>{compact(count)}</span>
            </a>
            <a
              href={queryHref(narrow(`-${condition}`))}
              aria-label={`Exclude ${visible(value.slice(0, 60))}`}
              title="Exclude"
            >
              −
            </a>
            <Bar value={count} high={high} />
          </li>
        )
      })}
    </ul>
  )
}
