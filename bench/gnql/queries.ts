/**
 * Sixty queries over the filled store, in eight classes. `selective` ones match at most a thousandth of the documents and
 * `broad` ones more; main.ts checks it against what they find.
 */
export interface BenchQuery {
  text: string
  of: Class
}

export const classes = [
  'one address',
  'AND',
  'OR',
  'NOT',
  'wildcard',
  'range and time',
  'array facet',
  'CIDR',
] as const
export type Class = (typeof classes)[number]

const texts: Record<Class, readonly string[]> = {
  'one address': [
    'ip:1.0.128.232',
    'ip:1.1.1.208',
    'ip:1.2.132.136',
    '2.247.138.64',
    'ip:1.1.1.208 -classification:benign',
    'ip:1.1.1.208 OR ip:1.3.134.88',
    'ip:198.51.100.7',
  ],
  AND: [
    'classification:malicious metadata.country:"Country 3" raw_data.scan.port:554',
    'tags:tag-1 tags:tag-2 tags:tag-3',
    'metadata.asn:AS1040 raw_data.scan.port:22',
    'tags:tag-40 classification:malicious last_seen:1w',
    'metadata.organization:"Organization 900 Ltd" spoofable:false',
    'tags:tag-700 metadata.category:hosting',
    'metadata.category:isp metadata.os:Linux classification:unknown',
    'metadata.country:"Country 1" tags:tag-1',
  ],
  OR: [
    'tags:tag-300 OR tags:tag-301 OR tags:tag-302',
    'metadata.country:"Country 200" OR metadata.country:"Country 210"',
    'tags:tag-1 OR tags:tag-2',
    'metadata.asn:AS1500 OR metadata.asn:AS1501 OR raw_data.scan.port:4444',
    'metadata.organization:"Organization 77 Ltd" OR tags:tag-1500',
    'classification:malicious OR classification:suspicious',
    'cve:CVE-2013-1003 OR cve:CVE-2016-1006',
    '(tags:tag-900 metadata.category:isp) OR (tags:tag-901 metadata.category:hosting)',
  ],
  NOT: [
    'tags:tag-60 -classification:benign',
    '-classification:unknown',
    'tags:tag-1 -tags:tag-2 -tags:tag-3',
    'metadata.asn:AS1003 -raw_data.scan.port:22',
    'NOT (metadata.category:isp OR metadata.category:hosting)',
    'metadata.country:"Country 150" -spoofable:true',
    'tags:tag-800 -last_seen:1w',
    '-metadata.country:"Country 1" -metadata.country:"Country 2" tags:tag-5',
  ],
  wildcard: [
    'raw_data.http.path:"/admin/77*"',
    'raw_data.http.path:*cgi-bin/5*',
    'metadata.organization:*999*',
    'metadata.rdns:*.example12.net',
    'raw_data.http.useragent:"*build 123)*"',
    'tags:tag-19*',
    'metadata.rdns:host-1f*',
    'raw_data.http.path:/login/4?.php classification:malicious',
  ],
  'range and time': [
    'last_seen:1d',
    'last_seen:1d classification:malicious tags:tag-10',
    'metadata.sensor_hits:>50000',
    'metadata.sensor_count:[10 TO 12] tags:tag-30',
    'first_seen:1w tags:tag-100',
    'metadata.sensor_hits:>90000 last_seen:1w',
    'raw_data.scan.port:[6000 TO 6010]',
  ],
  'array facet': [
    'tags:tag-1',
    'tags:tag-25',
    'tags:tag-1234',
    'raw_data.scan.port:22',
    'raw_data.scan.port:8822',
    'cve:CVE-2013-1003',
    'raw_data.http.path:/cgi-bin/12.php',
  ],
  CIDR: [
    'ip:1.0.0.0/16',
    '10.0.0.0/8',
    'ip:100.64.0.0/10 classification:malicious',
    'ip:192.0.0.0/24',
    '8.8.0.0/16 tags:tag-1',
    'ip:2001:db8::/32',
    '1.0.0.0/8 OR 2.0.0.0/8',
  ],
}

export const benchQueries: readonly BenchQuery[] = classes.flatMap((of) =>
  texts[of].map((text) => ({ text, of })),
)
