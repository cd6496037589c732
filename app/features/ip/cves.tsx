import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'

export function Cves({ cves }: { cves: string[] }) {
  return cves.length === 0 ? null : (
    <Panel title="CVEs">
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
