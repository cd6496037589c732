import type { NetworkData } from '#model/sources.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'

const trust = { 1: 'can reasonably be ignored', 2: 'common business service' } as const

/** The business services an address belongs to, with what that means and who says so. */
export function BusinessServices({ network }: { network: NetworkData }) {
  if (network.services.length === 0) return null
  return (
    <Panel title="Business service" from={{ source: 'reference data' }}>
      <ul className="grid gap-3">
        {network.services.map((service) => (
          <li key={`${service.name}${service.category}`}>
            <p>
              <strong className="font-semibold">
                <InertText text={service.name} mono={false} />
              </strong>
              : {service.description} Trust level {service.trustLevel}, {trust[service.trustLevel]}.
            </p>
            <p className="text-ink-2">{service.explanation}</p>
            <p className="text-label text-ink-3">
              <a href={service.reference} rel="noreferrer">
                List
              </a>
              , as of <Moment at={service.lastUpdated} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
