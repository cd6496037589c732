import type { IpDocument } from '#model/ip-record.ts'
import type { Enrichment } from '#model/session.ts'

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** One plain sentence of facts under an address: who, since when, how much, on what. */
export function sentenceOf(document: IpDocument): string {
  const network = [
    document.organization,
    document.asn && `(${document.asn})`,
    document.country && `in ${document.country}`,
  ]
    .filter(Boolean)
    .join(' ')
  const ports = document.scan
    .slice(0, 4)
    .map(({ port, protocol }) => (port === 0 ? protocol : `${port}/${protocol}`))
  const more = document.scan.length - ports.length
  return [
    `Seen in ${plural(document.sensor_hits, 'session')} by ${plural(document.sensor_count, 'sensor')}`,
    document.first_seen === '' ? '' : `since ${document.first_seen.slice(0, 10)}`,
    network === '' ? '' : `from ${network}`,
    ports.length === 0 ? '' : `on ${ports.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')
}

export function unseenSentence(facts: Enrichment): string {
  const network = [facts.organization, facts.asn && `(${facts.asn})`, facts.country && `in ${facts.country}`]
    .filter(Boolean)
    .join(' ')
  const where = network === '' ? '' : `It belongs to ${network}. `
  return `${where}Not seen by our sensors in the last 90 days. That does not make it safe.`
}
