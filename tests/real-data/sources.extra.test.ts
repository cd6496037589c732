import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newestOf } from '#sources/cve/newest.ts'
import { cveSourceNamed } from '#sources/cve/all.ts'
import { findSources } from '#sources/import/find.ts'
import { extraData } from '../extra-data.ts'

const folder = extraData('.')

describe('a real folder of data', () => {
  test('is recognised whole: every kind, and nothing of captures, rules and scanner reports', async () => {
    const { known, unknown } = await findSources(folder)
    const files = Object.fromEntries(
      known.map(([source, of]) => [source.name, of.map(({ name }) => name).join(' ')]),
    )
    expect(files).toEqual({
      country: 'geo/country-ipv4.csv.gz geo/country-ipv6.csv.gz',
      asn: 'asn/asn-ipv4.csv.gz asn/asn-ipv6.csv.gz',
      city: 'geo/geofeed-cities.csv.gz',
      datacenter: 'netlists/datacenter.csv.gz',
      cloud: 'netlists/cloud-providers.csv.gz',
      vpn: 'netlists/vpn.csv.gz',
      tor: 'netlists/tor-relays.csv.gz',
      service: 'riot/benign-services.csv.gz',
      organisation: 'asn/asn-names.csv.gz',
      place: 'ref/cities.csv.gz',
      carrier: 'netlists/mobile-mcc-mnc.csv',
      ja3: 'fingerprints/ja3.csv',
      ja4: 'fingerprints/ja4.csv',
      hassh: 'fingerprints/hassh-client.csv fingerprints/hassh-server.csv.gz',
      scanners: 'scanners/actors.json',
      'scanner-ranges': 'scanners/actor-ranges.csv.gz',
      'verified-bots': 'netlists/verified-bots.json',
      crawlers: 'netlists/crawlers.csv.gz',
      ipsum: 'threats/ipsum.csv.gz',
      'honeypot-threats': 'threats/honeypot-threats.csv.gz',
      'honeypot-probes': 'threats/honeypot-probes.txt.gz',
      'honeypot-unclassified': 'threats/honeypot-unclassified.txt.gz',
      'cve-list': 'cve/cve-records.ndjson.gz',
      'cve-summary': 'cve/cve-summary.csv.gz',
      kev: 'cve/kev-2025-08-25.json.gz cve/kev-latest.csv.gz',
      epss: 'cve/epss.csv.gz',
      'epss-history': 'cve/epss-history-kev.csv.gz',
      exploits: 'cve/exploits.csv.gz',
      'attack-techniques': 'cve/kev-attack-techniques.csv.gz',
      'threat-actors': 'ref/threat-actors.ndjson.gz',
    })
    expect(unknown).toContain('pcap/INDEX.csv')
    expect(unknown).toContain('bulk/cve/cisa-kev-a.csv')
  })

  test('of two catalogues the newer is taken, whatever the order of their names', async () => {
    const kev = cveSourceNamed('kev')
    if (!kev) throw new Error('no KEV')
    const file = (name: string) => ({ name, path: join(folder, name) })
    const files = [file('cve/kev-2025-08-25.json.gz'), file('cve/kev-latest.csv.gz'), file('README.md')]
    for (const order of [files, files.toReversed()]) {
      const { newest, older } = await newestOf(kev, order)
      expect([newest.name, older.at(-1)?.name]).toEqual(['cve/kev-latest.csv.gz', 'README.md'])
    }
  })
})
