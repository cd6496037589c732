import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analytics } from '../open.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { requestsOfTag } from './requests-of-tag.ts'

let analytics: Analytics
const from = '198.51.100.1'
const since = Math.floor(exampleNow / 1000) - 30 * 86_400

beforeAll(async () => {
  analytics = await openTestAnalytics()
  const login = exampleHttp({ path: '/login', uri: '/login?a=1' }, { path: '/other', uri: '/other' })
  await insertSessions(analytics, {
    sessions: [
      ...[1, 2, 3].map((hours) =>
        exampleSession({ from, http: login, firstPacket: exampleNow - hours * 3_600_000 }),
      ),
      exampleSession({ from, port: 23, firstPacket: exampleNow - 3_600_000 }),
      exampleSession({ from: '198.51.100.2', http: login, firstPacket: exampleNow - 3_600_000 }),
      exampleSession({ from, http: login, firstPacket: exampleNow - 3_600_000, published: false }),
    ],
    token: 'requests',
    tagsOf: ({ http }) => (http ? ['login'] : ['other']),
  })
})
afterAll(() => analytics.close())

test('alike sessions stand together with what they asked, those of others and unpublished ones do not', async () => {
  const found = await requestsOfTag(analytics, { ip: from, tag: 'login', since, max: 10 })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ sessions: 3, uris: ['/login?a=1', '/other'], methods: ['GET', 'GET'] })
  expect(Date.parse(String(found[0]?.last)) - Date.parse(String(found[0]?.first))).toBe(2 * 3_600_000)
})

test('a tag it does not carry, and a time before, have nothing', async () => {
  expect(await requestsOfTag(analytics, { ip: from, tag: 'none', since, max: 10 })).toEqual([])
  const later = Math.floor(exampleNow / 1000) + 1
  expect(await requestsOfTag(analytics, { ip: from, tag: 'login', since: later, max: 10 })).toEqual([])
  expect(await requestsOfTag(analytics, { ip: from, tag: 'other', since, max: 10 })).toMatchObject([
    { port: 23, uris: [], sessions: 1 },
  ])
})
