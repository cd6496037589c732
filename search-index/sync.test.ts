import { expect, test } from 'vitest'
import type { Querier } from '#store/analytics/query/querier.ts'
import type { Part } from './parts.ts'
import type { Segment } from './segment.ts'
import { startSync } from './sync.ts'
import type { Threads } from './threads.ts'

/** What is kept of an index, by what its threads are told; the engine and they are played. */

const file = { path: 'played', key: 'played' }
const partOf = (rows: number): Part[] => [{ name: 'all', generation: 0, rows, from: 1, to: 1 }]

/** @param checksum of the engine; that of the index is 1 @param restored delta segments of the file it begins with; -1: there is none */
function played(checksum: number, restored = -1) {
  const told: string[] = []
  const segment: Segment = {
    size: 100,
    keys: new Uint32Array(400),
    checksums: new Uint32Array(100),
    removed: new Uint32Array(0),
    records: { blocks: [], rows: null },
    columns: new Map(),
    orders: new Map(),
  }
  const answers: Record<string, unknown[]> = {
    'parts of followed tables': partOf(100),
    'slices of documents': [{ from: '::1', to: '::2' }],
    'checksum of documents': [{ documents: 100, checksum }],
  }
  const numbers = Array.from({ length: Math.max(restored, 0) }, (_, at) => at + 2)
  const deltas = numbers.map((number) => ({ number, rows: 1 }))
  const manifest = { base: 1, deltas, seen: [[0, [[1, 1]]]] }
  const host = {
    run: async ({ name }: { name: string }) => answers[name],
    async *bytes() {},
  } as unknown as Querier
  const threads = {
    rows: async () => undefined,
    built: async () => (told.push('built'), segment),
    checksum: async () => ({ documents: 100, checksum: 1, bytes: 0 }),
    base: () => void told.push('base'),
    push: () => undefined,
    restore: async () => ({ manifest, segments: [1, ...numbers].map((number) => ({ number, segment })) }),
    drop: () => void told.push('drop'),
    forget: () => undefined,
  } as unknown as Threads
  const sync = startSync({ host, threads, maxDocuments: 1000, file: restored < 0 ? undefined : file })
  const isBuilt = async (): Promise<void> => {
    while (!told.includes('built')) await new Promise((tick) => setTimeout(tick, 1))
  }
  return { told, sync, isBuilt }
}

test('a base that was read before the table became too large is not kept, nor used when it is small again', async () => {
  const { told, sync, isBuilt } = played(1)
  await sync.round(partOf(100))
  await isBuilt()
  await sync.round(partOf(1001))
  expect(sync.isTooLarge()).toBe(true)
  await sync.round(partOf(100))
  expect(told).not.toContain('base')
})

test('an index that was found to differ is let go when the table becomes too large', async () => {
  const { told, sync, isBuilt } = played(2)
  await sync.round(partOf(100))
  await isBuilt()
  await sync.round(partOf(100))
  expect([told.includes('base'), sync.isCurrent()]).toEqual([true, false])
  await sync.round(partOf(1001))
  await sync.round(partOf(1001))
  expect(told.filter((what) => what === 'drop')).toEqual(['drop'])
})

test('an index that was read back with more young segments than answers should look at is read anew beside them', async () => {
  const few = played(1, 32)
  await few.sync.round(partOf(100))
  await few.sync.round(partOf(100))
  expect([few.sync.isCurrent(), few.sync.isSettled(), few.told]).toEqual([true, true, ['base']])
  const { told, sync, isBuilt } = played(1, 33)
  await sync.round(partOf(100))
  expect([sync.isCurrent(), told[0]]).toEqual([true, 'base'])
  await isBuilt()
  await sync.round(partOf(100))
  await sync.round(partOf(100))
  expect([sync.isCurrent(), sync.isSettled(), told]).toEqual([true, true, ['base', 'built', 'base']])
})
