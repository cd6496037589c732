import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Enrichment } from '#model/session.ts'
import type { IpReport, ReportedDocument } from '#model/ip-report.ts'
import { lookUpUrl, usualSite } from '#model/site.ts'
import { windowDays } from '#model/window.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { IpHead } from './head.tsx'
import { Overview } from './overview.tsx'
import { Raw } from './raw.tsx'

/** A record in which everything an attacker or an outside source may write says `word`. */
const documentSaying = (word: string): ReportedDocument => ({
  ip: '198.51.100.7',
  origins: ['live'],
  first_seen: '2026-10-23T04:11:09Z',
  last_seen: '2026-11-20T21:40:12Z',
  last_seen_malicious: '2026-11-20T21:40:12Z',
  last_seen_suspicious: '',
  last_seen_benign: '',
  classification: 'malicious',
  actor: word,
  spoofable: true,
  bot: true,
  vpn: true,
  vpn_service: word,
  tor: true,
  tags: ['mirai'],
  tag_names: [word],
  tag_first: ['2026-10-23T04:11:09Z'],
  tag_last: ['2026-11-20T21:40:12Z'],
  tag_sessions: [3],
  cves: ['CVE-2021-44228'],
  single_destination: true,
  category: word,
  country: word,
  country_code: 'NL',
  city: word,
  region: word,
  organization: word,
  asn: 'AS64500',
  domain: word,
  rdns: word,
  rdns_parent: word,
  rdns_validated: false,
  os: word,
  carrier: word,
  datacenter: word,
  mobile: true,
  latitude: 1,
  longitude: 2,
  destination_countries: [word],
  destination_country_codes: ['DE'],
  destination_cities: [word],
  destination_asns: [],
  sensor_hits: 1204,
  sensor_count: 2,
  scan: [
    { port: 23, protocol: 'tcp' },
    { port: 0, protocol: 'icmp' },
  ],
  ja3: [],
  hassh: [],
  source_ports_tcp: [],
  source_ports_udp: [],
  http_md5: [word],
  http_cookie_keys: [word],
  http_path: [word],
  http_method: [word],
  http_useragent: [word],
  http_request_authorization: [word],
  http_request_cookies: [word],
  http_request_header: [word],
  http_request_origin: [word],
  http_request_referer: [word],
  http_uri: [word],
  http_host: [word],
  tls_cipher: [],
  tls_ja4: [],
  ssh_key: [word],
  source_bytes: 1,
  truncated: ['http_path'],
  sources: ['ipsum'],
  evidence: ['malicious:ipsum'],
})

const factsSaying = (word: string): Enrichment => ({
  countryCode: 'NL',
  country: word,
  region: word,
  city: word,
  latitude: null,
  longitude: null,
  asn: 'AS64500',
  organization: word,
  category: word,
  rdns: word,
  domain: word,
  carrier: word,
  datacenter: word,
  mobile: false,
  tor: false,
  vpn: false,
  vpnService: '',
})

const reason = {
  kind: 'tag',
  category: 'worm',
  firstSeen: '2026-10-23T04:11:09Z',
  lastSeen: '2026-11-20T21:40:12Z',
} as const

const observed = (word: string): IpReport => ({
  ip: '198.51.100.7',
  state: 'observed',
  reserved: null,
  document: documentSaying(word),
  facts: factsSaying(word),
  network: {
    asns: [64500, 64501],
    placeCountryCode: word,
    clouds: [word],
    hosted: true,
    vpnServices: [word],
    tor: { relay: true, guard: false, exit: true },
    services: [],
    bogon: false,
  },
  verdict: {
    classification: 'malicious',
    method: '1',
    reasons: [
      { ...reason, slug: 'mirai', name: word, intention: 'malicious', sessions: 3, decided: true },
      { ...reason, slug: 'telnet', name: 'Telnet', intention: 'suspicious', sessions: 1, decided: false },
    ],
    sentence: 'Malicious because of one tag.',
    wouldChange: 'It would change when the tag leaves the window.',
    changes: [],
  },
  history: [
    {
      at: '2026-11-20T21:40:13.000Z',
      before: 'unknown',
      after: 'malicious',
      method: 'verdict/2',
      decided: [{ kind: 'tag', slug: 'mirai', name: word }],
    },
  ],
  moreHistory: false,
  sightings: [
    {
      source: 'ipsum',
      trust: 'malicious',
      tags: [word],
      note: word,
      firstSeen: '',
      lastSeen: '2026-11-19T00:00:00Z',
      imported: '2026-11-20T00:00:00Z',
      licence: word,
      reference: word,
    },
  ],
  reverse: { name: word, state: 'other', asked: '2026-11-20T00:00:00.000Z' },
  activity: {
    days: ['2026-11-19', '2026-11-20'],
    rows: [
      { kind: 'tag', label: word, intention: 'malicious', cells: [0, 3] },
      { kind: 'path', label: word, intention: null, cells: [1, 1200] },
    ],
  },
  decoded: [{ sent: `%41${word}`, read: `A${word}` }],
  neighbours: [],
  fingerprints: {
    ja3: [{ value: 'e7d705a3286e19ea42f587b344ee6865', port: 443, addresses: 312, names: [word] }],
    ja4: [{ value: 't13d1516h2_8daaf6152771_b186095e22b6', port: null, addresses: 1, names: [] }],
    hassh: [],
  },
  sentence: word,
  demo: true,
  missing: [],
  lacking: [],
})

const unseen = (over: Partial<IpReport>): IpReport => ({
  ...observed('x'),
  state: 'not-observed',
  document: null,
  verdict: null,
  history: [],
  sightings: [],
  reverse: null,
  activity: null,
  decoded: [],
  fingerprints: { ja3: [], ja4: [], hassh: [] },
  neighbours: [],
  sentence: '',
  demo: false,
  ...over,
})

const draw = (report: IpReport, historicDays = windowDays) => {
  const Page = () => (
    <FrameContext value={{ ...unknownFrame, plan: { historicDays, lacking: [] } }}>
      <IpHead report={report} />
      <Overview report={report} proof={null} />
      <Raw report={report} record={JSON.stringify(report.document)} />
    </FrameContext>
  )
  const Stub = createRoutesStub([{ path: '*', Component: Page }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the page of an address', () => {
  test('a business service is shown with what it means and how far it is trusted', () => {
    const report = observed('x')
    const service = {
      name: 'Example CDN',
      category: 'cdn',
      description: 'A content delivery network.',
      explanation: 'Shared by many.',
      trustLevel: 2 as const,
      reference: 'https://lists.example/cdn',
      lastUpdated: '2026-11-01T00:00:00.000Z',
    }
    const text = textOf(
      draw({ ...report, network: report.network && { ...report.network, services: [service] } }),
    )
    expect(text).toMatch(/Example CDN : A content delivery network\. Trust level 2, common business service/)
    expect(text).toContain('Shared by many.')
    expect(textOf(draw(report))).not.toContain('Business service')
  })

  const hostile = '"><img src=x onerror=alert(1)>\u202e\u0000\u001b[31mhttps://evil.test/'
  const html = draw(observed(hostile))

  test('attackers’ text makes no element, no link of its own and no unseen character', () => {
    expect(html).not.toContain('<img')
    const elsewhere = usualSite.lookUps.ip.map((link) => lookUpUrl(link, '198.51.100.7'))
    const outside = [...html.matchAll(/href="(?!\/|#)([^"]*)/g)].map(([, href]) => href)
    expect(outside).toEqual(elsewhere)
    // Only the value buttons carry the value itself, for copying, as JSON in an attribute.
    expect(textOf(html)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(textOf(html)).toContain('\\u{202e}')
  })

  test('nothing needs an inline style or handler, which the policy would block', () => {
    expect(html).not.toMatch(/\sstyle="|<style/)
    expect(html.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]*\son\w+/)
  })

  test('a verdict lists what decided and what did not, with dates and what would change it', () => {
    const text = textOf(draw(observed('Mirai')))
    expect(text).toMatch(/Why\?.*Malicious because of one tag\..*It would change.*Decided.*Mirai.*3 sessions/)
    expect(text).toMatch(/Read decoded Sent %41Mirai Read AMirai/)
    expect(text).toMatch(
      /no effect on the verdict.*Telnet.*1 session, 2026-10-23 04:11 UTC to 2026-11-20 21:40 UTC/,
    )
  })

  test('the record is of the whole window, the history of its verdicts of as many days as the plan reaches back', () => {
    const text = textOf(draw(observed('x'), 1))
    expect(text).toContain('Of the last 90 days, by UTC')
    expect(text).toMatch(/History of verdicts last day · recorded at each change/)
  })

  test('a cut list says so, and a portless transport is named without port', () => {
    const text = textOf(draw(observed('x')))
    expect(text).toContain('Cut to the most frequent.')
    expect(text).toContain('23/tcp')
    expect(text).not.toContain('0/icmp')
  })

  test('a value that was too long says how long it was, what is kept and its hash, on the page and in the record', () => {
    const start = `/${'a'.repeat(511)}`
    const sha256 = '0123456789abcdef'.repeat(4)
    const report = observed('x')
    const document = {
      ...documentSaying('x'),
      http_path: [`${start}… [7912 bytes, sha256 ${sha256}]`],
      truncated: ['http_path'],
    }
    const text = textOf(draw({ ...report, document }))
    expect(text).toContain('7,912 bytes, first 512 kept')
    expect(text).toContain(`SHA-256 ${sha256}`)
    expect(text).toContain('Values of more than 512 bytes are cut to their beginning.')
    expect(text).toContain('Values of more than 512 bytes stand here with their beginning')
    expect(textOf(draw(report))).not.toContain('512 bytes')
  })

  test('a single destination is one country, not one address or one sensor', () => {
    expect(textOf(draw(observed('x')))).toContain('1,204 sessions at 2 sensors, all in one country.')
  })

  test('who else shares a fingerprint is counted without the address itself', () => {
    const text = textOf(html)
    expect(text).toContain('311 other addresses')
    expect(text).toContain('only this address')
  })

  test('an address without a reverse name says that it has none, and when that was asked', () => {
    const facts = { ...factsSaying('x'), rdns: '' }
    const said = (state: 'none' | 'failed') =>
      textOf(draw(unseen({ facts, reverse: { name: '', state, asked: '2026-11-20T10:00:00.000Z' } })))
    expect(said('none')).toMatch(/Reverse name none, asked 2026-11-20 10:00 UTC/)
    expect(said('failed')).toMatch(/Reverse name no answer, asked 2026-11-20/)
    expect(textOf(draw(unseen({ facts })))).not.toContain('Reverse name')
  })

  test('an address never seen is not called safe, and keeps its facts', () => {
    const text = textOf(draw(unseen({ facts: factsSaying('Amsterdam') })))
    expect(text).toContain('Not seen by our sensors in the last 90 days. That does not make it safe.')
    expect(text).toContain('Amsterdam')
    expect(text).not.toContain('Why?')
  })

  test('a reserved address names its range, seen or not', () => {
    const reserved = { range: '10.0.0.0/8', name: 'Private-Use', reference: 'RFC 1918' }
    expect(textOf(draw(unseen({ state: 'reserved', reserved })))).toContain(
      '10.0.0.0/8 is Private-Use (RFC 1918): it is not routed',
    )
    expect(textOf(draw({ ...observed('x'), reserved }))).toContain('Private-Use')
  })

  test('the matrix has a table with the same numbers', () => {
    expect(textOf(html)).toMatch(/Sessions per UTC day 19 Nov 20 Nov .* 0 3 .* 1 1,200 CSV/)
  })
})
