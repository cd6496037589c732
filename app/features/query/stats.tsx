import { csvHref } from '../../ui/csv.ts'
import { withCommas } from '../../ui/numbers.ts'
import type { ShownFacet } from '../facets/values.tsx'
import { shareOf } from '../facets/values.tsx'
import { isProse } from '../value/prose.ts'
import { ValueLink } from '../value/value-link.tsx'

/** Values of a field as a ranked table that can be taken along. */
export function Ranked({ facet: { name, title, values }, total }: { facet: ShownFacet; total: number }) {
  const high = Math.max(...values.map(({ count }) => count), 1)
  return (
    <section aria-label={title} className="ranked">
      <header>
        <h2>{title}</h2>
        <a
          href={csvHref({
            heads: [name, 'ips'],
            rows: values.map(({ value, count }) => [value, count]),
          })}
          download={`query-${name}.csv`}
          aria-label={`${title} as CSV`}
          className="chrome"
        >
          CSV
        </a>
      </header>
      <table>
        <thead className="sr-only">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">IPs</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody data-values>
          {values.map(({ value, count }) => (
            <tr key={value} className={shareOf(count, high)}>
              <th scope="row">
                <ValueLink field={name} value={value} mono={!isProse(name)} />
              </th>
              <td>{withCommas(count)}</td>
              <td>{percent(count, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const percent = (count: number, total: number): string => {
  const share = total === 0 ? 0 : (100 * count) / total
  return share > 0 && share < 0.1 ? '<0.1%' : `${share.toFixed(1)}%`
}

export const Stats = ({ facets, total }: { facets: ShownFacet[]; total: number }) => (
  <div className="stats">
    {facets.map((facet) => (
      <Ranked key={facet.name} facet={facet} total={total} />
    ))}
  </div>
)
