import { expect, test } from 'vitest'
import { ipDocument } from '../testing/documents.ts'
import { analyze } from '../analyze.ts'
import { ipRegistry } from './ip.ts'
import { registries } from './registries.ts'
import { fieldCatalogues } from './registry.ts'
import { sessionRegistry } from './sessions.ts'

const now = Date.UTC(2026, 10, 21)

/** specification §3 "IP facets". */
const facets = `classification first_seen last_seen last_seen_malicious last_seen_suspicious last_seen_benign actor tags
spoofable cve vpn vpn_service bot ip
${'category single_destination country country_code source_country source_country_code destination_country destination_country_codes destination_cities destination_asns sensor_hits sensor_count city region organization rdns asn domain tor os mobile carrier datacenter latitude longitude'.replaceAll(/\b(?=\w)/gu, 'metadata.')}
${'scan.port scan.protocol ja3.fingerprint ja3.port hassh.fingerprint hassh.port source.ports.tcp source.ports.udp http.md5 http.cookie_keys http.path http.method http.useragent http.request_authorization http.request_cookies http.request_header http.request_origin http.request_referer http.uri tls.cipher tls.ja4 ssh.key'.replaceAll(/(?<=^| )/gu, 'raw_data.')}`

test('every facet of the specification is a field, with and without its prefix', () => {
  for (const name of facets.split(/\s+/u)) {
    expect(ipRegistry.find(name)?.columns, name).not.toHaveLength(0)
    expect(ipRegistry.find(name.replace(/^(?:metadata|raw_data)\./u, '')), name).toBe(ipRegistry.find(name))
    expect(ipRegistry.find(`internet_scanner_intelligence.${name}`)).toBe(ipRegistry.find(name))
  }
})

test('the short names the specification and its readers use are fields too', () => {
  for (const name of [
    'md5',
    'cookie_keys',
    'path',
    'method',
    'useragent',
    'uri',
    'host',
    'request_authorization',
    'request_cookies',
    'request_header',
    'request_origin',
    'request_referer',
  ])
    expect(ipRegistry.find(name), name).toBe(ipRegistry.find(`raw_data.http.${name}`))
  expect(ipRegistry.find('ja4')).toBe(ipRegistry.find('tls.ja4'))
})

test('the columns of IP fields are keys of the IP document', () => {
  const keys = new Set(Object.keys(ipDocument()))
  for (const field of ipRegistry.fields)
    for (const { name, shape } of field.columns) {
      expect(keys, field.name).toContain(name.split('.')[0])
      expect(name.includes('.'), field.name).toBe(shape.startsWith('pair'))
    }
})

test('the columns of session fields are plain names, each named once', () => {
  const columns = sessionRegistry.fields.flatMap((field) => field.columns.map((column) => column.name))
  expect(new Set(columns).size).toBe(columns.length)
  for (const name of columns) expect(name).toMatch(/^[a-z][a-z0-9_]*$/u)
})

test.each(fieldCatalogues)('the example of every %s field runs without a remark', (catalogue) => {
  for (const field of registries[catalogue].fields) {
    if (field.columns.length === 0) continue
    const { ok, diagnostics } = analyze(field.example, { catalogue, now })
    expect(ok, field.example).toBe(true)
    expect(diagnostics, field.example).toEqual([])
  }
})

test('IP queries without a last_seen reach back 90 days and say so; session queries do not', () => {
  const analyzed = (text: string, windowDays?: number) =>
    analyze(text, { catalogue: 'ip', now, ...(windowDays !== undefined && { windowDays }) }).adjustedQuery
  expect(analyzed('tags: Mirai')).toBe('(tags: Mirai) last_seen:90d')
  expect(analyzed('')).toBe('last_seen:90d')
  expect(analyzed('tags:Mirai', 7)).toBe('(tags:Mirai) last_seen:7d')
  expect(analyzed('tags:Mirai', 0)).toBe('')
  expect(analyzed('tags:Mirai OR (last_seen_benign:*)')).toBe('')
  expect(analyzed(String.raw`os:c\ `)).toBe(String.raw`(os:c\ ) last_seen:90d`)
  expect(analyze('tags:mirai', { catalogue: 'session', now }).adjustedQuery).toBe('')
})
