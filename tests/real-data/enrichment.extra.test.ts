import { silent } from '#store/log.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { reservedRange } from '#model/reserved.ts'
import { type Enricher, openEnricher } from '#pipeline/enrich/open.ts'
import { cloudName } from '#sources/catalogue/cloud.ts'
import { importPath, type Outcome } from '#sources/import/import-files.ts'
import { extraData } from '../extra-data.ts'

const casesFile = extraData('geo/enrichment-cases.ndjson')

const shape = z.object({
  ip: z.string(),
  country_code: z.string().nullable(),
  asn: z.array(z.number()),
  organization: z.array(z.string()).optional(),
  category: z.array(z.string()).optional(),
  geofeed: z.object({ country_code: z.string(), city: z.string() }).optional(),
  benign_services: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
  vpn: z.boolean(),
  vpn_services: z.array(z.string()).optional(),
  datacenter: z.boolean(),
  cloud: z.array(z.string()).optional(),
  tor_relay: z.boolean(),
  tor_exit: z.boolean(),
})

describe('with the lists imported, an address has the facts expected of it', () => {
  const cases = readFileSync(casesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => shape.parse(JSON.parse(line)))
  let outcomes: Outcome[] = []
  let dir = ''
  let enricher: Enricher
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'noisefloor-lists-'))
    outcomes = await importPath(extraData('.'), { folder: dir, force: false, now: Date.now() })
    enricher = await openEnricher({
      folder: dir,
      watch: false,
      log: silent,
    })
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  test('every list of the folder is taken, without a bad line', () => {
    expect(outcomes.filter((outcome) => !outcome.ok || outcome.imported.bad > 0)).toEqual([])
    expect(outcomes).toHaveLength(14)
  })

  test('there are cases', () => expect(cases).toHaveLength(90))

  test.each(cases)('$ip', (expected) => {
    const { ip } = expected
    const facts = enricher.enrich(ip, 'live')
    const network = enricher.network(ip)
    if (reservedRange(ip)) {
      // Nobody stands in a reserved range, whatever a list says; the lists call it so themselves.
      expect(expected.benign_services?.[0]?.[1]).toBe('bogon')
      expect(facts).toMatchObject({ countryCode: '', asn: '', datacenter: '', vpn: false, tor: false })
      expect(network).toBeNull()
      return
    }
    expect(facts.countryCode).toBe(expected.country_code)
    expect(network?.asns).toEqual(expected.asn)
    expect(facts.asn).toBe(expected.asn[0] === undefined ? '' : `AS${expected.asn[0]}`)
    expect(facts.organization).toBe(expected.organization?.[0] ?? '')
    expect(facts.category).toBe(expected.category?.[0] ?? '')
    expect(facts.city).toBe(expected.geofeed?.city ?? '')
    expect(network?.placeCountryCode).toBe(expected.geofeed?.country_code ?? '')
    expect(facts.vpn).toBe(expected.vpn)
    expect(network?.vpnServices).toEqual((expected.vpn_services ?? []).toSorted())
    expect(network?.hosted).toBe(expected.datacenter)
    expect(network?.clouds.toSorted()).toEqual((expected.cloud ?? []).map(cloudName).sort())
    expect(facts.datacenter !== '').toBe(expected.datacenter || expected.cloud !== undefined)
    expect(network?.tor).toMatchObject({ relay: expected.tor_relay, exit: expected.tor_exit })
    expect(facts.tor).toBe(expected.tor_exit)
    const services = network?.services.map(({ name, category, trustLevel }) => [name, category, trustLevel])
    expect(services?.toSorted()).toEqual((expected.benign_services ?? []).toSorted())
  })
})
