import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#model/session.ts'
import { type CatalogueTag, writeTagCatalogue } from '../tag-catalogue/write.ts'
import { getDocuments } from '../ips/get.ts'
import { countTruncated } from '../ips/truncated.ts'
import type { Analytics } from '../open.ts'
import { exampleFacts, exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { refreshDocuments } from './refresh.ts'

let analytics: Analytics
let inserted = 0

const tag = (slug: string, more: Partial<CatalogueTag>): CatalogueTag => ({
  slug,
  name: slug.toUpperCase(),
  category: 'activity',
  intention: 'unknown',
  cves: [],
  ...more,
})

beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, [
    tag('mirai', { category: 'worm', intention: 'malicious' }),
    tag('probe', { intention: 'suspicious' }),
    tag('polite', { intention: 'benign' }),
    tag('census', { category: 'actor', intention: 'benign', actor: 'Census.example' }),
    tag('finder', { category: 'search_engine', intention: 'benign', actor: 'Finder' }),
    tag('tool', { category: 'tool' }),
  ])
})
afterAll(() => analytics.close())

async function documentOf(sessions: Session[], ...slugs: string[]) {
  await insertSessions(analytics, { sessions, token: `unit-${++inserted}`, tagsOf: () => slugs.toSorted() })
  await refreshDocuments(analytics, { now: exampleNow })
  const [document] = await getDocuments(analytics, [sessions[0]!.source.ip])
  return document!
}

let hosts = 0
const fresh = (): { from: string } => ({ from: `203.0.113.${++hosts}` })

describe('the verdict', () => {
  it.each([
    [['mirai', 'census'], 'benign'],
    [['mirai', 'finder'], 'benign'],
    [['mirai', 'polite', 'probe'], 'malicious'],
    [['probe', 'tool'], 'suspicious'],
    [['polite'], 'unknown'],
    [['tool'], 'unknown'],
    [[], 'unknown'],
  ])('over %j is %s', async (slugs, classification) => {
    const document = await documentOf([exampleSession(fresh())], ...slugs)
    expect(document.classification).toBe(classification)
  })

  it('names the vetted actor, and remembers when each intention was last seen', async () => {
    const document = await documentOf([exampleSession(fresh())], 'mirai', 'census')
    expect(document).toMatchObject({
      actor: 'Census.example',
      last_seen_malicious: '2026-03-15T11:00:01Z',
      last_seen_benign: '2026-03-15T11:00:01Z',
      last_seen_suspicious: '',
    })
  })
})

describe('derived facts', () => {
  it('cut lists to the most frequent, ties alphabetically, and say so', async () => {
    const paths = Array.from({ length: 150 }, (_, index) => `/p${String(index).padStart(3, '0')}`)
    const source = fresh()
    const document = await documentOf([
      exampleSession({ ...source, http: exampleHttp(...paths.toReversed().map((path) => ({ path }))) }),
      exampleSession({ ...source, http: exampleHttp({ path: '/p149' }) }),
    ])
    expect(document.http_path).toEqual(['/p149', ...paths.slice(0, 99)])
    expect(document.truncated).toEqual(['http_path'])
    expect(await countTruncated(analytics, ['http_path', 'scan'])).toBe(1)
    expect(await countTruncated(analytics, ['scan'])).toBe(0)
  })

  it('order ports by use, then by number', async () => {
    const source = fresh()
    const document = await documentOf(
      [443, 22, 80, 8080, 80].map((port) => exampleSession({ ...source, port })),
    )
    expect(document.scan.map(({ port }) => port)).toEqual([80, 22, 443, 8080])
  })

  it('hold an address spoofable until a handshake was completed, UDP alone proves nothing', async () => {
    const source = fresh()
    const udp = await documentOf([exampleSession({ ...source, tcp: null, transport: 'udp', ipProtocol: 17 })])
    expect(udp).toMatchObject({ spoofable: true, scan: [{ port: 80, protocol: 'udp' }] })
    expect(await documentOf([exampleSession(source)])).toMatchObject({ spoofable: false })
  })

  it('tell one country of destination from several; another address there is no other country', async () => {
    const source = fresh()
    const elsewhere = { ip: '192.0.2.2', port: 80, bytes: 0, packets: 0 }
    await documentOf([exampleSession(source)])
    expect(await documentOf([exampleSession({ ...source, destination: elsewhere })])).toMatchObject({
      single_destination: true,
    })
    const abroad = exampleSession({ ...source, destinationFacts: exampleFacts })
    expect(await documentOf([abroad])).toMatchObject({ single_destination: false })
    const nowhere = exampleSession({ ...fresh(), destinationFacts: { ...exampleFacts, countryCode: '' } })
    expect(await documentOf([nowhere])).toMatchObject({ single_destination: false })
  })

  it('date as benign what a vetted actor did, not what merely means no harm', async () => {
    const document = await documentOf([exampleSession(fresh())], 'polite')
    expect(document.last_seen_benign).toBe('')
  })

  it('take reference data from the latest session, also when it arrives first', async () => {
    const source = fresh()
    const moved = { ...exampleFacts, country: 'Norway', rdns: 'a.b.example.org', latitude: null, vpn: true }
    await documentOf([exampleSession({ ...source, firstPacket: exampleNow - 1000, sourceFacts: moved })])
    expect(await documentOf([exampleSession(source)])).toMatchObject({
      country: 'Norway',
      rdns_parent: 'example.org',
      latitude: null,
      longitude: 13.4,
      vpn: true,
    })
  })

  it('call an address a bot by its user agent or by a search engine tag', async () => {
    const crawler = exampleHttp({ userAgent: 'Mozilla/5.0 (compatible; Examplebot/2.1)' })
    expect((await documentOf([exampleSession({ ...fresh(), http: crawler })])).bot).toBe(true)
    expect((await documentOf([exampleSession(fresh())], 'finder')).bot).toBe(true)
    expect(
      (await documentOf([exampleSession({ ...fresh(), http: exampleHttp({ userAgent: 'both' }) })])).bot,
    ).toBe(false)
  })
})
