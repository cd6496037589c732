import type { ReactNode } from 'react'
import type { Enrichment } from '#model/session.ts'
import type { NetworkData } from '#model/sources.ts'
import type { ReportedDocument, ReverseName } from '#model/ip-report.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'

interface Fact {
  name: string
  shown: ReactNode
}

const text = (name: string, field: string, value: string): Fact[] =>
  value === '' ? [] : [{ name, shown: <Value field={field} value={value} /> }]

const instant = (name: string, at: string): Fact[] => (at === '' ? [] : [{ name, shown: <Moment at={at} /> }])

const yes = (name: string, holds: boolean): Fact[] => (holds ? [{ name, shown: 'yes' }] : [])

/** When it was seen, from our own sessions. */
const seen = (document: ReportedDocument): Fact[] => [
  ...instant('First seen', document.first_seen),
  ...instant('Last seen', document.last_seen),
  ...instant('Last seen malicious', document.last_seen_malicious),
  ...instant('Last seen suspicious', document.last_seen_suspicious),
  ...instant('Last seen benign', document.last_seen_benign),
]

/** Where it lives, from reference data; known in every state. */
const place = (facts: Enrichment): Fact[] => [
  ...text('ASN', 'asn', facts.asn),
  ...text('Organization', 'organization', facts.organization),
  ...text('Category', 'category', facts.category),
  ...text('Country', 'country', facts.country || facts.countryCode),
  ...text('Region', 'region', facts.region),
  ...text('City', 'city', facts.city),
  ...text('Reverse name', 'rdns', facts.rdns),
  ...text('Domain', 'domain', facts.domain),
  ...text('Carrier', 'carrier', facts.carrier),
  ...text('Datacenter', 'datacenter', facts.datacenter),
  ...yes('Mobile', facts.mobile),
]

/** What a session does not keep of reference data: all names where a record has one. */
const further = (network: NetworkData | null): Fact[] => {
  if (!network) return []
  const roles = (['relay', 'guard', 'exit'] as const).filter((role) => network.tor[role])
  return [
    ...listed('Announced by', network.asns.length > 1 ? network.asns.map((asn) => `AS${asn}`) : []),
    ...listed('Cloud', network.clouds),
    ...listed('VPN', network.vpnServices),
    ...listed('Tor', roles),
  ]
}

const listed = (name: string, values: readonly string[]): Fact[] =>
  values.length === 0 ? [] : [{ name, shown: <InertText text={values.join(', ')} /> }]

/** Whether the name leads back to the address, or that there is none, and when that was asked. */
function named(reverse: ReverseName | null, { rdns }: Enrichment): Fact[] {
  if (reverse === null || reverse.asked === '' || (reverse.name === '' && rdns !== '')) return []
  const asked = (answer: string) => (
    <>
      {answer}, asked <Moment at={reverse.asked} />
    </>
  )
  if (reverse.name === '')
    return [{ name: 'Reverse name', shown: asked(reverse.state === 'failed' ? 'no answer' : 'none') }]
  const answers = { confirmed: 'yes', other: 'no', none: 'no', failed: 'no answer' } as const
  return [{ name: 'Leads back', shown: asked(answers[reverse.state]) }]
}

export interface NetworkProps {
  document: ReportedDocument | null
  facts: Enrichment
  network: NetworkData | null
  reverse: ReverseName | null
}

export function Network({ document, facts, network, reverse }: NetworkProps) {
  const rows = [
    ...(document ? seen(document) : []),
    ...place(facts),
    ...further(network),
    ...named(reverse, facts),
    ...(document && document.os !== '' && document.os !== 'unknown' ? text('OS', 'os', document.os) : []),
    ...(document && document.actor !== '' && document.actor !== 'unknown'
      ? text('Actor', 'actor', document.actor)
      : []),
  ]
  return (
    <Panel title="Network" from={{ source: 'reference data, own sensors' }}>
      {rows.length === 0 ? (
        <p className="text-ink-2">Reference data knows nothing about this address.</p>
      ) : (
        <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
          {rows.map((row) => (
            <div key={row.name} className="contents">
              <dt className="py-0.5 text-ink-3">{row.name}</dt>
              <dd className="min-w-0 py-0.5">{row.shown}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
