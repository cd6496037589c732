import { holdsCutValue, keptBytes } from '#model/cut-value.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { IpReport } from '#model/ip-report.ts'
import { pieces } from '../../ui/visible-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'

/** The record as it is kept, for reading; the API gives the same as JSON. */
export function Raw({ report }: { report: IpReport }) {
  if (!report.document) return <Empty why="There is no record of this address." />
  const lines = JSON.stringify(report.document, null, 2).split('\n')
  return (
    <Panel title="Record">
      {report.lacking.length > 0 && (
        <p className="mb-2 text-label text-ink-3">
          Empty because your plan does not include it:{' '}
          {report.lacking.map((group) => entitlementTitles[group]).join(', ')}.
        </p>
      )}
      {Object.values(report.document).some(holdsCutValue) && (
        <p className="mb-2 text-label text-ink-3">
          Values of more than {keptBytes} bytes stand here with their beginning, their length and the SHA-256
          of the whole; they are whole in their sessions and captures.
        </p>
      )}
      <pre className="overflow-x-auto text-dense" tabIndex={0} role="region" aria-label="Record as JSON">
        {lines.map((line, at) => (
          <span key={at}>
            {pieces(line).map((piece, index) =>
              piece.escaped ? (
                <span key={index} className="escape">
                  {piece.text}
                </span>
              ) : (
                piece.text
              ),
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </Panel>
  )
}
