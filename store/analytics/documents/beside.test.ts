import { activityShown } from '#model/ip-document/beside-values.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IpDocument } from '#model/ip-record.ts'
import { cases } from '#tests/cases.ts'
import { toColumn } from '../address.ts'
import { daysUpTo, shownActivity } from '../ips/activity.ts'
import { besideDocument } from '../ips/beside.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { keepAnswers } from '../rdns/answers.ts'
import { exampleHttp, exampleNow as now, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { openTestAnalytics } from '../testing.ts'
import { verdictHistory } from '../verdicts/history.ts'
import { refreshDocuments } from './refresh.ts'

const dayMs = 86_400_000
const days = daysUpTo(now, 30)
const window = { since: days[0] ?? '', until: days.at(-1) ?? '', top: 8 }

let analytics: Analytics
let made = 0
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, [
    { slug: 'telnet', name: 'Telnet', category: 'worm', intention: 'malicious', cves: [] },
  ])
})
afterAll(() => analytics.close())

async function documentOf(ip: string): Promise<IpDocument> {
  const [document] = await getDocuments(analytics, [ip])
  if (!document) throw new Error(`${ip} has no document.`)
  return document
}

/** What the engine counts for that page. */
const counted = async (ip: string, activity = window) =>
  (
    await besideDocument(analytics, {
      ip,
      changes: 0,
      sightings: false,
      reverse: false,
      holders: false,
      activity,
    })
  ).activity

const ordered = (days: readonly (readonly [string, number])[]): [string, number][] => {
  const sums = new Map<string, number>()
  for (const [day, sessions] of days) sums.set(day, (sums.get(day) ?? 0) + sessions)
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}

const visit = fc.record({
  address: fc.integer({ min: 1, max: 12 }),
  daysAgo: fc.constantFrom(0, 1, 5, 29, 30, 40),
  port: fc.constantFrom(22, 23, 80, 443, 8080),
  // Some end as days do in the keys that are summed up.
  path: fc.oneof(fc.integer({ min: 0, max: 15 }), fc.constantFrom(2052, 20_527, 205_272_052)),
})
const units = fc.array(fc.array(visit, { minLength: 20, maxLength: 60 }), { minLength: 2, maxLength: 3 })

test('a document shows the activity that the engine counts, however its sessions came', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(units, async (of) => {
      round += 1
      const addressOf = (address: number): string => `198.51.${round}.${address}`
      for (const unit of of)
        for (const [daysAgo, visits] of Map.groupBy(unit, (each) => each.daysAgo))
          await insertSessions(analytics, {
            sessions: visits.map(({ address, port, path }) =>
              exampleSession({
                from: addressOf(address),
                port,
                firstPacket: now - daysAgo * dayMs - 60_000,
                http: exampleHttp({ path: `/${path}` }),
              }),
            ),
            token: `unit-${++made}`,
            tagsOf: ({ destination }) => (destination.port === 23 ? ['telnet'] : []),
          })
      await refreshDocuments(analytics, { now })
      for (const address of new Set(of.flat().map((each) => addressOf(each.address)))) {
        const shown = shownActivity((await documentOf(address)).activity, window)
        const wanted = (await counted(address)).map((row) => ({ ...row, days: ordered(row.days) }))
        expect(shown).toEqual(wanted)
      }
    }),
    { numRuns: cases(4, 40) },
  )
})

test('of an address that shows more than there is room for, the engine is asked', async () => {
  const from = '203.0.113.1'
  await insertSessions(analytics, {
    sessions: Array.from({ length: 30 }, (_, at) =>
      exampleSession({
        from,
        port: at,
        firstPacket: now - at * dayMs - 60_000,
        // A control character takes six bytes as JSON.
        http: exampleHttp({ path: `/${at % 8}${'\u0001'.repeat(400)}` }),
      }),
    ),
    token: 'long paths',
  })
  await refreshDocuments(analytics, { now })
  const { activity } = await documentOf(from)
  expect(activity).toEqual([{ fact: '', from: 0, sessions: [] }])
  expect(shownActivity(activity, window)).toBeNull()
})

test('of what a document shows, fewer days are the sessions of those days alone, busiest first', async () => {
  const days = (from: number, ...sessions: number[]) => ({ from: Math.floor(now / dayMs) - from, sessions })
  const facts = [
    { fact: 'p00022/tcp', ...days(9, 50, 0, 0, 0, 0, 0, 0, 0, 0, 1) },
    { fact: 'p00080/tcp', ...days(1, 2, 3) },
    { fact: 'p00443/tcp', ...days(9, 7) },
  ]
  const [yesterday = '', today = ''] = daysUpTo(now, 2)
  expect(shownActivity(facts, { since: yesterday, until: today, top: 8 })).toEqual([
    {
      letter: 'p',
      label: '00080/tcp',
      days: [
        [yesterday, 2],
        [today, 3],
      ],
    },
    { letter: 'p', label: '00022/tcp', days: [[today, 1]] },
  ])
  expect(shownActivity(facts, { since: yesterday, until: today, top: 1 })).toHaveLength(1)
})

test('what was cut to the busiest of the whole window says nothing of fewer days: the engine is asked', () => {
  const fact = (port: number) => ({
    fact: `p0${1000 + port}/tcp`,
    from: Math.floor(now / dayMs) - 20,
    sessions: [100],
  })
  const most = Array.from({ length: activityShown.rows }, (_, port) => fact(port))
  const [since = '', until = ''] = daysUpTo(now, 2)
  const fewDays = { since, until, top: activityShown.rows }
  expect(shownActivity(most, fewDays)).toBeNull()
  expect(shownActivity(most.slice(1), fewDays)).toEqual([])
  expect(shownActivity(most, window)).toHaveLength(activityShown.rows)
})

test('a document that was cut by days which have passed since says nothing of the days after them: the engine is asked', async () => {
  const from = '203.0.113.6'
  const visits = [
    ...Array.from({ length: activityShown.rows }, (_, at) => ({ port: 1000 + at, daysAgo: 29, sessions: 3 })),
    { port: 9000, daysAgo: 9, sessions: 2 },
  ]
  for (const { port, daysAgo, sessions } of visits)
    await insertSessions(analytics, {
      sessions: Array.from({ length: sessions }, () =>
        exampleSession({ from, port, firstPacket: now - daysAgo * dayMs - 60_000 }),
      ),
      token: `visit ${++made}`,
    })
  await refreshDocuments(analytics, { now })
  const { activity } = await documentOf(from)
  expect(shownActivity(activity, window)).toHaveLength(activityShown.rows)
  // Nothing came since, so the document is the same a day later.
  const daysLater = daysUpTo(now + dayMs, activityShown.days)
  const later = { since: daysLater[0] ?? '', until: daysLater.at(-1) ?? '', top: activityShown.rows }
  expect(shownActivity(activity, later)).toBeNull()
  expect((await counted(from, later)).map(({ label }) => label)).toEqual(['09000/tcp'])
})

test('a document has the changes of its verdict as the log has them, also when it is made again', async () => {
  const from = '203.0.113.2'
  const see = async (port: number, at: number): Promise<void> => {
    await insertSessions(analytics, {
      sessions: [exampleSession({ from, port })],
      token: `verdict ${++made}`,
      tagsOf: () => (port === 23 ? ['telnet'] : []),
    })
    await refreshDocuments(analytics, { now: at })
    expect((await documentOf(from)).verdicts).toEqual(await verdictHistory(analytics, from, { max: 1000 }))
  }
  await see(80, now)
  await see(80, now + 1000)
  await see(23, now + 2000)
  await refreshDocuments(analytics, { now: now + 3000, addresses: [from] })
  expect((await documentOf(from)).verdicts).toMatchObject([
    { before: 'unknown', after: 'malicious', decided: ['tag:telnet'] },
    { before: '', after: 'unknown', decided: [] },
  ])
})

test('more changes than there is room for stand in the log alone', async () => {
  const from = '203.0.113.3'
  const classes = ['unknown', 'malicious']
  await insertSessions(analytics, { sessions: [exampleSession({ from })], token: 'flips' })
  const log = (many: number): Promise<void> =>
    analytics.app.insert(
      '{db}.verdict_log',
      Array.from({ length: many }, (_, at) => ({
        ip: toColumn(from),
        at: new Date(now - dayMs + at).toISOString().slice(0, -1),
        before: classes[at % 2],
        after: classes[(at + 1) % 2],
        method: 'tests',
        decided: [],
      })),
    )
  await log(7)
  await refreshDocuments(analytics, { now })
  expect((await documentOf(from)).verdicts).toHaveLength(8)
  await log(1)
  await refreshDocuments(analytics, { now: now + 1000, addresses: [from] })
  expect((await documentOf(from)).verdicts).toEqual([])
})

test('a document says what the reverse DNS answered and when it was asked', async () => {
  const [named, unasked] = ['203.0.113.4', '203.0.113.5']
  await insertSessions(analytics, {
    sessions: [named, unasked].map((from) => exampleSession({ from })),
    token: 'names',
  })
  await refreshDocuments(analytics, { now })
  await keepAnswers(analytics, [
    { ip: named, state: 'other', name: 'a.example.org', asked: now + 400, until: now + dayMs },
  ])
  await refreshDocuments(analytics, { now })
  expect(await documentOf(named)).toMatchObject({
    rdns: 'a.example.org',
    reverse_state: 'other',
    reverse_asked: '2026-03-15T12:00:00Z',
  })
  // Asked again with the same answer.
  await keepAnswers(analytics, [
    { ip: named, state: 'other', name: 'a.example.org', asked: now + dayMs, until: now + 2 * dayMs },
  ])
  await refreshDocuments(analytics, { now: now + dayMs })
  expect(await documentOf(named)).toMatchObject({ reverse_asked: '2026-03-16T12:00:00Z' })
  expect(await documentOf(unasked)).toMatchObject({ reverse_state: '', reverse_asked: '' })
})
