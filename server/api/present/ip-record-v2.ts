import type { IpDocument } from '#model/ip-record.ts'
import { day, type TagBySlug } from './ip-record.ts'

/** The flat record of the version before (public API notes, 3.2): tags by name, `cve`, `raw_data.web`. */
export function presentIpRecordV2(document: IpDocument, tags: TagBySlug) {
  const { http_path: paths, http_useragent: useragents } = document
  return {
    ip: document.ip,
    first_seen: day(document.first_seen),
    last_seen: day(document.last_seen),
    seen: true,
    tags: document.tags.flatMap((slug) => tags.get(slug)?.name ?? []),
    actor: document.actor,
    spoofable: document.spoofable,
    classification: document.classification,
    cve: document.cves,
    bot: document.bot,
    vpn: document.vpn,
    vpn_service: document.vpn_service,
    metadata: {
      asn: document.asn,
      city: document.city,
      country: document.country,
      country_code: document.country_code,
      source_country: document.country,
      source_country_code: document.country_code,
      region: document.region,
      organization: document.organization,
      category: document.category,
      tor: document.tor,
      rdns: document.rdns,
      os: document.os === '' ? 'unknown' : document.os,
      destination_countries: document.destination_countries,
      destination_country_codes: document.destination_country_codes,
      sensor_hits: document.sensor_hits,
      sensor_count: document.sensor_count,
    },
    raw_data: {
      scan: document.scan,
      // Without web requests the object is there and empty.
      web: paths.length + useragents.length === 0 ? {} : { paths, useragents },
      ja3: document.ja3,
      hassh: document.hassh,
    },
  }
}
