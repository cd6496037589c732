import type { Finding } from '#gnql/explain/finding.ts'
import { Icon } from '../../ui/icon.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { ActButton } from '../value/value.tsx'
import { ValueLink } from '../value/value-link.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { CellContent } from './cells.tsx'
import { columnOf } from './columns.ts'
import type { OpenedRow } from './row.ts'

/** An opened row: why it is an answer, and all values of it that the page can show. */
export function Preview({ row: { ip, why, facts } }: { row: OpenedRow }) {
  const isAlive = useAlive()
  return (
    <div className="preview">
      {why.length > 0 && <Why findings={why} />}
      <dl>
        {facts.map(({ id, values }) => {
          const { title, kind, field, mono } = columnOf(id)
          return (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                {kind !== 'values' || field === undefined ? (
                  <CellContent id={id} cell={values[0] ?? ''} />
                ) : (
                  values.map((value) => (
                    <span key={value}>
                      <ValueLink field={field} value={value} limit={160} {...(mono && { mono })} />
                      {isAlive && <ActButton field={field} value={value} />}
                    </span>
                  ))
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <a href={`/ip/${encodeURIComponent(ip)}`} className="inline-flex min-h-6 items-center gap-1">
        Whole record of <span className="mono">{ip}</span>
        <Icon name="arrow-right" size="sm" />
      </a>
    </div>
  )
}

/** Whether the condition speaks for the row: it matched, or it excludes and did not match. */
const holds = ({ matched, excludes }: Finding): boolean => matched !== excludes

/** Which conditions the row meets and on what values. */
function Why({ findings }: { findings: Finding[] }) {
  const met = findings.filter(holds).length
  return (
    <section aria-label="Why it matches" className="why">
      <h3>{`Matches ${met} of ${findings.length} ${findings.length === 1 ? 'term' : 'terms'}`}</h3>
      <ul>
        {findings.map((finding, index) => (
          // The sign before it comes from the stylesheet.
          <li key={index} className={holds(finding) ? 'holds' : undefined}>
            <span className="sr-only">{holds(finding) ? 'Holds: ' : 'Does not hold: '}</span>
            {finding.excludes && 'not '}
            <InertText text={finding.words} limit={200} mono={false} />
            {finding.span === null && <span className="text-ink-3"> (default window)</span>}
            {finding.values.map(({ field, values }) => (
              <p key={field}>
                {`${field}: `}
                <InertText text={values.join(', ')} limit={200} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
