import type { Finding } from '#gnql/explain/finding.ts'
import { InertText } from '../../ui/inert-text.tsx'

/** Whether the condition speaks for the row: it matched, or it excludes and did not match. */
const holds = ({ matched, excludes }: Finding): boolean => matched !== excludes

/** Why a row is an answer: which conditions it meets and on what values. Folded, so that the table stays a table. */
export function Why({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <details
      className="min-w-24"
      // The column is the last: opened, it is wider than what the table's scroller shows of it.
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
    >
      <summary className="min-h-6 text-label leading-6 text-ink-2">
        {findings.filter(holds).length} of {findings.length}
      </summary>
      <ul className="grid w-64 gap-1 py-1 [&_.inert]:[overflow-wrap:anywhere] [&_.inert]:whitespace-normal">
        {findings.map((finding, index) => (
          // Relative: hidden words are placed absolutely and would otherwise widen the page past the table's own scroller.
          <li key={index} className="relative whitespace-normal">
            <span aria-hidden="true">{holds(finding) ? '✓' : '·'}</span>{' '}
            <span className="sr-only">{holds(finding) ? 'Holds: ' : 'Does not hold: '}</span>
            {finding.excludes && 'not '}
            <InertText text={finding.words} limit={200} mono={false} />
            {finding.span === null && <span className="text-ink-3"> (default window)</span>}
            {finding.values.map(({ field, values }) => (
              <span key={field} className="block pl-4 text-ink-2">
                {field}: <InertText text={values.join(', ')} limit={200} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
