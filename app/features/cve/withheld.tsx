import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { CveReport } from '#model/cve-report.ts'
import { Panel } from '../../ui/panel.tsx'

const sections = [
  ['timeline', 'Key dates', 'when it was published and changed, and when CISA listed it', 'basic'],
  ['exploitation', 'Exploitation elsewhere', 'EPSS with its history, KEV, the attack vector', 'basic'],
  ['stats', 'Exploits', 'exploits, threat actors, botnets and techniques', 'advanced'],
  ['activity', 'Activity', 'who tries it against our sensors, in which phase, with which tags', 'advanced'],
] as const

/** Lists of the activity that tell of a group of fields. */
const lists = [
  ['feature-ip-protocol-insights', 'Ports tried'],
  ['feature-ip-request-analysis', 'Paths asked for'],
  ['feature-ip-vuln-correlation', 'The same addresses also try'],
] as const

/** A panel that the plan does not reach says what it would hold and which level shows it; no blurred fake data. */
export const Withheld = ({ report }: { report: CveReport }) => (
  <>
    {sections
      .filter(([name]) => report[name] === null)
      .map(([name, title, holds, level]) => (
        <Panel key={name} title={title}>
          <p className="text-ink-2">
            Not part of this plan. It holds {holds}; the CVE insight level “{level}” shows it, this plan has “
            {report.level}”.
          </p>
        </Panel>
      ))}
    {report.activity?.seen &&
      lists
        .filter(([group]) => report.lacking.includes(group))
        .map(([group, title]) => (
          <Panel key={group} title={title}>
            <p className="text-ink-2">
              Not part of this plan: it belongs to {entitlementTitles[group]} ({group}).
            </p>
          </Panel>
        ))}
  </>
)
