import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { documents } from '#gnql/testing/generate.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { silent } from '#store/log.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { openTraffic } from '#store/analytics/traffic.ts'
import { openMemoryIndex, type MemoryIndex } from './open.ts'

/** When the index looks for changes, and when it rests. */

const all: Predicate = { kind: 'all' }
const made = fc.sample(documents(Date.UTC(2026, 10, 20, 12, 34, 56)), { numRuns: 20, seed: 7 }).map(stored)
const options = { maxDocuments: 1_000_000, log: silent, intervalMs: 20 }

const pause = (ms: number): Promise<void> => new Promise((tick) => setTimeout(tick, ms))
const total = async (index: MemoryIndex): Promise<number | undefined> =>
  (await index.search(all, { columns: [], top: 0, size: 10_000 }))?.total

test('what is written without its knowledge is found when it looks again', async () => {
  const own = await openTestAnalytics()
  const traffic = { ...openTraffic(), lookAgainAt: (foundAt: number) => foundAt + 500 }
  const index = openMemoryIndex({ ...own, traffic }, options)
  try {
    for (const count of [10, 20]) {
      await write(own, new Map(), made.slice(count - 10, count), [], count)
      await expect.poll(() => total(index), { timeout: 60_000 }).toBe(count)
      // Until it rests.
      await pause(1000)
    }
  } finally {
    await index.close()
    await own.close()
  }
})

test('while nothing is written it rests and says that it knows, until something is written or a thread dies', async () => {
  let asked = 0
  const own = await openTestAnalytics({ onStatement: () => void (asked += 1) })
  const index = openMemoryIndex(own, options)
  /** Until nothing is left to be read or compared. */
  const settled = async (): Promise<void> => {
    for (let before = -1; before !== asked;) {
      before = asked
      await pause(500)
    }
  }
  try {
    await write(own, new Map(), made.slice(0, 10), [], 1)
    await expect.poll(() => total(index), { timeout: 60_000 }).toBe(10)
    await settled()
    // Longer than an index may be without a good look.
    await pause(1000)
    expect(index.state()).toBe('ready')
    await write(own, new Map(), made.slice(10, 11), [], 2)
    // By itself it looks again after half a minute.
    await expect.poll(() => total(index), { timeout: 20_000 }).toBe(11)
    await settled()
    await index.endThreads()
    await expect.poll(() => index.state(), { timeout: 20_000 }).toBe('ready')
  } finally {
    await index.close()
    await own.close()
  }
})
