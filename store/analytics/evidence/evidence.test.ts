import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noFacts } from '#model/session.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { keepAnswers, type ReverseAnswer } from '../rdns/answers.ts'
import { exampleHttp, exampleNow as now, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { besideDocument } from '../ips/beside.ts'
import { fromHex, toHex } from '../address.ts'
import { removeActors, type VettedActor, writeActors } from './actors.ts'
import { openListsInForce } from './in-force.ts'
import { replaceSource } from './replace.ts'
import { removeSightings, sightingsOf, writeSightings } from './sightings.ts'
import { listSources } from './sources.ts'

let analytics: Analytics
let seen = 0
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const nothing = { reference: '', names: [], agents: [], ranges: [], allRanges: false, allNames: false }
const actor = (slug: string, more: Partial<VettedActor>): VettedActor => ({
  slug,
  name: slug.toUpperCase(),
  category: 'search_engine',
  ...nothing,
  ...more,
})
const list = (actors: VettedActor[], name = 'vetted') =>
  writeActors(analytics, { name, licence: '', reference: '', now, actors })
const report = (name: string, ips: string[], trust: 'none' | 'malicious' = 'none') =>
  writeSightings(analytics, {
    name,
    trust,
    licence: 'CC0',
    reference: '',
    now,
    addresses: ips.map((ip) => ({ ip, tags: ['ssh'], note: '', firstSeen: 0, lastSeen: now / 1000 })),
  })

async function visit(from: string, userAgent = 'curl/8', firstPacket = now - 3_600_000): Promise<void> {
  const sessions = [
    exampleSession({ from, firstPacket, sourceFacts: noFacts, http: exampleHttp({ userAgent }) }),
  ]
  await insertSessions(analytics, { sessions, token: `${++seen}` })
}
async function documentOf(ip: string, resolving = false) {
  await refreshDocuments(analytics, { now, resolving })
  return (await getDocuments(analytics, [ip]))[0]
}
let answers = 0
/** Each later than the one before: of two that were asked for at one moment either may count. */
const answer = (ip: string, state: ReverseAnswer['state'], name = ''): Promise<void> =>
  keepAnswers(analytics, [{ ip, state, name, asked: now + ++answers, until: now + 1000 }])

describe('sightings', () => {
  test('of a source stand in the document until the source drops them, and are replaced all at once', async () => {
    await visit('20.0.0.1')
    await report('ours', ['20.0.0.1', '20.0.0.2'])
    expect(await documentOf('20.0.0.1')).toMatchObject({
      sources: ['ours'],
      classification: 'unknown',
      sensor_hits: 1,
    })
    expect(await sightingsOf(analytics, '20.0.0.2')).toMatchObject([
      { source: 'ours', tags: ['ssh'], trust: 'none' },
    ])
    expect(await getDocuments(analytics, ['20.0.0.2'])).toEqual([])
    await report('ours', ['20.0.0.1'], 'malicious')
    expect(await documentOf('20.0.0.1')).toMatchObject({
      classification: 'malicious',
      evidence: ['malicious:ours'],
      last_seen_malicious: '',
    })
    expect(await sightingsOf(analytics, '20.0.0.2')).toEqual([])
    await report('ours', ['20.0.0.3'], 'malicious')
    expect(await documentOf('20.0.0.1')).toMatchObject({ classification: 'unknown', sources: [] })
  })

  test('that cannot be written whole leave the old ones as they were', async () => {
    await report('fragile', ['20.0.0.1'])
    const broken = replaceSource(analytics, {
      source: { name: 'fragile', kind: 'sightings', trust: 'malicious', licence: '', reference: '' },
      entries: 2,
      now,
      mark: async () => {},
      fill: async (version) => {
        await analytics.app.insert('{db}.sightings', [{ source: 'fragile', version, ip: '::ffff:20.0.0.9' }])
        throw new Error('the disk is full')
      },
    })
    await expect(broken).rejects.toThrow('the disk is full')
    expect(await sightingsOf(analytics, '20.0.0.9')).toEqual([])
    expect(await documentOf('20.0.0.1')).toMatchObject({ sources: ['fragile'], classification: 'unknown' })
    await report('fragile', ['20.0.0.1'])
    expect(await sightingsOf(analytics, '20.0.0.1')).toHaveLength(1)
  })

  test('are in memory what they are in the engine, whatever they say, until they are too many', async () => {
    const ips = Array.from({ length: 300 }, (_, at) =>
      at % 3
        ? `26.0.${at >> 4}.${at & 15}`
        : fromHex(`2a0b${at.toString(16).padStart(4, '0')}${'0'.repeat(20)}0001`),
    )
    const odd = ['', 'quote "x"', "it's", 'back\\slash', 'line\nend', '\u0000', 'é €😀']
    const write = (name: string, some: readonly string[], trust: 'none' | 'suspicious' = 'none') =>
      writeSightings(analytics, {
        name,
        trust,
        licence: `${name} only`,
        reference: 'https://example.org/',
        now,
        addresses: some.map((ip, at) => ({
          ip,
          tags: at % 2 ? [odd[at % odd.length] ?? ''] : [],
          note: odd[(at >> 1) % odd.length] ?? '',
          firstSeen: at % 5 ? now / 1000 - at : 0,
          lastSeen: at % 7 ? now / 1000 : 0,
        })),
      })
    await write('all', ips)
    await write('some', ips.slice(0, 100), 'suspicious')
    const agree = async (): Promise<number> => {
      const { reported } = await openListsInForce(analytics, Date.now)()
      let sightings = 0
      for (const ip of [...ips, '26.9.9.9', '2a0b::7', '20.0.0.1']) {
        const wanted = await sightingsOf(analytics, ip)
        expect(reported?.(toHex(ip) ?? ''), ip).toEqual(wanted)
        sightings += wanted.length
      }
      return sightings
    }
    expect(await agree()).toBeGreaterThanOrEqual(400)
    await write('some', ips.slice(90, 110))
    await removeSightings(analytics, 'all')
    expect(await agree()).toBeGreaterThanOrEqual(20)
    for (const few of [{ sightings: 19 }, { sightingBytes: 1000 }]) {
      const most = { ranges: 1000, sightings: 1000, sightingBytes: 1e6, ...few }
      expect((await openListsInForce(analytics, Date.now, () => 0, most)()).reported).toBeNull()
    }
    await removeSightings(analytics, 'some')
    expect(await agree()).toBe((await sightingsOf(analytics, '20.0.0.1')).length)
  })

  test('leave with their source', async () => {
    await report('gone', ['20.0.0.1'])
    expect(await removeSightings(analytics, 'gone')).toBe(true)
    expect(await removeSightings(analytics, 'gone')).toBe(false)
    expect((await listSources(analytics)).map(({ name }) => name)).not.toContain('gone')
    expect((await documentOf('20.0.0.1'))?.sources).not.toContain('gone')
  })
})

describe('an actor', () => {
  test('is proved by any of its ranges, whatever their length and the list they come from', async () => {
    for (const ip of ['21.1.2.3', '21.2.0.1', '2a00::5', '21.3.0.1']) await visit(ip)
    await list([actor('wide', { ranges: ['21.1.0.0/16', '2a00::/64'] })])
    await list([actor('narrow', { category: 'actor', ranges: ['21.1.2.3', '21.2.0.0/31'] })], 'other')
    expect(await documentOf('21.1.2.3')).toMatchObject({
      classification: 'benign',
      actor: 'NARROW',
      evidence: ['range:narrow', 'range:wide'],
    })
    expect((await documentOf('21.2.0.1'))?.evidence).toEqual(['range:narrow'])
    expect(await documentOf('2a00::5')).toMatchObject({ actor: 'WIDE', bot: true })
    expect(await documentOf('21.3.0.1')).toMatchObject({ classification: 'unknown', actor: 'unknown' })
    await removeActors(analytics, 'other')
    expect(await documentOf('21.2.0.1')).toMatchObject({ classification: 'unknown', evidence: [] })
  })

  test('holds by the lists in memory the addresses it holds by the engine, at most two seconds later', async () => {
    let clock = 1_000_000
    let statements = 0
    const { app } = analytics
    const counted: typeof app.run = (...asked) => ((statements += 1), app.run(...asked))
    let changes = 0
    const inForce = openListsInForce(
      { app: { ...app, run: counted } },
      () => clock,
      () => changes,
    )
    const ranges = [
      '25.1.0.0/16',
      '25.1.2.0/23',
      '25.1.2.3',
      '25.0.0.0/7',
      '2a01:7::/33',
      '2a01:7::1',
      '::/0',
    ]
    await list([actor('b-wide', { name: 'Wide', ranges }), actor('narrow', { ranges: ranges.slice(1, 3) })])
    await list([actor('a-third', { category: 'actor', ranges: ['25.1.3.255', '0.0.0.0/0'] })], 'other')
    const asked = { changes: 1, sightings: false, reverse: false, holders: true, activity: null }
    const agrees = async (): Promise<number> => {
      const { holding } = await inForce()
      const bases = ranges.map((range) => BigInt(`0x${toHex(range.replace(/\/.*/, '')) ?? ''}`))
      const near = bases.flatMap((base) => [-1n, 0n, 1n, 255n, 65_536n, 1n << 95n].map((more) => base + more))
      let held = 0
      for (const each of near.filter((address) => address >= 0n)) {
        const ip = fromHex(each.toString(16).padStart(32, '0'))
        const { holders } = await besideDocument(analytics, { ...asked, ip })
        expect(holding?.(toHex(ip) ?? ''), ip).toEqual(holders.map(({ slug }) => slug))
        held += holders.length
      }
      return held
    }
    expect(await agrees()).toBeGreaterThan(60)
    const few = { ranges: 3, sightings: 1000, sightingBytes: 1e6 }
    expect(
      (
        await openListsInForce(
          analytics,
          () => clock,
          () => 0,
          few,
        )()
      ).holding,
    ).toBeNull()
    expect((await inForce()).names.get('b-wide')).toEqual({ name: 'Wide', category: 'search_engine' })
    const before = statements
    await removeActors(analytics, 'other')
    clock += 1999
    expect((await inForce()).names.has('a-third')).toBe(true)
    expect(statements).toBe(before)
    clock += 1
    expect((await inForce()).names.has('a-third')).toBe(false)
    await agrees()
    clock += 2000
    const looked = statements
    await inForce()
    // Nothing changed: only whether it did was asked.
    expect(statements).toBe(looked + 1)
    await list([actor('at-once', { name: 'Now' })])
    changes += 1
    expect((await inForce()).names.get('at-once')?.name).toBe('Now')
    await list([])
  })

  test('is proved by a name that leads back, not by one that does not, nor by one that only looks alike', async () => {
    await list([actor('crawler', { names: ['crawler.example'] })])
    const states = {
      '22.0.0.1': await answer('22.0.0.1', 'confirmed', 'a.b.crawler.example'),
      '22.0.0.2': await answer('22.0.0.2', 'other', 'a.crawler.example'),
      '22.0.0.3': await answer('22.0.0.3', 'confirmed', 'notcrawler.example'),
      '22.0.0.4': await answer('22.0.0.4', 'confirmed', 'crawler.example.evil.test'),
    }
    for (const ip of Object.keys(states)) await visit(ip)
    const evidence = await Promise.all(
      Object.keys(states).map(async (ip) => (await documentOf(ip))?.evidence),
    )
    expect(evidence).toEqual([['name:crawler'], [], [], []])
  })

  test('is not who merely says so: a claim from elsewhere is suspicious, once it could have been proved', async () => {
    await list([
      actor('ranged', { agents: ['rangedbot/'], ranges: ['23.1.0.0/16'], allRanges: true }),
      actor('named', { agents: ['namedbot/'], names: ['named.example'], allNames: true }),
      actor('vague', { agents: ['vaguebot/'], names: ['vague.example'] }),
    ])
    await visit('23.2.0.1', 'Mozilla/5.0 (compatible; RangedBot/1.0)')
    expect(await documentOf('23.2.0.1', true)).toMatchObject({
      classification: 'suspicious',
      evidence: ['claim:ranged'],
      actor: 'unknown',
      last_seen_suspicious: '2026-03-15T11:00:01Z',
    })
    // What it did on other days says nothing about the claim.
    await visit('23.2.0.2', 'RangedBot/1.0', now - 3 * 86_400_000)
    await visit('23.2.0.2', 'curl/8')
    expect(await documentOf('23.2.0.2')).toMatchObject({
      last_seen: '2026-03-15T11:00:01Z',
      last_seen_suspicious: '2026-03-12T12:00:01Z',
    })
    await visit('23.1.0.1', 'RangedBot/1.0')
    expect(await documentOf('23.1.0.1')).toMatchObject({
      classification: 'benign',
      evidence: ['agent:ranged', 'range:ranged'],
    })
    // By name: nobody answered yet, nobody could answer, somebody did.
    await visit('23.3.0.1', 'NamedBot/1.0')
    expect((await documentOf('23.3.0.1', true))?.evidence).toEqual([])
    await answer('23.3.0.1', 'failed')
    expect((await documentOf('23.3.0.1', true))?.evidence).toEqual([])
    await answer('23.3.0.1', 'none')
    expect((await documentOf('23.3.0.1', true))?.evidence).toEqual(['claim:named'])
    await visit('23.4.0.1', 'VagueBot/1.0')
    await answer('23.4.0.1', 'none')
    expect((await documentOf('23.4.0.1', true))?.evidence).toEqual([])
  })
})
