import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { IpReport } from '#model/ip-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ClassBadge } from '../../ui/class-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Value } from '../value/value.tsx'
import { IpActions } from './actions.tsx'
import { agoInDays } from './ago.ts'

/** Who this is, in one look: the address, its class, what is special about it, one line that answers, and what can be done. */
export function IpHead({ report }: { report: IpReport }) {
  const { document, network } = report
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-mono text-entity font-semibold break-all">
          <Value field="" value={report.ip} to={`/ip/${encodeURIComponent(report.ip)}`}>
            <span className="text-ink">{report.ip}</span>
          </Value>
        </h1>
        <State report={report} />
        <ul className="flex flex-wrap gap-2 empty:hidden" aria-label="Properties">
          {report.demo && <Chip icon="flask-conical">Demo data</Chip>}
          {report.reserved && document && <Chip icon="ban">{report.reserved.name}</Chip>}
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
          {document && network && network.services.length > 0 && <Chip icon="info">Business service</Chip>}
        </ul>
        <IpActions
          ip={report.ip}
          isKnown={document !== null}
          isRouted={document !== null || report.reserved === null}
        />
      </div>
      <Answer report={report} />
    </header>
  )
}

/** The verdict; for an address without one, in which state it is. */
function State({ report: { verdict, document, reserved, network } }: { report: IpReport }) {
  if (verdict) return <ClassBadge of={verdict.classification} large />
  if (document) return null
  if (reserved) return <Badge tone="plain">{reserved.name}</Badge>
  if (network && network.services.length > 0) return <ClassBadge of="business" large />
  return <Badge tone="plain">Not seen</Badge>
}

/** One line for every state: seen, not seen, reserved, a business service. */
function Answer({ report }: { report: IpReport }) {
  const today = useFrame().status.now
  const { document, reserved, network, verdict } = report
  const service = network?.services[0]
  const lastSeen = document && agoInDays(document.last_seen, today)
  return (
    <p className="max-w-[90ch] text-lead">
      {!document &&
        (reserved ? (
          <>
            {`Not seen by our sensors. ${reserved.range} is ${reserved.name} (${reserved.reference}): it is not routed on the public internet, so this says nothing about a real host. `}
          </>
        ) : (
          <>
            {service && (
              <>
                <InertText text={service.name} mono={false} limit={100} />
                {': a business service. '}
              </>
            )}
            Not seen by our sensors in the last 90 days.{' '}
            {!service && !verdict && 'That does not make it safe. '}
          </>
        ))}
      {report.sentence && <InertText text={report.sentence} limit={1000} mono={false} />}
      {lastSeen && ` Last seen ${lastSeen}.`}
      {verdict && (
        <>
          {' '}
          <a href="#why" className="chrome">
            Why?
          </a>
        </>
      )}{' '}
      <Link to={`/ip/${encodeURIComponent(report.ip)}/dispute`} rel="nofollow" className="chrome">
        Is this your address?
      </Link>
    </p>
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
