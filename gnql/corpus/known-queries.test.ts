import { expect, test } from 'vitest'
import { outline } from '../testing/outline.ts'
import { analyze } from '../analyze.ts'

/**
 * Queries as users and their tools are known to send them, each with what it means here, the default window left out.
 * "!" begins a refusal; "?" says that a hint goes with it. It is 2026-11-21 12:00 UTC.
 */
const corpus = String.raw`
classification:malicious metadata.country:Belgium
  classification = malicious & country = belgium
classification: malicious
  classification = malicious
classification :malicious
  classification = malicious
classification : malicious
  classification = malicious
ip: 1.2.3.4
  ip = 00000000000000000000ffff01020304
cve: CVE-2021-30461
  cves = cve-2021-30461
tags: Mirai
  tags = mirai | tag_names = mirai
(last_seen_malicious:1d classification:malicious) OR (last_seen_benign:1d classification:benign)
  (last_seen_malicious in [2026-11-20T12:00:00, 2026-11-21T12:00:01) & classification = malicious) | (last_seen_benign in [2026-11-20T12:00:00, 2026-11-21T12:00:01) & classification = benign)
(tags:Mirai and classification:malicious)
  (tags = mirai | tag_names = mirai) & classification = malicious
-classification:benign
  not classification = benign
-metadata.organization:Google
  not organization = google
NOT vpn:true
  not vpn is true
!vpn:true
  not vpn is true
-(classification:benign OR tor:true)
  not (classification = benign | tor is true)
tor:true OR vpn:true bot:true
  tor is true | (vpn is true & bot is true)
tags:"RDP Scanner"
  tags = rdp scanner | tag_names = rdp scanner
tags:(Mirai OR "SSH Bruteforcer")
  (tags = mirai | tag_names = mirai) | (tags = ssh bruteforcer | tag_names = ssh bruteforcer)
tags: SIP REGISTER Scanner
? tags = sip register scanner | tag_names = sip register scanner
-tags: SIP REGISTER Scanner
? not (tags = sip register scanner | tag_names = sip register scanner)
tags:Mirai malicious
  (tags = mirai | tag_names = mirai) & classification = malicious
-classification:benign Mirai
  not classification = benign & ((tags = mirai | tag_names = mirai) | actor = mirai | organization = mirai)
metadata.rdns:*.gov*
  rdns ~ *.gov*
metadata.os:Windows*
  os ~ windows*
os:"*something*"
  os ~ *something*
os:"starts with*"
  os ~ starts with*
os:"5\* \"hotel\""
  os = 5* "hotel"
8.0.0.0/8
  ip in [00000000000000000000ffff08000000, 00000000000000000000ffff08ffffff]
8.0.0.0\/8
  ip in [00000000000000000000ffff08000000, 00000000000000000000ffff08ffffff]
2001:db8::/32
  ip in [20010db8000000000000000000000000, 20010db8ffffffffffffffffffffffff]
ip:2001:db8::1
  ip = 20010db8000000000000000000000001
::/0
  ip in [00000000000000000000000000000000, 00000000000000000000fffeffffffff] | ip in [00000000000000000001000000000000, ffffffffffffffffffffffffffffffff]
ip:1.1.1.1,2.2.2.2
  ip = 00000000000000000000ffff01010101 | ip = 00000000000000000000ffff02020202
malicious
  classification = malicious
malicous
? (tags = malicous | tag_names = malicous) | actor = malicous | organization = malicous
1.1.1.1 2.2.2.2
? ip = 00000000000000000000ffff01010101 & ip = 00000000000000000000ffff02020202
metadata.asn:AS4134,AS4135
? asn = as4134,as4135
AS4134
  asn = as4134
metadata.asn:4134
  asn = as4134
CVE-2021-44228
  cves = cve-2021-44228
"SSH Scanner"
  (tags = ssh scanner | tag_names = ssh scanner) | actor = ssh scanner | organization = ssh scanner
11434
? (tags = 11434 | tag_names = 11434) | actor = 11434 | organization = 11434
interesting
  (classification = malicious | classification = suspicious) & spoofable is false & first_seen in [2026-11-14T12:00:00, 2026-11-21T12:00:01)
first_seen:2026-11-01
  first_seen in [2026-11-01T00:00:00, 2026-11-02T00:00:00)
first_seen:today
  first_seen in [2026-11-21T00:00:00, 2026-11-22T00:00:00)
first_seen:2w
  first_seen in [2026-11-07T12:00:00, 2026-11-21T12:00:01)
first_seen:3m
  first_seen in [2026-08-23T12:00:00, 2026-11-21T12:00:01)
first_seen:>2025-10-01
  first_seen in [2025-10-02T00:00:00, )
first_seen:[2026-11-01 TO 2026-11-03]
  first_seen in [2026-11-01T00:00:00, 2026-11-04T00:00:00)
first_seen:{2026-11-01 TO 2026-11-03}
  first_seen in [2026-11-02T00:00:00, 2026-11-03T00:00:00)
first_seen:"2026-11-01 10:20:30"
  first_seen in [2026-11-01T10:20:30, 2026-11-01T10:20:31)
first_seen:2026-11-01T10:20:30+02:00
  first_seen in [2026-11-01T08:20:30, 2026-11-01T08:20:31)
sensor_count:>=5
  sensor_count in [5, ]
latitude:[-10 TO 10.5}
  latitude in [-10, 10.5}
raw_data.scan.port:554
  scan.port = 554
raw_data.scan.protocol:TCP
  scan.protocol = tcp
source_country:Iran
  country = iran
destination_country:Ukraine
  destination_countries = ukraine
metadata.destination_countries:Ukraine
  destination_countries = ukraine
raw_data.web.paths:"/HNAP1/"
  http_path = /hnap1/
raw_data.http.path:/a.*/b
  http_path ~ /a.*/b
vpn_service:IPVANISH_VPN
  vpn_service = ipvanish_vpn
metadata.tor:true
  tor is true
cve:*
  cves exists
actor:*
  actor exists & not actor = unknown
classification:sdcsdc
? classification = sdcsdc
clasification:malicious
! There is no field clasification. Did you mean classification?
direction:backscatter
! There is no field direction of addresses. It is one of sessions, which the rules of tags read.
http.decodedUri:*a*
! There is no field http.decodedUri of addresses. It is one of sessions, which the rules of tags read.
dst_port:22
! There is no field dst_port of addresses. It is one of sessions, which the rules of tags read. Did you mean raw_data.scan.port?
spoofable:maybe
! spoofable takes true or false, not "maybe".
raw_data.scan.port:2*
! raw_data.scan.port takes a number; wildcards work on texts only.
raw_data.scan.port:8000-8999
! raw_data.scan.port takes a number, not "8000-8999".
last_seen:2026-02-30
! last_seen takes a time, not "2026-02-30".
ip:1.2.3.256
! ip takes an address or block, not "1.2.3.256".
tags: cve:CVE-2021-44228
! A value is missing before cve:CVE-2021-44228. Quote it if it is the value.
tags: AND vpn:true
! The field tags has no value; quote "AND" if it is meant as one.
sensor_count>5
! A colon is missing after sensor_count.
tags:"Mirai
! This quote is never closed.
(tags:Mirai
! This parenthesis is never closed.
tags:Mirai)
! This parenthesis closes nothing.
tags:foo"bar"
! A space is missing before ", or it needs a backslash.
raw_data.http.ja4h:*
! raw_data.http.ja4h is a known field, but it is not recorded here.
`

const cases = corpus
  .trim()
  .split(/\n(?=\S)(?![!?] )/u)
  .map((entry) => entry.split('\n') as [string, string])

test.each(cases)('%s', (query, expected) => {
  const now = Date.UTC(2026, 10, 21, 12)
  const { ok, predicate, diagnostics } = analyze(query, { catalogue: 'ip', now, windowDays: 0 })
  const [first] = diagnostics
  const mark = first ? (ok ? '?' : '!') : ' '
  expect(`${mark} ${ok ? outline(predicate) : first?.message}`).toBe(expected.replace(/^ {2}/u, '  '))
})
