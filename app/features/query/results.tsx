import { Link } from 'react-router'
import type { LastExport } from '#model/export-memory.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ResultTable } from './result-table.tsx'
import type { ResultRow } from './row.ts'

/** The answer without its documents; the table has rows of its own. */
type Answer = Omit<QueryReport, 'rows' | 'why' | 'facets'>

const took = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/** Total, days, rows, and the way on: every page but the last links to the next, the last one says so. */
export function Results({
  report,
  rows,
  firstPage,
  exported = null,
}: {
  report: Answer
  rows: ResultRow[]
  firstPage: boolean
  /** The last export of this query from this browser. */
  exported?: LastExport | null
}) {
  const today = useFrame().status.now.slice(0, 10)
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <p className="text-lead" aria-live="polite">
          <strong className="font-semibold">{counted(report.total, 'IP', 'IPs')}</strong>{' '}
          <span className="text-dense text-ink-3">in {took(report.tookMs)}</span>
        </p>
        <ExportMenu query={report.query} total={report.total} last={exported} />
      </div>
      {report.histogram.length > 0 && firstPage && (
        <Panel title="Last seen" from={{ window: 'UTC days', source: 'own sensors and captures' }}>
          <StackedBars bars={report.histogram} noun="IPs last seen" today={today} />
        </Panel>
      )}
      <Panel title="Addresses" from={{ window: 'in order of address' }} flush>
        <ResultTable rows={rows} lacking={report.lacking} />
      </Panel>
      {report.lacking.length > 0 && (
        <p className="text-dense text-ink-2">
          Not in your plan, and left out here:{' '}
          {report.lacking.map((group) => entitlementTitles[group]).join(', ')}.
        </p>
      )}
      <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
        {!firstPage && (
          <Link to="?" className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}>
            First page
          </Link>
        )}
        {report.nextToken === null ? (
          <p className="text-ink-2">
            {firstPage
              ? `All ${withCommas(report.total)} shown.`
              : `End of ${counted(report.total, 'IP', 'IPs')}.`}
          </p>
        ) : (
          <Link
            to={`?${new URLSearchParams({ after: report.nextToken })}`}
            rel="next"
            className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
          >
            Next page
          </Link>
        )}
      </nav>
    </div>
  )
}
