/** What migrations 004 and 007 say of the document table besides its columns. It never changes; what came later, ../documents.ts adds. */

export const codes = `arrayConcat([bitOr(bitShiftLeft(toUInt64(0), 59), toUInt64(toUInt16(toDate(last_seen))) * 8 + indexOf(['malicious', 'suspicious', 'benign', 'unknown'], classification))], if(classification = '', [], [bitOr(bitShiftLeft(toUInt64(1), 59), bitShiftRight(cityHash64(classification), 5))]), if(actor = '', [], [bitOr(bitShiftLeft(toUInt64(2), 59), bitShiftRight(cityHash64(actor), 5))]), if(organization = '', [], [bitOr(bitShiftLeft(toUInt64(3), 59), bitShiftRight(cityHash64(organization), 5))]), if(asn = '', [], [bitOr(bitShiftLeft(toUInt64(4), 59), bitShiftRight(cityHash64(asn), 5))]), if(category = '', [], [bitOr(bitShiftLeft(toUInt64(5), 59), bitShiftRight(cityHash64(category), 5))]), if(country = '', [], [bitOr(bitShiftLeft(toUInt64(6), 59), bitShiftRight(cityHash64(country), 5))]), if(os = '', [], [bitOr(bitShiftLeft(toUInt64(7), 59), bitShiftRight(cityHash64(os), 5))]), arrayMap(x -> bitOr(bitShiftLeft(toUInt64(8), 59), bitShiftRight(cityHash64(x), 5)), arrayDistinct(arrayFilter(x -> x != '', tags))), arrayMap(x -> bitOr(bitShiftLeft(toUInt64(9), 59), bitShiftRight(cityHash64(x), 5)), arrayDistinct(arrayFilter(x -> x != '', cves))), arrayMap(x -> bitOr(bitShiftLeft(toUInt64(10), 59), toUInt64(x)), arrayDistinct(scan_port)))`

export const moreCodes = `arrayConcat([bitOr(bitShiftLeft(toUInt64(11), 59), toUInt64(spoofable))], arrayMap(x -> bitOr(bitShiftLeft(toUInt64(12), 59), bitShiftRight(cityHash64(x), 5)), arrayDistinct(arrayFilter(x -> x != '', destination_countries))), if(vpn_service = '', [], [bitOr(bitShiftLeft(toUInt64(13), 59), bitShiftRight(cityHash64(vpn_service), 5))]))`

export const selectFacetValues = `
SELECT known.1 AS code, known.2 AS value FROM {local}.ips ARRAY JOIN arrayConcat(
  [(bitOr(bitShiftLeft(toUInt64(1), 59), bitShiftRight(cityHash64(classification), 5)), toString(classification))],
  [(bitOr(bitShiftLeft(toUInt64(2), 59), bitShiftRight(cityHash64(actor), 5)), toString(actor))],
  [(bitOr(bitShiftLeft(toUInt64(3), 59), bitShiftRight(cityHash64(organization), 5)), toString(organization))],
  [(bitOr(bitShiftLeft(toUInt64(4), 59), bitShiftRight(cityHash64(asn), 5)), toString(asn))],
  [(bitOr(bitShiftLeft(toUInt64(5), 59), bitShiftRight(cityHash64(category), 5)), toString(category))],
  [(bitOr(bitShiftLeft(toUInt64(6), 59), bitShiftRight(cityHash64(country), 5)), toString(country))],
  [(bitOr(bitShiftLeft(toUInt64(7), 59), bitShiftRight(cityHash64(os), 5)), toString(os))],
  arrayMap(x -> (bitOr(bitShiftLeft(toUInt64(8), 59), bitShiftRight(cityHash64(x), 5)), toString(x)), tags),
  arrayMap(x -> (bitOr(bitShiftLeft(toUInt64(9), 59), bitShiftRight(cityHash64(x), 5)), toString(x)), cves),
  arrayMap(x -> (bitOr(bitShiftLeft(toUInt64(12), 59), bitShiftRight(cityHash64(x), 5)), toString(x)), destination_countries),
  [(bitOr(bitShiftLeft(toUInt64(13), 59), bitShiftRight(cityHash64(vpn_service), 5)), toString(vpn_service))]
) AS known
WHERE gone = 0 GROUP BY code, value`

export const selectTerms = `
SELECT d.generation AS generation, term.1 AS field, term.2 AS value, count() AS addresses
FROM {local}.ips AS d ARRAY JOIN arrayConcat(
  arrayMap(v -> ('tags', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.tags))),
  arrayMap(v -> ('tag_names', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.tag_names))),
  arrayMap(v -> ('cves', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.cves))),
  arrayMap(v -> ('ja3_fingerprint', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.ja3_fingerprint))),
  arrayMap(v -> ('hassh_fingerprint', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.hassh_fingerprint))),
  arrayMap(v -> ('tls_ja4', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.tls_ja4))),
  arrayMap(v -> ('http_path', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_path))),
  arrayMap(v -> ('http_useragent', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_useragent))),
  arrayMap(v -> ('http_host', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_host))),
  arrayMap(v -> ('http_uri', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_uri))),
  arrayMap(v -> ('http_md5', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_md5))),
  arrayMap(v -> ('http_cookie_keys', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_cookie_keys))),
  arrayMap(v -> ('http_request_authorization', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_request_authorization))),
  arrayMap(v -> ('http_request_cookies', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_request_cookies))),
  arrayMap(v -> ('http_request_origin', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_request_origin))),
  arrayMap(v -> ('http_request_referer', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.http_request_referer))),
  arrayMap(v -> ('ssh_key', v), arrayDistinct(arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), d.ssh_key)))
) AS term
WHERE d.gone = 0
GROUP BY generation, field, value`

export const indexes = [
  `INDEX by_tags tags TYPE text(tokenizer = array)`,
  `INDEX by_ja3_fingerprint ja3_fingerprint TYPE text(tokenizer = array)`,
  `INDEX by_hassh_fingerprint hassh_fingerprint TYPE text(tokenizer = array)`,
  `INDEX by_tls_ja4 tls_ja4 TYPE text(tokenizer = array)`,
  `INDEX by_truncated truncated TYPE text(tokenizer = array)`,
  `INDEX by_actor lowerUTF8(replaceAll(actor, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_vpn_service lowerUTF8(replaceAll(vpn_service, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_country lowerUTF8(replaceAll(country, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_country_code lowerUTF8(replaceAll(country_code, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_city lowerUTF8(replaceAll(city, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_region lowerUTF8(replaceAll(region, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_organization lowerUTF8(replaceAll(organization, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_asn lowerUTF8(replaceAll(asn, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_domain lowerUTF8(replaceAll(domain, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_rdns lowerUTF8(replaceAll(rdns, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_rdns_parent lowerUTF8(replaceAll(rdns_parent, 'Σ', 'σ')) TYPE text(tokenizer = array)`,
  `INDEX by_tag_names arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), tag_names) TYPE text(tokenizer = array)`,
  `INDEX by_cves arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), cves) TYPE text(tokenizer = array)`,
  `INDEX by_http_path arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_path) TYPE text(tokenizer = array)`,
  `INDEX by_http_useragent arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_useragent) TYPE text(tokenizer = array)`,
  `INDEX by_http_host arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_host) TYPE text(tokenizer = array)`,
  `INDEX by_http_uri arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_uri) TYPE text(tokenizer = array)`,
  `INDEX by_http_md5 arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_md5) TYPE text(tokenizer = array)`,
  `INDEX by_http_cookie_keys arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_cookie_keys) TYPE text(tokenizer = array)`,
  `INDEX by_http_request_authorization arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_request_authorization) TYPE text(tokenizer = array)`,
  `INDEX by_http_request_cookies arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_request_cookies) TYPE text(tokenizer = array)`,
  `INDEX by_http_request_origin arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_request_origin) TYPE text(tokenizer = array)`,
  `INDEX by_http_request_referer arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), http_request_referer) TYPE text(tokenizer = array)`,
  `INDEX by_ssh_key arrayMap(x -> lowerUTF8(replaceAll(x, 'Σ', 'σ')), ssh_key) TYPE text(tokenizer = array)`,
  `INDEX by_scan_port arrayMap(x -> toString(x), scan_port) TYPE text(tokenizer = array)`,
]

/** The record of migration 004. */
export const firstRecord = `toJSONString(tuple(ip, origins, first_seen, last_seen, last_seen_malicious, last_seen_suspicious, last_seen_benign, classification, actor, spoofable, bot, vpn, vpn_service, tor, tags, tag_names, tag_first, tag_last, tag_sessions, cves, single_destination, category, country, country_code, city, region, organization, asn, domain, rdns, rdns_parent, rdns_validated, os, carrier, datacenter, mobile, latitude, longitude, sensor_hits, sensor_count, scan_port, scan_protocol, ja3_fingerprint, ja3_port, hassh_fingerprint, hassh_port, source_bytes, truncated, destination_countries, destination_country_codes, destination_cities, destination_asns, source_ports_tcp, source_ports_udp, http_md5, http_cookie_keys, http_path, http_method, http_useragent, http_request_authorization, http_request_cookies, http_request_header, http_request_origin, http_request_referer, http_uri, http_host, tls_cipher, tls_ja4, ssh_key))`

/** The record of migration 007. */
export const recordWithEvidence = `toJSONString(tuple(ip, origins, first_seen, last_seen, last_seen_malicious, last_seen_suspicious, last_seen_benign, classification, actor, spoofable, bot, vpn, vpn_service, tor, tags, tag_names, tag_first, tag_last, tag_sessions, cves, single_destination, category, country, country_code, city, region, organization, asn, domain, rdns, rdns_parent, rdns_validated, os, carrier, datacenter, mobile, latitude, longitude, sensor_hits, sensor_count, scan_port, scan_protocol, ja3_fingerprint, ja3_port, hassh_fingerprint, hassh_port, source_bytes, truncated, destination_countries, destination_country_codes, destination_cities, destination_asns, source_ports_tcp, source_ports_udp, http_md5, http_cookie_keys, http_path, http_method, http_useragent, http_request_authorization, http_request_cookies, http_request_header, http_request_origin, http_request_referer, http_uri, http_host, tls_cipher, tls_ja4, ssh_key, sources, evidence))`
