import { afterAll, beforeAll, expect, test } from 'vitest'
import { noFacts } from '#model/session.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { reverseAnswers } from '#store/analytics/rdns/answers.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { silent } from '#store/log.ts'
import { startLookups } from './background.ts'
import { openResolver } from './resolve.ts'
import { openTestNames } from './testing.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  const sessions = ['66.249.66.1', '9.9.9.9', '10.0.0.1'].map((from) =>
    exampleSession({ from, sourceFacts: noFacts }),
  )
  await insertSessions(analytics, { sessions, token: 'all' })
  await refreshDocuments(analytics, { now: exampleNow })
})
afterAll(() => analytics.close())

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 600_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It never came.')
    await new Promise((tick) => setTimeout(tick, 20))
  }
}

test('documents get their names from the store, each address is asked about once in its time, private ones never', async () => {
  const names = await openTestNames((question) => {
    if (question === 'PTR 1.66.249.66.in-addr.arpa') return [['crawl', 'google', 'co', 'uk']]
    return question === 'A crawl.google.co.uk' ? ['66.249.66.1'] : 'none'
  })
  let now = exampleNow
  const begin = () =>
    startLookups({
      analytics,
      resolver: openResolver([names.server]),
      rate: 1000,
      clock: () => now,
      log: silent,
    })
  const first = begin()
  // Nobody said that they were seen: the walk over the documents finds them.
  await until(async () => (await reverseAnswers(analytics, ['66.249.66.1', '9.9.9.9'])).size === 2)
  await first.stop()
  await refreshDocuments(analytics, { now, resolving: true })
  const [, , google] = await getDocuments(analytics, ['10.0.0.1', '9.9.9.9', '66.249.66.1'])
  expect(google).toMatchObject({
    ip: '66.249.66.1',
    rdns: 'crawl.google.co.uk',
    rdns_validated: true,
    rdns_parent: 'google.co.uk',
    domain: 'google.co.uk',
  })
  const asked = names.asked.length
  expect(asked).toBe(3)
  expect(names.asked.join()).not.toContain('10.in-addr')

  const again = begin()
  again.seen(['66.249.66.1', '9.9.9.9', '10.0.0.1'])
  await until(() => again.status().waiting === 0)
  await again.stop()
  expect(names.asked).toHaveLength(asked)

  // A day later "there is none" is old, the name is not.
  now += 86_400_000 + 1
  const later = begin()
  await until(async () => (await reverseAnswers(analytics, ['9.9.9.9'])).get('9.9.9.9')?.asked === now)
  await later.stop()
  expect(names.asked.slice(asked)).toEqual(['PTR 9.9.9.9.in-addr.arpa'])
  await names.close()
})

test('a name stands while nobody answers, and another answer takes its place', async () => {
  let isAway = false
  const names = await openTestNames((question) => {
    if (isAway) return 'refused'
    if (question === 'PTR 2.66.249.66.in-addr.arpa') return [['crawl', 'example', 'org']]
    return question === 'A crawl.example.org' ? ['66.249.66.2'] : 'none'
  })
  let now = exampleNow
  const ask = async (): Promise<string[]> => {
    now += 30 * 86_400_000
    const resolver = openResolver([names.server])
    const lookups = startLookups({ analytics, resolver, rate: 1000, clock: () => now, log: silent })
    lookups.seen(['66.249.66.2', '66.249.66.3'])
    const answers = async () => reverseAnswers(analytics, ['66.249.66.2', '66.249.66.3'])
    await until(async () => [...(await answers()).values()].filter(({ asked }) => asked === now).length === 2)
    await lookups.stop()
    return [...(await answers()).values()].map(({ state, name }) => `${state} ${name}`.trim())
  }
  expect(await ask()).toEqual(['confirmed crawl.example.org', 'none'])
  isAway = true
  expect(await ask()).toEqual(['confirmed crawl.example.org', 'none'])
  await names.close()
})

test('no more begin in a second than the rate says, and stopping waits for nobody', async () => {
  const names = await openTestNames(() => 'silence')
  const began = performance.now()
  const slow = startLookups({
    analytics,
    resolver: openResolver([names.server]),
    rate: 10,
    clock: () => exampleNow,
    log: silent,
  })
  slow.seen(Array.from({ length: 60 }, (_, index) => `5.5.5.${index}`))
  await until(() => slow.status().asked > 8)
  const { asked } = slow.status()
  expect(asked).toBeLessThanOrEqual((10 * (performance.now() - began)) / 1000 + 1)
  // Asked now, and nobody answers: stopping ends before this one is given up.
  const answer = openResolver([names.server])
    .reverse('6.6.6.6')
    .then(
      () => 'answered',
      () => 'given up',
    )
  expect(await Promise.race([slow.stop().then(() => 'stopped'), answer])).toBe('stopped')
  await answer
  await names.close()
})

test('what was seen waits in a queue that does not grow beyond its bound', () => {
  const names = { reverse: () => new Promise<string[]>(() => {}), forward: async () => [], cancel: () => {} }
  const busy = startLookups({ analytics, resolver: names, rate: 1, clock: () => exampleNow, log: silent })
  busy.seen(
    Array.from({ length: 70_000 }, (_, index) => `20.${index >> 16}.${(index >> 8) & 255}.${index & 255}`),
  )
  expect(busy.status().waiting).toBe(20_000)
  void busy.stop()
})
