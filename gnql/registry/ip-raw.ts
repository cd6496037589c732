import type { Column } from '../predicate.ts'
import { field, type Field } from './field.ts'

const requests = 'feature-ip-request-analysis'
const fingerprints = 'feature-ip-fingerprint-analysis'

/** raw_data.x is also x; every alias given comes with and without the prefix. The specification also says plain `path`. */
const raw = (
  name: string,
  column: string,
  shape: Column['shape'],
  title: string,
  description: string,
  value: string,
  { aliases = [], ...rest }: Parameters<typeof field>[6] = {},
): Field =>
  field(`raw_data.${name}`, column, shape, title, description, value, {
    aliases: [name, ...aliases.flatMap((alias) => [alias, `raw_data.${alias}`])],
    ...rest,
  })

const http = (
  name: string,
  title: string,
  description: string,
  value: string,
  aliases: string[] = [],
): Field =>
  raw(`http.${name}`, `http_${name}`, 'text-list', title, description, value, {
    aliases: [name, ...aliases],
    phrase: name === 'useragent',
    entitlement: requests,
  })

const fingerprint = (
  name: string,
  column: string,
  title: string,
  description: string,
  value: string,
  aliases: string[] = [],
): Field => raw(name, column, 'text-list', title, description, value, { aliases, entitlement: fingerprints })

/** Known to users of other servers, recorded by none of our sensors. */
const unrecorded = (name: string, title: string): Field =>
  raw(name, '', 'text-list', title, 'Not recorded by this server.', '*', { entitlement: fingerprints })

/** What the address sent. */
export const rawData: readonly Field[] = [
  raw(
    'scan.port',
    'scan.port',
    'pair-number',
    'Port',
    'Ports the address tried; 0 for ICMP and the like.',
    '554',
    {
      aliases: ['port', 'scan.ports'],
      tips: ['Several at once: raw_data.scan.port:22,2222 or raw_data.scan.port:[8000 TO 8999]'],
    },
  ),
  raw('scan.protocol', 'scan.protocol', 'pair-text', 'Protocol', 'Transports the address used.', 'TCP', {
    aliases: ['protocol'],
    options: { kind: 'listed', values: ['icmp', 'icmpv6', 'other', 'sctp', 'tcp', 'udp'] },
  }),
  raw(
    'ja3.fingerprint',
    'ja3.fingerprint',
    'pair-text',
    'JA3',
    'TLS client fingerprint.',
    'e7d705a3286e19ea42f587b344ee6865',
    {
      aliases: ['ja3'],
      entitlement: fingerprints,
    },
  ),
  raw('ja3.port', 'ja3.port', 'pair-number', 'JA3 port', 'Ports on which TLS was tried.', '443', {
    entitlement: fingerprints,
  }),
  raw(
    'hassh.fingerprint',
    'hassh.fingerprint',
    'pair-text',
    'HASSH',
    'SSH client fingerprint.',
    'ec7378c1a92f5a8dde7e8b7a1ddf33d1',
    {
      aliases: ['hassh'],
      entitlement: fingerprints,
    },
  ),
  raw('hassh.port', 'hassh.port', 'pair-number', 'HASSH port', 'Ports on which SSH was tried.', '22', {
    entitlement: fingerprints,
  }),
  raw(
    'source.ports.tcp',
    'source_ports_tcp',
    'number-list',
    'TCP source ports',
    'Ports the address sent TCP from.',
    '6000',
  ),
  raw(
    'source.ports.udp',
    'source_ports_udp',
    'number-list',
    'UDP source ports',
    'Ports the address sent UDP from.',
    '53',
  ),
  raw(
    'source.bytes',
    'source_bytes',
    'number',
    'Bytes',
    'Bytes the address sent in the last 90 days.',
    '>1000000',
  ),
  http('md5', 'Body MD5', 'MD5 of request bodies.', 'd41d8cd98f00b204e9800998ecf8427e'),
  http('cookie_keys', 'Cookie names', 'Names of the cookies sent.', 'JSESSIONID', ['http.cookie_key']),
  http('path', 'Path', 'Paths requested.', '"/HNAP1/"', ['http.paths', 'web.paths', 'web.path']),
  http('method', 'Method', 'Request methods.', 'POST', ['http.request_method']),
  http('useragent', 'User agent', 'User-Agent headers.', '*zgrab*', [
    'http.useragents',
    'http.user_agent',
    'web.useragents',
    'web.useragent',
  ]),
  http('request_authorization', 'Authorization', 'Authorization headers.', 'Basic*'),
  http('request_cookies', 'Cookies', 'Cookie headers.', '*session*', ['http.request_cookie']),
  http('request_header', 'Headers', 'Names of the headers sent.', 'x-forwarded-for', [
    'http.request_headers',
  ]),
  http('request_origin', 'Origin', 'Origin headers.', '*example.com'),
  http('request_referer', 'Referer', 'Referer headers.', '*example.com*'),
  http('uri', 'URI', 'Whole request targets.', '*/cgi-bin/*', ['http.uris']),
  http('host', 'Host', 'Host headers.', 'example.com', ['http.hosts']),
  fingerprint('tls.cipher', 'tls_cipher', 'TLS cipher', 'Ciphers agreed on.', 'TLS_AES_128_GCM_SHA256', [
    'cipher',
  ]),
  fingerprint('tls.ja4', 'tls_ja4', 'JA4', 'TLS client fingerprint of the JA4 family.', 't13d*', ['ja4']),
  fingerprint('ssh.key', 'ssh_key', 'SSH key', 'Host keys seen.', '*AAAA*'),
  unrecorded('http.ja4h', 'JA4H'),
  unrecorded('ssh.ja4ssh', 'JA4SSH'),
  unrecorded('tcp.ja4t', 'JA4T'),
  unrecorded('tcp.ja4l', 'JA4L'),
]
