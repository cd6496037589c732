import type { OrderPlace } from '#model/ip-order.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import type { Analytics } from '../open.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { pathFact, scanFact } from '../rollups/facts.ts'
import { openTestAnalytics } from '../testing.ts'
import { sightingsOf, writeSightings } from '../evidence/sightings.ts'
import { keepAnswers, reverseAnswers } from '../rdns/answers.ts'
import { verdictHistory } from '../verdicts/history.ts'
import { activityOf, daysUpTo } from './activity.ts'
import { besideDocument } from './beside.ts'
import { countDocuments } from './count.ts'
import { homeNumbers } from './home.ts'
import { pageDocuments } from './page.ts'
import { countSharing } from './fingerprint-counts.ts'
import { stats } from './stats.ts'
import { summarize } from './summarize.ts'

const all: Predicate = { kind: 'all' }
const hourMs = 3_600_000
const addresses = ['198.51.100.1', '198.51.100.2', '203.0.113.9', '2001:db8::5', '::1']
const ja3 = 'e7d705a3286e19ea42f587b344ee6865'

let analytics: Analytics

beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, [
    {
      slug: 'login',
      name: 'Login Finder',
      category: 'activity',
      intention: 'malicious',
      cves: ['CVE-2022-0003', 'CVE-2022-0004'],
    },
  ])
  const sessions = addresses.flatMap((from, index) => [
    exampleSession({
      from,
      firstPacket: exampleNow - index * hourMs,
      http: exampleHttp({ path: index < 2 ? '/login' : '/' }),
      tls: {
        versions: [],
        ja3: index < 3 ? [ja3] : [],
        ja3Strings: [],
        ja4: [],
        serverNames: [],
        alpn: [],
        ciphers: [],
      },
    }),
    exampleSession({ from, port: 23, firstPacket: exampleNow - (index + 30) * hourMs }),
  ])
  await insertSessions(analytics, {
    sessions,
    token: 'reads',
    tagsOf: ({ http }) => (http?.requests.some(({ path }) => path === '/login') ? ['login'] : []),
  })
  await refreshDocuments(analytics, { now: exampleNow })
})
afterAll(() => analytics.close())

const inBlock: Predicate = {
  kind: 'test',
  column: { name: 'ip', shape: 'ip' },
  test: { op: 'ip-range', from: '00000000000000000000ffffc6336400', to: '00000000000000000000ffffc63364ff' },
}
const onPort: Predicate = {
  kind: 'test',
  column: { name: 'scan.port', shape: 'pair-number' },
  test: { op: 'number-equals', value: 23 },
}

const loginFinder = new Map([['login', { name: 'Login Finder', intention: 'malicious' }]] as const)

async function activity(ip: string, tags: Parameters<typeof activityOf>[2] = loginFinder) {
  const days = daysUpTo(exampleNow, 3)
  const asked = { changes: 1, sightings: false, reverse: false, holders: false }
  const window = { since: days[0] ?? '', until: days.at(-1) ?? '', top: 8 }
  return activityOf(
    (await besideDocument(analytics, { ip, ...asked, activity: window })).activity,
    days,
    tags,
  )
}

describe('reads over documents', () => {
  it('count what a predicate matches', async () => {
    expect(await countDocuments(analytics, all)).toBe(5)
    expect(await countDocuments(analytics, inBlock)).toBe(2)
    expect(await countDocuments(analytics, onPort)).toBe(5)
    expect(await countDocuments(analytics, { kind: 'not', operand: inBlock })).toBe(3)
  })

  it('page through every match once, in address order', async () => {
    const seen: string[] = []
    let after: OrderPlace | undefined
    for (;;) {
      const page = await pageDocuments(analytics, all, { after, size: 2 })
      seen.push(...page.map(({ ip }) => ip))
      after = { ip: page.at(-1)?.ip ?? '', key: 0 }
      if (page.length < 2) break
    }
    expect(seen).toEqual(['::1', '198.51.100.1', '198.51.100.2', '203.0.113.9', '2001:db8::5'])
  })

  it('draw the histogram by each day of activity and verdict', async () => {
    const { histogram } = await summarize(analytics, all, { columns: [], top: 1 })
    // Every address was there on both days, and counts on both.
    expect(histogram).toEqual([
      { day: '2026-03-14', counts: { malicious: 2, suspicious: 0, benign: 0, unknown: 3 } },
      { day: '2026-03-15', counts: { malicious: 2, suspicious: 0, benign: 0, unknown: 3 } },
    ])
  })

  it('count facets exactly', async () => {
    const { facets, total } = await summarize(analytics, all, {
      columns: [
        { name: 'scan.port', shape: 'pair-number' },
        { name: 'tags', shape: 'text-list' },
        { name: 'classification', shape: 'text' },
      ],
      top: 2,
    })
    expect(total).toBe(5)
    expect(facets.map((values) => new Map(values.map(({ value, count }) => [value, count])))).toEqual([
      new Map([
        ['23', 5],
        ['80', 5],
      ]),
      new Map([['login', 2]]),
      new Map([
        ['unknown', 3],
        ['malicious', 2],
      ]),
    ])
  })

  it('list the statistics of a query, without unknown actors', async () => {
    const answer = await stats((wanted) => summarize(analytics, inBlock, wanted), {
      top: 10,
      withheld: new Set(),
    })
    expect(answer).toMatchObject({
      total: 2,
      classifications: [{ value: 'malicious', count: 2 }],
      spoofable: [{ value: 'false', count: 2 }],
      countries: [{ value: 'Germany', count: 2 }],
      tags: [{ value: 'login', count: 2 }],
      actors: [],
      operatingSystems: [{ value: 'Linux', count: 2 }],
    })
  })

  it('count who else shows a fingerprint', async () => {
    expect(await countSharing(analytics, 'ja3', [ja3, 'absent'])).toEqual(new Map([[ja3, 3]]))
  })

  it('say what the home page says', async () => {
    const home = await homeNumbers(analytics, { now: exampleNow })
    expect(home).toMatchObject({
      total: 5,
      // The fifth address was last seen after that moment.
      today: { addresses: { malicious: 1, suspicious: 0, benign: 0, unknown: 3 } },
      // Of two as frequent the newer one first, as in the list of all.
      topCves: [
        { cve: 'CVE-2022-0004', addresses: 2 },
        { cve: 'CVE-2022-0003', addresses: 2 },
      ],
      sessions: 10,
      empty: false,
    })
  })

  it('lay out the activity of an address day by day', async () => {
    const matrix = await activity('198.51.100.1')
    expect(matrix).toEqual({
      days: ['2026-03-13', '2026-03-14', '2026-03-15'],
      rows: [
        { kind: 'tag', label: 'Login Finder', intention: 'malicious', cells: [0, 0, 1] },
        { kind: 'port', label: '23/tcp', intention: null, cells: [0, 1, 0] },
        { kind: 'port', label: '80/tcp', intention: null, cells: [0, 0, 1] },
        { kind: 'path', label: '/login', intention: null, cells: [0, 0, 1] },
      ],
    })
    expect(await activity('192.0.2.77')).toBeNull()
    // Retired tags are no row.
    expect((await activity('198.51.100.1', new Map()))?.rows.map(({ kind }) => kind)).toEqual([
      'port',
      'port',
      'path',
    ])
  })

  it('name a transport without ports alone in the activity of an address', () => {
    const found = ['00000/icmp', '00080/tcp'].map((label) => ({
      letter: scanFact.letter,
      label,
      days: [['2026-03-15', 1]] as [string, number][],
    }))
    const named = activityOf(found, ['2026-03-15'], new Map())
    expect(named?.rows.map(({ label }) => label)).toEqual(['icmp', '80/tcp'])
  })

  it('rank what an address showed, however much it is and in however many parts a day came', async () => {
    const [much, little] = ['192.0.2.50', '192.0.2.51']
    const paths = (ip: string, day: string, many: number): Promise<void> =>
      analytics.migrator.command(
        `INSERT INTO {local}.ip_day (ip, day, origin, facts) SELECT toIPv6({ip: String}), {day: Date}, 'live',
         mapFromArrays(arrayMap(n -> concat('${pathFact.letter}/', toString(n)), range({many: UInt32})),
           arrayMap(n -> toUInt64(if(n < 12, 20 - intDiv(n, 2), 1)), range({many: UInt32})))`,
        { ip, day, many },
      )
    for (const [ip, many] of [
      [much, 15_000],
      [little, 100],
    ] as const)
      for (const day of ['2026-03-13', '2026-03-15', '2026-03-15'])
        await paths(ip, day, many + (day > '2026-03-14' ? 15_000 * Number(ip === much) : 0))
    const shown = await activity(little)
    expect(shown?.rows).toEqual(
      ['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7'].map((label, at) => {
        const sessions = 20 - (at >> 1)
        return { kind: 'path', label, intention: null, cells: [sessions, 0, 2 * sessions] }
      }),
    )
    expect(await activity(much)).toEqual(shown)
  })

  it('tell together what each would tell alone, in its order', async () => {
    const ip = '198.51.100.200'
    const report = { trust: 'none', licence: '', reference: '', now: exampleNow } as const
    const listed = { ip, tags: ['ssh'], note: 'seen', firstSeen: 0, lastSeen: 1_770_000_000 }
    for (const name of ['second', 'first', 'third'])
      await writeSightings(analytics, { ...report, name, addresses: [listed] })
    await writeSightings(analytics, { ...report, name: 'third', addresses: [{ ...listed, ip: '192.0.2.1' }] })
    for (const at of [exampleNow, exampleNow + 1000])
      await keepAnswers(analytics, [
        { ip, state: 'confirmed', name: `at${at}.example.org`, asked: at, until: at },
      ])
    for (const later of [1, 2, 3, 4])
      await analytics.app.insert('{db}.verdict_log', [
        {
          ip: `::ffff:${ip}`,
          at: exampleNow / 1000 + later,
          before: '',
          after: 'unknown',
          method: '1',
          decided: [`tag:${later}`],
        },
      ])
    const asked = { ip, changes: 3, sightings: true, reverse: true, holders: true, activity: null }
    const beside = await besideDocument(analytics, asked)
    expect(beside.changes).toEqual(await verdictHistory(analytics, ip, { max: 3 }))
    expect(beside.changes.map(({ decided }) => decided)).toEqual([['tag:4'], ['tag:3'], ['tag:2']])
    expect(beside.sightings).toEqual(await sightingsOf(analytics, ip))
    expect(beside.sightings.map(({ source }) => source)).toEqual(['first', 'second'])
    expect(beside.reverse).toEqual([...(await reverseAnswers(analytics, [ip])).values()])
    expect(beside.reverse).toMatchObject([{ name: `at${exampleNow + 1000}.example.org` }])
    expect([beside.holders, beside.activity]).toEqual([[], []])
    expect(await besideDocument(analytics, { ...asked, sightings: false, reverse: false })).toMatchObject({
      sightings: [],
      reverse: [],
    })
  })
})
