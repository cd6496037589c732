import { type IpDocument, shownTags } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { emptyDocument } from '#store/analytics/tables/document.ts'
import { presentBusinessService } from './business-service.ts'
import type { WordedTag } from './words.ts'

/**
 * The v3 IP record that existing clients read. Sub-objects are always present, empty rather than missing: clients crash
 * on a missing `raw_data.tls` (public API notes, 4.1). Every field is listed by hand.
 */

export type TagBySlug<T extends WordedTag = WordedTag> = ReadonlyMap<string, T>

export const day = (instant: string): string => instant.slice(0, 10)

/** "2026-11-20 17:01:34": no T and no Z, clients parse exactly this. */
const stamp = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

export function presentTag<T extends WordedTag>(tag: T, lastSeen: string) {
  const category: T['category'] = tag.category
  const intention: T['intention'] = tag.intention
  return {
    id: tag.id,
    slug: tag.slug,
    name: tag.name,
    description: tag.description,
    category,
    intention,
    references: tag.references,
    cves: tag.cves,
    recommend_block: tag.recommendBlock,
    created: tag.createdAt,
    created_at: tag.createdAt,
    updated_at: lastSeen,
  }
}

function presentMetadata(document: IpDocument) {
  return {
    asn: document.asn,
    source_country: document.country,
    source_country_code: document.country_code,
    source_city: document.city,
    region: document.region,
    organization: document.organization,
    category: document.category,
    rdns: document.rdns,
    rdns_parent: document.rdns_parent,
    rdns_validated: document.rdns_validated,
    domain: document.domain,
    os: document.os,
    carrier: document.carrier,
    datacenter: document.datacenter,
    mobile: document.mobile,
    single_destination: document.single_destination,
    sensor_count: document.sensor_count,
    sensor_hits: document.sensor_hits,
    destination_countries: document.destination_countries,
    destination_country_codes: document.destination_country_codes,
    destination_asns: document.destination_asns,
    destination_cities: document.destination_cities,
    latitude: document.latitude ?? 0,
    longitude: document.longitude ?? 0,
  }
}

function presentRawData(document: IpDocument) {
  return {
    scan: document.scan,
    ja3: document.ja3,
    hassh: document.hassh,
    http: {
      md5: document.http_md5,
      cookie_keys: document.http_cookie_keys,
      request_authorization: document.http_request_authorization,
      request_cookies: document.http_request_cookies,
      request_header: document.http_request_header,
      request_referer: document.http_request_referer,
      method: document.http_method,
      path: document.http_path,
      request_origin: document.http_request_origin,
      useragent: document.http_useragent,
      host: document.http_host,
      uri: document.http_uri,
      ja4h: [] as string[],
    },
    tls: { cipher: document.tls_cipher, ja4: document.tls_ja4 },
    ssh: { key: document.ssh_key, ja4ssh: [] as string[] },
    // ja4l is a text for some clients and a list for others, and not recorded: left out (decision 26).
    tcp: { ja4t: [] as string[] },
    source: {
      bytes: document.source_bytes,
      ports: { tcp: document.source_ports_tcp, udp: document.source_ports_udp },
    },
    truncated: document.truncated,
  }
}

export function presentIpRecord<T extends WordedTag>(
  document: IpDocument,
  tags: TagBySlug<T>,
  service: BusinessService | null = null,
) {
  return {
    ip: document.ip,
    business_service_intelligence: presentBusinessService(service),
    internet_scanner_intelligence: {
      ip: document.ip,
      found: true,
      seen: true,
      first_seen: day(document.first_seen),
      last_seen: day(document.last_seen),
      last_seen_timestamp: stamp(document.last_seen),
      last_seen_malicious: day(document.last_seen_malicious),
      last_seen_suspicious: day(document.last_seen_suspicious),
      last_seen_benign: day(document.last_seen_benign),
      classification: document.classification,
      actor: document.actor,
      spoofable: document.spoofable,
      bot: document.bot,
      vpn: document.vpn,
      vpn_service: document.vpn_service,
      tor: document.tor,
      cves: document.cves,
      tags: document.tags.slice(0, shownTags).flatMap((slug, at) => {
        const tag = tags.get(slug)
        return tag ? [presentTag(tag, document.tag_last[at] ?? '')] : []
      }),
      callback_ips: [] as string[],
      metadata: presentMetadata(document),
      raw_data: presentRawData(document),
    },
  }
}

export type IpRecordV3 = ReturnType<typeof presentIpRecord>

/** The record of an address without sessions, which a list of business services may know. */
export function presentUnseen(ip: string, service: BusinessService | null) {
  const record = presentIpRecord(emptyDocument(ip), new Map(), service)
  const scanner = { ...record.internet_scanner_intelligence, found: false, seen: false }
  return { ...record, internet_scanner_intelligence: { ...scanner, classification: '' as const } }
}

/** `noise` and `riot` are what the public Python client's filter reads; the hosted service leaves them out. */
export function presentQuick(
  ip: string,
  document: IpDocument | undefined,
  service: BusinessService | null = null,
) {
  const { found, trust_level } = presentBusinessService(service)
  return {
    ip,
    noise: document !== undefined,
    riot: service !== null,
    business_service_intelligence: { found, trust_level },
    internet_scanner_intelligence: {
      found: document !== undefined,
      classification: document?.classification ?? ('' as const),
    },
  }
}

/**
 * What the short community answer says besides: the record without its lists, which are absent rather than empty. Clients
 * print an answer as text from these two objects, and crash where they or an inner object are missing.
 */
export function presentHeads(ip: string, document: IpDocument | undefined, service: BusinessService | null) {
  const record = document ? presentIpRecord(document, new Map(), service) : presentUnseen(ip, service)
  const {
    raw_data,
    tags: _tags,
    cves: _cves,
    callback_ips: _ips,
    ...scanner
  } = record.internet_scanner_intelligence
  const parts = ['http', 'tls', 'ssh', 'tcp', 'source'] satisfies (keyof typeof raw_data)[]
  const empty = Object.fromEntries(parts.map((part) => [part, {}]))
  return {
    business_service_intelligence: record.business_service_intelligence,
    internet_scanner_intelligence: { ...scanner, raw_data: empty },
  }
}
