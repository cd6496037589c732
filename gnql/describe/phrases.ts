/**
 * How a condition on a field reads after "IPs": `{}` is the value ("Mirai", "like Mir*", "over 5", "in the last day").
 * Fields without an entry read "with their title and the value".
 */
interface Phrase {
  /** With a value. */
  is: string
  /** `field:*` */
  any?: string
}

const phrase = (is: string, any?: string): Phrase => (any === undefined ? { is } : { is, any })
const from = (what: string): Phrase => phrase(`from ${what} {}`, `from a known ${what}`)

export const phrases: Readonly<Record<string, Phrase>> = {
  ip: phrase('with the address {}'),
  list: phrase('on the list {}'),
  classification: phrase('classified {}', 'with a classification'),
  first_seen: phrase('first seen {}', 'ever seen'),
  last_seen: phrase('seen {}', 'ever seen'),
  last_seen_timestamp: phrase('seen last {}', 'ever seen'),
  last_seen_malicious: phrase('malicious {}', 'ever seen malicious'),
  last_seen_suspicious: phrase('suspicious {}', 'ever seen suspicious'),
  last_seen_benign: phrase('benign {}', 'ever seen benign'),
  actor: phrase('of the actor {}', 'of any known actor'),
  tags: phrase('tagged {}', 'with any tag'),
  cve: phrase('trying {}', 'trying any CVE'),
  vpn_service: phrase('on the VPN {}', 'on a known VPN'),
  'metadata.category': phrase('in networks of category {}', 'in networks of a known category'),
  'metadata.source_country': phrase('from {}', 'from a known country'),
  'metadata.source_country_code': phrase('from country code {}', 'from a known country code'),
  'metadata.destination_country': phrase('seen in {}', 'seen in any country'),
  'metadata.destination_country_codes': phrase('seen in country code {}', 'seen in any country code'),
  'metadata.destination_cities': phrase('seen in the city {}', 'seen in any city'),
  'metadata.destination_asns': phrase('seen by sensors in {}', 'seen by sensors in any network'),
  'metadata.sensor_hits': phrase('with {} sensor hits'),
  'metadata.sensor_count': phrase('seen by {} sensors'),
  'metadata.city': from('city'),
  'metadata.region': from('region'),
  'metadata.organization': phrase('in networks of {}', 'in networks of a known organization'),
  'metadata.asn': phrase('in the network {}', 'in a known network'),
  'metadata.os': phrase('running {}', 'with a known operating system'),
  'raw_data.scan.port': phrase('on port {}', 'on any port'),
  'raw_data.scan.protocol': phrase('over the protocol {}', 'over any protocol'),
  'raw_data.http.path': phrase('requesting the path {}', 'requesting any path'),
  'raw_data.http.uri': phrase('requesting the URI {}', 'requesting any URI'),
}

/** [true, false] */
export const truths: Readonly<Record<string, readonly [string, string]>> = {
  spoofable: ['that may be spoofed', 'that completed a handshake'],
  bot: ['known as bots', 'not known as bots'],
  vpn: ['on a VPN', 'on no VPN'],
  tor: ['that are Tor exits', 'that are no Tor exits'],
  'metadata.mobile': ['in mobile networks', 'outside mobile networks'],
  'metadata.single_destination': ['seen in one country only', 'seen in several countries'],
  'metadata.rdns_validated': ['with a confirmed reverse name', 'without a confirmed reverse name'],
}
