/** What fills `ip_day` as migration 013 makes it. It never changes. */
export const keyedIpDay = `
SELECT origin, day, ip, count() AS sessions, sum(bytes) AS source_bytes, min(began) AS first_seen, max(ended) AS last_seen,
  max(toUInt8(shaken)) AS handshake, min(dst) AS dst_low, max(dst) AS dst_high,
  sumMap(mapFromArrays(keys, arrayMap(x -> toUInt64(1), keys))) AS facts,
  minMap(mapFromArrays(slugs, arrayMap(x -> began, slugs))) AS tag_first,
  maxMap(mapFromArrays(slugs, arrayMap(x -> ended, slugs))) AS tag_last,
  max(told) AS latest
FROM (
SELECT * EXCEPT (whole_keys), arrayMap(k -> if(length(k) <= 513, k, concat(substring(k, 1, 1), if(length(substring(k, 2)) <= 512, substring(k, 2), concat(substring(substring(k, 2), 1, 512 - multiIf(NOT bitAnd(reinterpretAsUInt8(substring(substring(k, 2), 513, 1)), 192) = 128, 0, NOT bitAnd(reinterpretAsUInt8(substring(substring(k, 2), 512, 1)), 192) = 128, 1, NOT bitAnd(reinterpretAsUInt8(substring(substring(k, 2), 511, 1)), 192) = 128, 2, 3)), '… [', toString(length(substring(k, 2))), ' bytes, sha256 ', lower(hex(SHA256(substring(k, 2)))), ']')))), whole_keys) AS keys FROM (
SELECT s.origin AS origin, toDate(s.first_packet) AS day, s.src_ip AS ip, s.src_bytes AS bytes,
  toUInt32(toUnixTimestamp(s.first_packet)) AS began, toUInt32(toUnixTimestamp(s.last_packet)) AS ended, s.handshake AS shaken, s.dst_ip AS dst,
  CAST(s.tags, 'Array(String)') AS slugs, arrayFlatten(arrayMap((letter, held) -> arrayMap(x -> concat(letter, x),
    arraySlice(arrayDistinct(arrayFilter(x -> x != '', held)), 1, 200)),
  ['p', 'j', 'h', 't', 's', 'o', 'c', 'd', 'e', 'f', 'x', 'y', 'B', 'K', 'P', 'M', 'U', 'A', 'C', 'H', 'O', 'R', 'I', 'N', 'q', '4', 'k'],
  [[concat(leftPad(toString(s.dst_port), 5, '0'), '/', s.transport)],
    arrayMap(x -> concat(lower(x), '/', leftPad(toString(s.dst_port), 5, '0')), s.tls_ja3),
    if(s.ssh_hassh = '', [], [concat(lower(s.ssh_hassh), '/', leftPad(toString(s.dst_port), 5, '0'))]),
    CAST(s.tags, 'Array(String)'),
    [toString(s.sensor)],
    if(s.tcp_syn = 0, [], [multiIf(
    s.tcp_options = '2-4-8-1-3' AND s.ttl <= 64, 'Linux',
    s.tcp_options IN ('2-1-3-1-1-4', '2-1-1-4', '2-1-3-1-1-8-1-1-4', '2-4-8-1-3') AND s.ttl > 64 AND s.ttl <= 128, 'Windows',
    startsWith(s.tcp_options, '2-1-3-1-1-8-4') AND s.ttl <= 64, 'macOS',
    s.tcp_options = '2-1-3-4-8' AND s.ttl <= 64, 'FreeBSD', '')]),
    [toString(s.dst_country)],
    [toString(s.dst_country_code)],
    [toString(s.dst_city)],
    [toString(s.dst_asn)],
    if(s.transport = 'tcp', [leftPad(toString(s.src_port), 5, '0')], []),
    if(s.transport = 'udp', [leftPad(toString(s.src_port), 5, '0')], []),
    s.http_body_md5,
    s.http_cookie_keys,
    s.http_path,
    s.http_method,
    s.http_useragent,
    s.http_request_authorization,
    s.http_request_cookies,
    s.http_request_header,
    s.http_request_origin,
    s.http_request_referer,
    s.http_uri,
    s.http_host,
    s.tls_cipher,
    arrayMap(x -> lower(x), s.tls_ja4),
    [s.ssh_key]])) AS whole_keys,
  (toUnixTimestamp64Milli(s.first_packet), s.id, toJSONString(tuple(s.src_country_code, s.src_country, s.src_region, s.src_city, s.src_latitude, s.src_longitude, s.src_asn, s.src_organization, s.src_category, s.src_rdns, s.src_domain, s.src_carrier, s.src_datacenter, s.src_mobile, s.src_tor, s.src_vpn, s.src_vpn_service))) AS told
FROM {local}.sessions AS s
WHERE s.published AND (s.direction != 'backscatter')))
GROUP BY origin, day, ip`
