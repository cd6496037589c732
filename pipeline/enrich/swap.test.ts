import { silent } from '#store/log.ts'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { nightly } from '#store/analytics/retention/nightly.ts'
import { exampleFacts, exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { importPath } from '#sources/import/import-files.ts'
import { type Enricher, openEnricher } from './open.ts'
import { reEnrichDocuments } from './re-enrich.ts'

let dir = ''
let enricher: Enricher
let analytics: TestAnalytics
const log = silent
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-swap-'))
  analytics = await openTestAnalytics()
  enricher = await openEnricher({ folder: join(dir, 'kept'), watch: 50, log })
})
afterAll(async () => {
  await enricher.close()
  await analytics.close()
  await rm(dir, { recursive: true, force: true })
})

const give = async (rows: string[]): Promise<void> => {
  await mkdir(join(dir, 'from'), { recursive: true })
  await writeFile(join(dir, 'from/vpn.csv'), `cidr,service,source\n${rows.join('\n')}\n`)
  await importPath(join(dir, 'from'), { folder: join(dir, 'kept'), force: true, now: Date.now() })
}
const marked = defineQuery({
  name: 'marked addresses',
  params: z.object({}),
  row: z.object({ addresses: count }),
  sql: 'SELECT uniqExact(ip) AS addresses FROM {local}.ip_dirty',
})
const others = Array.from({ length: 20 }, (_, at) => `9.9.${at}.0/24,Other,x`)

test('a swap is noticed without a restart, and every look-up meanwhile is answered whole', async () => {
  const seen = new Set<string>()
  const enough = new AbortController()
  const asker = (async () => {
    while (!enough.signal.aborted) {
      for (let round = 0; round < 200; round++) {
        const { vpnService, countryCode } = enricher.enrich('8.8.8.8', 'live')
        seen.add(`${vpnService} ${countryCode}`)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const before = enricher.version()
  for (const name of ['One', 'Two']) {
    await give([`8.8.8.0/24,${name} VPN,x`, ...others])
    await vi.waitFor(() => expect(enricher.enrich('8.8.8.8', 'live').vpnService).toBe(`${name} VPN`), {
      timeout: 240_000,
    })
  }
  enough.abort()
  await asker
  expect([...seen]).toEqual([' US', 'One VPN US', 'Two VPN US'])
  expect(enricher.version()).not.toBe(before)
})

test('addresses seen before show a new source after the next refresh, and those that say the same are left alone', async () => {
  const sessions = [exampleSession({ from: '8.8.8.8' }), exampleSession({ from: '9.9.200.1' })]
  await insertSessions(analytics, { sessions, token: 'one' })
  await refreshDocuments(analytics, { now: exampleNow })
  expect((await getDocuments(analytics, ['8.8.8.8']))[0]).toMatchObject({ vpn: false, country: 'Germany' })

  const waiting: number[] = []
  const apply = async (): Promise<void> => {
    waiting.push((await analytics.migrator.run(marked, {}))[0]?.addresses ?? 0)
    await refreshDocuments(analytics, { now: exampleNow })
  }
  const options = { enrich: enricher.enrich, now: exampleNow, apply, size: 1 }
  expect(await reEnrichDocuments(analytics, options)).toEqual({ looked: 2, changed: 2 })
  // Never more than a range, so that what comes in meanwhile does not wait behind everything.
  expect(waiting).toEqual([1, 1])
  const [document] = await getDocuments(analytics, ['8.8.8.8'])
  expect(document).toMatchObject({
    vpn: true,
    vpn_service: 'Two VPN',
    country: 'United States',
    asn: 'AS15169',
  })
  // What a reverse name says is no business of reference data.
  expect(document?.rdns).toBe(sessions[0]?.sourceFacts.rdns)
  expect(await reEnrichDocuments(analytics, options)).toEqual({ looked: 2, changed: 0 })
})

test('an address that had left and comes back is said to be what its new sessions brought, not what was found before', async () => {
  const dayMs = 86_400_000
  const ip = '9.9.201.1'
  const apply = async (now: number): Promise<void> => void (await refreshDocuments(analytics, { now }))
  const documentAt = async () => (await getDocuments(analytics, [ip]))[0]
  await insertSessions(analytics, { sessions: [exampleSession({ from: ip })], token: 'before it left' })
  await apply(exampleNow)
  const enrichAs = (country: string) => () => ({ ...exampleFacts, country })
  const options = { enrich: enrichAs('Chile'), now: exampleNow, apply: () => apply(exampleNow) }
  await reEnrichDocuments(analytics, options)
  expect(await documentAt()).toMatchObject({ country: 'Chile' })

  // Its days pass; reference data that is swapped now finds no record of it.
  const later = exampleNow + 100 * dayMs
  await nightly(analytics, { now: later, retentionDays: 90 })
  await apply(later)
  expect(await documentAt()).toBeUndefined()
  await reEnrichDocuments(analytics, { enrich: enrichAs('Peru'), now: later, apply: () => apply(later) })

  const back = later + 5 * dayMs
  const session = exampleSession({
    from: ip,
    firstPacket: back - 60_000,
    sourceFacts: enrichAs('Peru')(),
  })
  await insertSessions(analytics, { sessions: [session], token: 'come back' })
  await apply(back)
  expect(await documentAt()).toMatchObject({ country: 'Peru' })
})
