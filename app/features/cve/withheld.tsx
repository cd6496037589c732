import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { CveReport } from '#model/cve-report.ts'
import { Panel } from '../../ui/panel.tsx'
import { WhoGrants } from '../error/who-grants.tsx'

const sections = [
  ['timeline', 'Key dates', 'when it was published and changed, and when CISA listed it', 'basic'],
  ['exploitation', 'Exploitation elsewhere', 'EPSS with its history, KEV, the attack vector', 'basic'],
  ['stats', 'Exploits', 'exploits, threat actors, botnets and techniques', 'advanced'],
  ['activity', 'Activity', 'who tries it against our sensors, in which phase, with which tags', 'advanced'],
] as const

/** Lists of the activity that tell of a group of fields. */
const lists = [
  ['feature-ip-protocol-insights', 'Ports tried', 'ports and transports it is tried on'],
  ['feature-ip-request-analysis', 'Paths asked for', 'paths its requests ask for'],
  ['feature-ip-vuln-correlation', 'The same addresses also try', 'other CVEs its attackers try'],
] as const

/** A panel that the plan does not reach says what it would hold, which level shows it and who grants it; no blurred fake data. */
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
          <WhoGrants />
        </Panel>
      ))}
    {report.activity?.seen &&
      lists
        .filter(([group]) => report.lacking.includes(group))
        .map(([group, title, holds]) => (
          <Panel key={group} title={title}>
            <p className="text-ink-2">
              Not part of this plan: it belongs to {entitlementTitles[group]} ({group}). It lists the {holds}.
            </p>
            <WhoGrants />
          </Panel>
        ))}
  </>
)
