import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { documents } from '#gnql/testing/generate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { type Log, silent } from '#store/log.ts'
import type { Querier } from '#store/analytics/query/querier.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { openMemoryIndex, type MemoryIndex } from './open.ts'

/** When the index answers, and when it leaves the answer to the engine. */

const now = Date.UTC(2026, 10, 20, 12, 34, 56)
const all: Predicate = { kind: 'all' }
const nothingElse = { columns: [], top: 0, size: 10_000 }

let analytics: TestAnalytics
const known = new Map<string, IpDocument>()
const made = fc.sample(documents(now), { numRuns: 400, seed: 7 }).map(stored)
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await write(analytics, known, made.slice(0, 100), [], 1)
})
afterAll(() => analytics.close())

async function within<T>(get: () => Promise<T>, holds: (value: T) => boolean, ms = 60_000): Promise<T> {
  const until = Date.now() + ms
  for (;;) {
    const value = await get()
    if (holds(value)) return value
    if (Date.now() > until) throw new Error(`Not in time: ${JSON.stringify(value)}`)
    await new Promise((tick) => setTimeout(tick, 20))
  }
}

async function using(
  options: { maxDocuments?: number; every?: number; log?: Log },
  act: (index: MemoryIndex) => Promise<void>,
): Promise<void> {
  const index = openMemoryIndex(analytics, {
    maxDocuments: 1_000_000,
    log: silent,
    intervalMs: 100,
    ...options,
  })
  try {
    await act(index)
  } finally {
    await index.close()
  }
  expect(index.state()).toBe('closed')
  expect(await index.search(all, nothingElse)).toBeNull()
}

const isReady = async (index: MemoryIndex): Promise<void> => {
  await within(
    async () => index.state(),
    (state) => state === 'ready',
  )
}

const answered = async (index: MemoryIndex) => {
  const answer = await within(
    () => index.search(all, nothingElse),
    (found) => found !== null,
  )
  if (!answer) throw new Error('It said nothing.')
  return answer
}

test('it is silent until it is built, and then knows all', async () => {
  await using({}, async (index) => {
    expect(index.state()).toBe('building')
    expect(await index.search(all, nothingElse)).toBeNull()
    await isReady(index)
    expect((await index.search(all, nothingElse))?.total).toBe(known.size)
  })
})

test('what the engine could tell while the index was being built, the index knows once it answers', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  let index: MemoryIndex | null = null
  let stateWhenWritten = ''
  const run: Querier['run'] = async (query, params) => {
    const rows = await host.run(query, params)
    // All documents are read, and are being compared.
    if (query.name === 'checksum of documents' && stateWhenWritten === '') {
      stateWhenWritten = index?.state() ?? ''
      await write(analytics, known, made.slice(390, 400), [], 1)
    }
    return rows
  }
  index = openMemoryIndex(
    { ...analytics, hosts: [{ ...host, run }] },
    { maxDocuments: 1_000_000, log: silent },
  )
  while (index.state() === 'building') await new Promise((tick) => setTimeout(tick, 1))
  expect(stateWhenWritten).toBe('building')
  expect((await index.search(all, nothingElse))?.total).toBe(known.size)
  await index.close()
})

test('it leaves larger tables, and columns that it does not hold, to the engine', async () => {
  await using({ maxDocuments: 99 }, async (index) => {
    await within(
      async () => index.state(),
      (state) => state === 'too-large',
    )
    expect(await index.search(all, nothingElse)).toBeNull()
  })
  await using({ maxDocuments: 0 }, async (index) => {
    expect(index.state()).toBe('unsupported')
    expect(await index.search(all, nothingElse)).toBeNull()
  })
  await using({}, async (index) => {
    await isReady(index)
    const unheld: Predicate = {
      kind: 'test',
      column: { name: 'origins', shape: 'text-list' },
      test: { op: 'equals', value: 'live' },
    }
    expect(await index.search(unheld, nothingElse)).toBeNull()
    expect(await index.search({ kind: 'or', operands: [all, unheld] }, nothingElse)).toBeNull()
    expect(await index.search(all, { ...nothingElse, columns: ['rdns'], top: 3 })).toBeNull()
    const mistaken: Predicate = {
      kind: 'test',
      column: { name: 'country', shape: 'text' },
      test: { op: 'is', value: true },
    }
    expect(await index.search(mistaken, nothingElse)).toBeNull()
    expect((await index.search(all, nothingElse))?.total).toBe(known.size)
  })
})

test('it follows what anybody writes without being told', async () => {
  await using({}, async (index) => {
    await isReady(index)
    await write(analytics, known, made.slice(100, 150), [], 1)
    await within(
      async () => (await index.search(all, nothingElse))?.total,
      (total) => total === known.size,
    )
  })
})

test('whoever asks while documents change gets what was true at some moment', async () => {
  await using({ every: 20 }, async (index) => {
    await isReady(index)
    const totals = new Set([await countDocuments(analytics, all)])
    let answered = 0
    const stage = { writing: true }
    const writing = (async () => {
      for (let at = 150; at < 250; at += 10) {
        totals.add(known.size + 10)
        await write(analytics, known, made.slice(at, at + 10), [], 1)
        const before = answered
        await expect.poll(() => answered).toBeGreaterThan(before)
      }
      stage.writing = false
    })()
    let last = 0
    while (stage.writing || last < known.size) {
      const answer = await index.search(all, nothingElse)
      if (!answer) {
        // It says so at once: without a pause nothing else would ever run.
        await new Promise((tick) => setTimeout(tick, 1))
        continue
      }
      expect(totals).toContain(answer.total)
      expect(answer.addresses).toHaveLength(answer.total)
      expect(answer.total).toBeGreaterThanOrEqual(last)
      last = answer.total
      answered += 1
    }
    await writing
    expect(answered).toBeGreaterThanOrEqual(10)
  })
})

test('many small changes are joined without losing the index', async () => {
  const warned: string[] = []
  const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) }
  await using({ every: 20, log }, async (index) => {
    await isReady(index)
    // More rounds than delta segments are kept, twice over; addresses that are known already and some that are new.
    for (let round = 0; round < 24; round += 1) {
      await write(analytics, known, made.slice(250 + 3 * round - 2, 250 + 3 * round + 3), [], 2 + round)
      await within(
        async () => (await index.search(all, nothingElse))?.total,
        (total) => total === known.size,
      )
    }
    // On a busy machine the index is not sure of itself now and then, and says nothing until it has looked again.
    const { addresses } = await answered(index)
    expect(addresses).toHaveLength(known.size)
    await isReady(index)
  })
  expect(warned).toEqual([])
})

test('a stream of changes larger than what a new base is read for sends nobody to the engine', async () => {
  const own = await openTestAnalytics()
  const said: string[] = []
  const log = { ...silent, info: (_: object, message: string) => void said.push(message) }
  const index = openMemoryIndex(own, { maxDocuments: 1_000_000, log, intervalMs: 5000 })
  try {
    await write(own, new Map(), made.slice(0, 100), [], 1)
    await isReady(index)
    const total = async () => (await index.search(all, nothingElse))?.total
    const before = (await total()) ?? 0
    for (const from of [0, 15_000, 30_000])
      await own.migrator.command(
        `INSERT INTO {local}.ips (ip, version, gone, generation)
         SELECT IPv4ToIPv6(toIPv4(toUInt32(184549376 + number))), 9, 0, 2 FROM numbers({from: UInt32}, 15000)`,
        { from },
      )
    await index.refreshed()
    expect(await total()).toBe(before + 45_000)
    expect(said).toEqual(['memory index: ready'])
  } finally {
    await index.close()
    await own.close()
  }
})

test('a thread that dies is replaced, and nobody gets a wrong answer meanwhile', async () => {
  const warned: string[] = []
  const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) }
  await using({ log }, async (index) => {
    await isReady(index)
    const asked = Array.from({ length: 200 }, () => index.search(all, nothingElse))
    await index.endThreads()
    const totals = (await Promise.all(asked)).map((answer) => answer?.total ?? null)
    expect(totals).toContain(null)
    expect(new Set(totals.filter((total) => total !== null)).difference(new Set([known.size])).size).toBe(0)
    expect(index.state()).toBe('building')
    await isReady(index)
    expect((await index.search(all, nothingElse))?.total).toBe(known.size)
  })
  expect(warned).toContain('memory index: a thread ended, all documents are read anew')
})

test('threads that gave back what they no longer need go on answering, and whoever takes their place does', async () => {
  await using({}, async (index) => {
    await isReady(index)
    await index.search(all, nothingElse)
    await index.giveBack()
    expect((await index.search(all, nothingElse))?.total).toBe(known.size)
    await index.endThreads()
    await index.giveBack()
    await isReady(index)
    expect((await index.search(all, nothingElse))?.total).toBe(known.size)
  })
})
