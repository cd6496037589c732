import { withCommas } from '#model/numbers.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Enrichment } from '#model/session.ts'
import type { Sighting } from '#model/ip-report.ts'
import type { VerdictReason } from '#model/verdict.ts'

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${withCommas(count)} ${count === 1 ? one : many}`

const between = (first: string, last: string): string =>
  first === '' ? '' : first === last ? `on ${first}` : `between ${first} and ${last}`

/** "Google LLC (AS15169), United States": names of countries take no "in" without an article. */
const networkOf = (of: Pick<Enrichment, 'organization' | 'asn' | 'country'>): string =>
  [[of.organization, of.asn && `(${of.asn})`].filter(Boolean).join(' '), of.country]
    .filter(Boolean)
    .join(', ')

/**
 * One plain sentence of facts under an address: how much, when, whose, on what, doing what. `reasons` of the verdict,
 * deciding first: only tags are what it was tagged, not who proves, claims or reports something.
 */
export function sentenceOf(
  document: IpDocument,
  reasons: readonly Pick<VerdictReason, 'kind' | 'name'>[],
): string {
  const network = networkOf(document)
  const ports = document.scan.slice(0, 4).flatMap(({ port, protocol }) => portText(port, protocol) ?? [])
  const morePorts = document.scan.length - ports.length
  const [tag, ...more] = reasons.filter(({ kind }) => kind === 'tag')
  const does =
    tag === undefined ? '' : ` It was tagged ${tag.name}${more.length > 0 ? ` and ${more.length} more` : ''}.`
  return [
    `Seen in ${plural(document.sensor_hits, 'session')} by ${plural(document.sensor_count, 'sensor')}`,
    between(document.first_seen.slice(0, 10), document.last_seen.slice(0, 10)),
    network === '' ? '' : `from ${network}`,
    ports.length === 0 ? '' : `on ${ports.join(', ')}${morePorts > 0 ? ` and ${morePorts} more` : ''}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.', does)
}

/** "23/tcp", "icmp"; of a plan that lacks transports "23" and nothing. */
function portText(port: number, protocol: string): string | null {
  if (port === 0) return protocol || null
  return protocol === '' ? String(port) : `${port}/${protocol}`
}

/** What others report of an address that no sensor of ours saw, and where it lives; "" when nobody knows it. */
export function unseenSentence(facts: Enrichment, sightings: readonly Sighting[]): string {
  const network = networkOf(facts)
  const reported = sightings.map(({ source, lastSeen }) =>
    lastSeen === '' ? source : `${source} (last on ${lastSeen.slice(0, 10)})`,
  )
  return [
    reported.length === 0 ? '' : `Not seen by our sensors; reported by ${reported.join(', ')}.`,
    network === '' ? '' : network === facts.country ? `Country: ${network}.` : `Belongs to ${network}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
