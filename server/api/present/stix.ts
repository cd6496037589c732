import { hash } from 'node:crypto'
import { windowDays } from '#model/window.ts'
import type { ReportedDocument } from '#model/ip-report.ts'
import type { TagBySlug } from './ip-record.ts'

/** A record as a STIX 2.1 bundle (OASIS, docs.oasis-open.org/cti/stix/v2.1). The same record gives the same ids. */

/** Of observables: STIX 2.1, section 2.9. */
const observables = '00abedb4-aa42-466c-9c01-fed23315a9b7'
/** Our own, for what STIX says nothing of. */
const ours = 'b1f6a3a5-6b0e-5f6c-9a55-3d2a1c0e7f10'

/** A name-based UUID (RFC 9562, section 5.5). */
export function uuid5(namespace: string, name: string): string {
  const bytes = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name, 'utf8')])
  const digest = Buffer.from(hash('sha1', bytes, 'hex'), 'hex').subarray(0, 16)
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const identity = {
  type: 'identity',
  spec_version: '2.1',
  id: `identity--${uuid5(ours, 'noisefloor')}`,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  name: 'Noisefloor',
  identity_class: 'system',
} as const

/** ISO 8601 with the milliseconds STIX asks for. */
const timestamp = (instant: string): string => new Date(instant).toISOString()

const dayMs = 86_400_000

const indicatorTypes: Readonly<Record<string, string>> = {
  malicious: 'malicious-activity',
  suspicious: 'anomalous-activity',
}

/** The address, what was observed of it, and for a bad verdict an indicator that is valid while the record is. */
export function stixBundle(document: ReportedDocument, tags: TagBySlug, lacksTags: boolean): object {
  const { ip, classification, first_seen: first, last_seen: last, sensor_hits: sessions } = document
  const kind = ip.includes(':') ? 'ipv6-addr' : 'ipv4-addr'
  const address = {
    type: kind,
    spec_version: '2.1',
    id: `${kind}--${uuid5(observables, JSON.stringify({ value: ip }))}`,
    value: ip,
  }
  const common = {
    spec_version: '2.1',
    created_by_ref: identity.id,
    created: timestamp(first),
    modified: timestamp(last),
  }
  const labels = [
    classification,
    ...(document.origins.includes('demo') ? ['demo'] : []),
    ...(lacksTags ? [] : document.tag_names),
  ]
  const observed = {
    type: 'observed-data',
    id: `observed-data--${uuid5(ours, `observed ${ip}`)}`,
    ...common,
    first_observed: timestamp(first),
    last_observed: timestamp(last),
    number_observed: Math.min(Math.max(sessions, 1), 999_999_999),
    object_refs: [address.id],
    labels,
  }
  const indicatorType = indicatorTypes[classification]
  const cves = new Set(document.cves)
  const indicator = indicatorType && {
    type: 'indicator',
    id: `indicator--${uuid5(ours, `indicator ${ip}`)}`,
    ...common,
    name: `${ip}: ${classification}`,
    description: descriptionOf(document, tags, lacksTags),
    indicator_types: [indicatorType],
    pattern: `[${kind}:value = '${ip}']`,
    pattern_type: 'stix',
    pattern_version: '2.1',
    valid_from: timestamp(first),
    valid_until: new Date(Date.parse(last) + windowDays * dayMs).toISOString(),
    labels,
    ...(cves.size > 0 && {
      external_references: [...cves].map((cve) => ({ source_name: 'cve', external_id: cve })),
    }),
  }
  const objects = [identity, address, observed, ...(indicator ? [indicator] : [])]
  return { type: 'bundle', id: `bundle--${uuid5(ours, JSON.stringify(objects))}`, objects }
}

function descriptionOf({ tags: slugs }: ReportedDocument, tags: TagBySlug, lacksTags: boolean): string {
  const said = lacksTags ? [] : slugs.flatMap((slug) => tags.get(slug)?.description ?? []).slice(0, 10)
  return said.length > 0 ? said.join(' ') : 'Seen scanning by sensors of Noisefloor.'
}
