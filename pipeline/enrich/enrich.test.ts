import { silent } from '#store/log.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoNetworks, demoPrefixes } from '#model/demo-networks.ts'
import { type Enricher, openEnricher } from './open.ts'
import { openRecent } from './lru.ts'

let dir = ''
let enricher: Enricher
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-enrich-'))
  enricher = await openEnricher({
    folder: dir,
    watch: false,
    log: silent,
  })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('enrich', () => {
  test('a public address gets country, number, organisation and kind', () => {
    expect(enricher.enrich('8.8.8.8', 'live')).toMatchObject({
      countryCode: 'US',
      country: 'United States',
      asn: 'AS15169',
      category: 'hosting',
      mobile: false,
    })
    expect(enricher.enrich('2001:4860:4860::8888', 'live').asn).toBe('AS15169')
  })

  test('a mapped IPv4 address is the IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(enricher.enrich(`::ffff:${ip}`, 'live')).toEqual(enricher.enrich(ip, 'live'))
      }),
    )
  })

  test('no text makes it throw, and what is no address has no facts', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('live' as const, 'demo' as const), (text, origin) => {
        expect(enricher.enrich(`x${text}`, origin)).toMatchObject({
          countryCode: '',
          asn: '',
          latitude: null,
        })
      }),
    )
  })

  test('nobody stands in a reserved range of live traffic', () => {
    for (const ip of ['10.1.2.3', '198.18.0.1', '240.1.1.1', '2001:db8::1', '192.0.2.1', '224.0.0.251'])
      expect(enricher.enrich(ip, 'live'), ip).toMatchObject({ countryCode: '', asn: '', organization: '' })
  })

  test('the demo world answers only for the demo, and never about a public address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        const { organization } = enricher.enrich(ip, 'demo')
        expect(organization === '' || organization.endsWith('(demo)')).toBe(true)
        expect(enricher.enrich(ip, 'live').organization).not.toMatch(/\(demo\)$/)
      }),
    )
    expect(enricher.enrich('8.8.8.8', 'demo').organization).toBe('')
  })

  test('each demo network answers from each of its prefixes', () => {
    for (const [index, network] of demoNetworks.entries())
      for (const prefix of demoPrefixes(index)) {
        const first = prefix.split('/')[0] ?? ''
        expect(enricher.enrich(first, 'demo'), prefix).toMatchObject({
          asn: `AS${network.asn}`,
          organization: network.organization,
          vpn: network.vpnService !== undefined,
          tor: network.tor ?? false,
        })
      }
  })

  test('neighbours in one /24 of the demo stand in one city, and reverse names have the domain of their network', () => {
    const [one, two] = [enricher.enrich('198.18.32.1', 'demo'), enricher.enrich('198.18.32.200', 'demo')]
    expect(one.city).toBe(two.city)
    expect(one.rdns).not.toBe(two.rdns)
    expect(one).toMatchObject({
      rdns: expect.stringMatching(/^crawl-\d+\.searchbot\.example$/),
      domain: 'searchbot.example',
    })
  })

  test('recent answers are bounded and are the answers that were found', () => {
    const recent = openRecent<number>(10)
    let asked = 0
    const find = (value: number) => () => (asked++, value)
    for (let round = 0; round < 3; round++)
      for (let value = 0; value < 50; value++) expect(recent.get(String(value), find(value))).toBe(value)
    expect(recent.size).toBeLessThanOrEqual(10)
    const before = asked
    recent.get('49', find(49))
    expect(asked).toBe(before)
  })
})
