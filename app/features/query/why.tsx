import type { Finding } from '#gnql/explain/finding.ts'
import { InertText } from '../../ui/inert-text.tsx'

/** Whether the condition speaks for the row: it matched, or it excludes and did not match. */
const holds = ({ matched, excludes }: Finding): boolean => matched !== excludes

/** Why a row is an answer: which conditions it meets and on what values. Folded, so that the table stays a table. */
export function Why({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <details
      className="why"
      // The column is the last: opened, it is wider than what the table's scroller shows of it.
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
    >
      <summary>{`${findings.filter(holds).length} of ${findings.length}`}</summary>
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
    </details>
  )
}
