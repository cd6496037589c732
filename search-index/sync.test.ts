import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documents } from '#gnql/testing/generate.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type Part, partsOf } from './parts.ts'
import { startSync } from './sync.ts'
import { startThreads, type Threads } from './threads.ts'

/** What is kept of an index of a table that becomes too large. */

const maxDocuments = 1000
let analytics: TestAnalytics
let parts: Part[] = []
let threads: Threads | undefined
beforeAll(async () => {
  analytics = await openTestAnalytics()
  const made = fc.sample(documents(Date.UTC(2026, 10, 20)), { numRuns: 50, seed: 11 }).map(stored)
  await write(analytics, new Map(), made, [], 1)
  parts = await partsOf(hostOf())
})
afterEach(() => threads?.close())
afterAll(() => analytics.close())

const hostOf = () => analytics.hosts[0] ?? expect.fail('There is no host.')
const tooLarge = (): Part[] => parts.map((part) => ({ ...part, rows: maxDocuments + 1 }))

/** @param damage what the checksum of the index is changed by */
function begin(damage = 0) {
  const made = startThreads()
  threads = made
  const bases: Promise<unknown>[] = []
  const sync = startSync({
    host: hostOf(),
    maxDocuments,
    threads: {
      ...made,
      built(segment) {
        const built = made.built(segment)
        bases.push(built)
        return built
      },
      async checksum() {
        const size = await made.checksum()
        return size && { ...size, checksum: (size.checksum ^ damage) >>> 0 }
      },
    },
  })
  const isRead = async (): Promise<void> => {
    await expect.poll(() => bases.length).toBeGreaterThan(0)
    await Promise.all(bases)
    // What waits for the same is told before.
    await new Promise((tick) => setImmediate(tick))
  }
  return { sync, isRead, held: () => made.checksum() }
}

test('a base that is read is used, and let go when the table becomes too large', async () => {
  const { sync, isRead, held } = begin()
  await sync.round(parts)
  await isRead()
  await sync.round(parts)
  expect([sync.isCurrent(), await held()]).toEqual([true, expect.anything()])
  await sync.round(tooLarge())
  expect([sync.isCurrent(), sync.isTooLarge(), await held()]).toEqual([false, true, null])
})

test('a base that was read before the table became too large is not used when it is small again', async () => {
  const { sync, isRead, held } = begin()
  await sync.round(parts)
  await isRead()
  await sync.round(tooLarge())
  await sync.round(parts)
  expect(await held()).toBeNull()
})

test('an index that was found to differ is let go when the table becomes too large', async () => {
  const { sync, isRead, held } = begin(1)
  await sync.round(parts)
  await isRead()
  await sync.round(parts)
  expect([sync.isCurrent(), await held()]).toEqual([false, expect.anything()])
  await sync.round(tooLarge())
  expect(await held()).toBeNull()
})
