import { useSearchParams } from 'react-router'
import { moreFields, stateHref } from '../query/page-state.ts'
import { type ShownFacet, shownAtOnce, Values } from './values.tsx'

/** What the answer is made of; each value narrows the query or is left out of it, by links. */
export function Facets({
  facets,
  query,
  open,
}: {
  facets: ShownFacet[]
  query: string
  open: readonly string[]
}) {
  const [params] = useSearchParams()
  if (facets.length === 0) return <div />
  return (
    <aside aria-label="Filters" className="chrome min-w-0">
      <details className="filters rounded-control border-line max-lg:border max-lg:bg-surface max-lg:px-4 max-lg:py-2">
        <summary className="min-h-6 font-semibold">{`Filters (${facets.length})`}</summary>
        <div className="facet-list">
          {facets.map((facet) => {
            const isOpen = open.includes(facet.name)
            const others = open.filter((name) => name !== facet.name)
            const more = isOpen ? others : [...others, facet.name]
            return (
              <section key={facet.name} aria-label={facet.title} className="facets">
                <h2>{facet.title}</h2>
                {isOpen && <FindBox facet={facet} params={params} />}
                <Values facet={facet} query={query} isOpen={isOpen} />
                {facet.count > shownAtOnce && (
                  <a href={stateHref(params, { more: more.join(',') || null })} aria-expanded={isOpen}>
                    {isOpen ? `Show ${shownAtOnce}` : `Show ${facet.count}`}
                  </a>
                )}
              </section>
            )
          })}
          {!open.includes(moreFields) && (
            <a href={stateHref(params, { more: [...open, moreFields].join(',') })} className="more-fields">
              More fields
            </a>
          )}
        </div>
      </details>
    </aside>
  )
}

/** Looks through all values of a facet, not only those shown. */
function FindBox({ facet: { name, title, find }, params }: { facet: ShownFacet; params: URLSearchParams }) {
  const field = `find.${name}`
  return (
    <form aria-label={`Values of ${title}`}>
      {[...params].map(
        ([other, value]) =>
          other !== field &&
          other !== 'row' && <input key={other} type="hidden" name={other} value={value} />,
      )}
      <input
        type="search"
        name={field}
        defaultValue={find}
        aria-label={`Filter values of ${title}`}
        placeholder="Filter values"
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        className="find-box"
      />
    </form>
  )
}
