import { holdsCutValue, keptBytes } from '#model/cut-value.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { IpReport } from '#model/ip-report.ts'
import { buttonLook } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { pieces } from '../../ui/visible-text.ts'

const look = buttonLook({ variant: 'secondary', size: 'sm' })

/** The record as the API gives it, with the way to get it there. @param record JSON */
export function Raw({ report, record }: { report: IpReport; record: string }) {
  const isAlive = useAlive()
  const text = JSON.stringify(JSON.parse(record), null, 2)
  const path = `/v3/ip/${encodeURIComponent(report.ip)}`
  return (
    <Panel
      title="Record"
      action={
        <span className="chrome flex flex-wrap items-center gap-2">
          <code className="text-label text-ink-3">GET {path}</code>
          {isAlive && (
            <button type="button" className={look} onClick={() => void copyText(text, 'Copied the record')}>
              Copy
            </button>
          )}
          <a href={path} className={`${look} hover:no-underline`}>
            Open
          </a>
        </span>
      }
    >
      {report.lacking.length > 0 && (
        <p className="mb-2 text-label text-ink-3">
          Empty because your plan does not include it:{' '}
          {report.lacking.map((group) => entitlementTitles[group]).join(', ')}.
        </p>
      )}
      {report.document && Object.values(report.document).some(holdsCutValue) && (
        <p className="mb-2 text-label text-ink-3">
          Values of more than {keptBytes} bytes stand here with their beginning, their length and the SHA-256
          of the whole; they are whole in their sessions and captures.
        </p>
      )}
      <pre className="overflow-x-auto text-dense" tabIndex={0} role="region" aria-label="Record as JSON">
        {text.split('\n').map((line, at) => (
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
