import * as fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { documents } from '#gnql/testing/generate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { getRecords } from '#store/analytics/ips/get.ts'
import { stored, write } from '#store/analytics/ips/testing/stored.ts'
import { silent } from '#store/log.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type MemoryIndex, openMemoryIndex } from './open.ts'

/** What an index that was saved spares the next start, and when it is of no use. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-saved-index-'))
const file = join(folder, 'index')
const all: Predicate = { kind: 'all' }
const made = fc.sample(documents(Date.UTC(2026, 10, 20)), { numRuns: 200, seed: 11 }).map(stored)
const known = new Map<string, IpDocument>()
const statements: string[] = []
let version = 0
let analytics: TestAnalytics

const add = (some: readonly IpDocument[], gone: readonly string[] = []): Promise<void> =>
  write(analytics, known, some, gone, (version += 1))

beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => void statements.push(sql) })
  await add(made.slice(0, 100))
})
afterAll(async () => {
  await analytics.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An index from its start to its end, once it answers. */
async function during<T>(run: (index: MemoryIndex) => Promise<T>): Promise<T> {
  statements.length = 0
  const index = openMemoryIndex(analytics, { maxDocuments: 1_000_000, log: silent, intervalMs: 50, file })
  try {
    await expect.poll(() => index.state()).toBe('ready')
    return await run(index)
  } finally {
    await index.close()
  }
}

const holdsWhatIsStored = async (index: MemoryIndex): Promise<void> => {
  await expect
    .poll(async () => (await index.search(all, { columns: [], top: 0, size: 0 }))?.total, {
      timeout: 240_000,
    })
    .toBe(known.size)
  const ips = [...known.keys()]
  expect(index.documents(ips)).toEqual(await getRecords(analytics, ips))
}

/** Whether the documents were read from the engine one and all. */
const hasReadAll = (): boolean => statements.some((sql) => sql.includes('ip >= {from: IPv6}'))

beforeEach(() => during(holdsWhatIsStored))

test('a start reads back what was saved, and no document from the engine', async () => {
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(false)
})

test('what came, changed and went meanwhile is read, and nothing else', async () => {
  const [first, second] = [...known.keys()]
  await add([...made.slice(100, 120), { ...known.get(first!)!, sensor_hits: 4711 }], [second!])
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(false)
  // What was read on top of it is saved with it.
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(false)
})

test('an index that was read back takes in many small changes and is saved again', async () => {
  await during(async (index) => {
    for (const one of made.slice(120, 140)) {
      await add([one])
      await index.refreshed()
    }
    await holdsWhatIsStored(index)
  })
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(false)
})

test('what each start adds does not add up: at some time all is read anew', async () => {
  const readAll: number[] = []
  for (let start = 0; start < 40; start += 1) {
    await add([made[start]!])
    await during(holdsWhatIsStored)
    if (hasReadAll()) readAll.push(start)
  }
  expect(readAll).not.toEqual([])
})

test('what was saved before the table became another is of no use', async () => {
  const before = readFileSync(file)
  await analytics.migrator.command('TRUNCATE TABLE {local}.ips')
  known.clear()
  await add(made.slice(140, 160))
  writeFileSync(file, before)
  await during(holdsWhatIsStored)
})

test('a damaged file is of no use, and the next one is whole again', async () => {
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length >> 1))
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(true)
  await during(holdsWhatIsStored)
  expect(hasReadAll()).toBe(false)
})
