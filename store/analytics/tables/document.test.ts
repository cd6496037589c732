import { expect, it } from 'vitest'
import type { IpDocument } from '#model/ip-record.ts'
import { ipColumns } from './ips.ts'
import { documentRow, documentColumns } from './document.ts'

/** The compiler checks that this names exactly the members of IpDocument. */
const members: Record<keyof IpDocument, true> = {
  ip: true,
  origins: true,
  first_seen: true,
  last_seen: true,
  last_seen_malicious: true,
  last_seen_suspicious: true,
  last_seen_benign: true,
  classification: true,
  actor: true,
  spoofable: true,
  bot: true,
  vpn: true,
  vpn_service: true,
  tor: true,
  tags: true,
  tag_names: true,
  tag_first: true,
  tag_last: true,
  tag_sessions: true,
  cves: true,
  single_destination: true,
  category: true,
  country: true,
  country_code: true,
  city: true,
  region: true,
  organization: true,
  asn: true,
  domain: true,
  rdns: true,
  rdns_parent: true,
  rdns_validated: true,
  os: true,
  carrier: true,
  datacenter: true,
  mobile: true,
  latitude: true,
  longitude: true,
  destination_countries: true,
  destination_country_codes: true,
  destination_cities: true,
  destination_asns: true,
  sensor_hits: true,
  sensor_count: true,
  scan: true,
  ja3: true,
  hassh: true,
  source_ports_tcp: true,
  source_ports_udp: true,
  http_md5: true,
  http_cookie_keys: true,
  http_path: true,
  http_method: true,
  http_useragent: true,
  http_request_authorization: true,
  http_request_cookies: true,
  http_request_header: true,
  http_request_origin: true,
  http_request_referer: true,
  http_uri: true,
  http_host: true,
  tls_cipher: true,
  tls_ja4: true,
  ssh_key: true,
  source_bytes: true,
  truncated: true,
  sources: true,
  evidence: true,
}

it('a row of the engine becomes a document with every member and no other', () => {
  const row = { ip: '::ffff:192.0.2.1', latitude: null, scan_port: [80], scan_protocol: ['tcp'] }
  const document = documentRow.parse(row)
  expect(Object.keys(document).toSorted()).toEqual(Object.keys(members).toSorted())
  expect(document).toMatchObject({
    ip: '192.0.2.1',
    scan: [{ port: 80, protocol: 'tcp' }],
    last_seen: '',
    tags: [],
  })
})

it('every column of the table but the bookkeeping is asked for', () => {
  const asked = new Set(documentColumns)
  expect(ipColumns.map(([name]) => name).filter((name) => !asked.has(name))).toEqual(['oldest_day'])
})
