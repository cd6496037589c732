import type { ReportedDocument } from '#model/ip-report.ts'
import type { Verdict } from '#model/verdict.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { TimeRange } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'

const observed = { window: 'last 90 days, UTC' }

export function Tags({ document, verdict }: { document: ReportedDocument; verdict: Verdict | null }) {
  const intention = new Map(verdict?.reasons.map((reason) => [reason.slug, reason.intention]))
  return (
    <Panel title="Tags" from={observed}>
      {document.tags.length === 0 ? (
        <p className="text-ink-2">No rule of ours matches what this address did.</p>
      ) : (
        <ul className="grid gap-2">
          {document.tags.map((slug, index) => (
            <li key={slug}>
              <span className="flex items-center gap-2">
                <ClassIcon of={intention.get(slug) ?? 'unknown'} named />
                <Value field="tags" value={document.tag_names[index] ?? slug} />
              </span>
              <p className="pl-5 text-label text-ink-3">
                <TimeRange from={document.tag_first[index] ?? ''} to={document.tag_last[index] ?? ''} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function Cves({ cves }: { cves: string[] }) {
  return cves.length === 0 ? null : (
    <Panel title="CVEs" from={observed}>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {cves.map((cve) => (
          <li key={cve}>
            <Value field="cve" value={cve} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
