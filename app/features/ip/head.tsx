import type { ReactNode } from 'react'
import type { IpReport } from '#model/ip-report.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { ClassBadge } from '../../ui/class-icon.tsx'
import { Value } from '../value/value.tsx'

/** Who this is, in one look: the address, its class, what is special about it, one sentence of facts. */
export function IpHead({ report }: { report: IpReport }) {
  const { document, verdict } = report
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-mono text-entity font-semibold break-all">
          <Value field="" value={report.ip} to={`/ip/${encodeURIComponent(report.ip)}`}>
            <span className="text-ink">{report.ip}</span>
          </Value>
        </h1>
        {verdict && <ClassBadge of={verdict.classification} large />}
        <ul className="flex flex-wrap gap-2 empty:hidden" aria-label="Properties">
          {report.demo && <Chip icon="flask-conical">Demo data</Chip>}
          {report.reserved && <Chip icon="ban">{report.reserved.name}</Chip>}
          {document?.spoofable && <Chip icon="spoofable">Spoofable</Chip>}
          {document?.vpn && (
            <Chip icon="shield">
              VPN
              {document.vpn_service && (
                <InertText text={` ${document.vpn_service}`} limit={40} mono={false} />
              )}
            </Chip>
          )}
          {document?.tor && <Chip icon="tor">Tor</Chip>}
          {document?.bot && <Chip icon="bot">Bot</Chip>}
        </ul>
      </div>
      {report.sentence && (
        <p className="max-w-[90ch] text-lead">
          <InertText text={report.sentence} limit={1000} mono={false} />{' '}
          {verdict && (
            <a href="#why" className="chrome">
              Why?
            </a>
          )}
        </p>
      )}
    </header>
  )
}

const Chip = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Badge tone="plain">
      <Icon name={icon} size="sm" />
      {children}
    </Badge>
  </li>
)
