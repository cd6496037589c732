import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { closeGeneration, versionsOf } from './generation.ts'
import { refreshDocuments } from './refresh.ts'

let analytics: TestAnalytics
beforeAll(async () => void (analytics = await openTestAnalytics()))
afterAll(() => analytics.close())

test('each number is later than all before it, also when a later look tells of fewer', () => {
  const versions = versionsOf({ ...analytics.migrator })
  expect(versions.next()).toEqual({ version: '1', generation: 1 })
  versions.follow([7n, 3])
  expect([versions.next(), versions.next()]).toEqual([
    { version: '8', generation: 3 },
    { version: '9', generation: 3 },
  ])
  versions.follow([5n, 2])
  expect(versions.next()).toEqual({ version: '10', generation: 3 })
})

test('what is made after a generation was closed goes to the next', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  await insertSessions(analytics, { sessions: [exampleSession()], token: 'one' })
  await refreshDocuments(analytics, { now: exampleNow })
  expect(await closeGeneration(host)).toEqual({ youngest: 1, version: '1' })
  const versions = versionsOf(host)
  versions.follow([1n, 1])
  expect(versions.next()).toEqual({ version: '2', generation: 2 })
})
