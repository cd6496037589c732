import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '../migrations/all.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { openTestShards, type TestShards } from '../testing.ts'
import { copyMatching, rowsOf, type Snapshot } from './snapshot.ts'
import { dropExport, makeRoom, room } from './quota.ts'
import { type Exported, linesOf, slicesOf } from './slices.ts'

/** Two real engines as two shards, beside one that stands alone: exports are the same. */

let opened: TestShards
let cluster: Analytics
let single: Analytics

beforeAll(async () => {
  opened = await openTestShards()
  ;({ cluster, single } = opened)
  for (const analytics of [cluster, single]) await migrate(analytics)
}, 240_000)
afterAll(() => opened.close())

const madeAt = Math.floor(Date.now() / 1000)
const snapshot = (at: number): Snapshot => ({ id: `0198c0de-0000-4000-8000-00000000000${at}`, madeAt })
const line = { sql: "concat(toString(ip), ' ', toString(sensor_hits))", params: {} }
const told = { sql: "concat(change, ' ', toString(ip), ' ', toString(sensor_hits))", params: {} }

const put = (analytics: Analytics, rows: { at: number; hits: number; gone?: number }[], version: number) =>
  analytics.app.insert(
    '{db}.ips',
    rows.map(({ at, hits, gone = 0 }) => ({
      ip: at % 10 === 0 ? `2001:db8::${at.toString(16)}` : `::ffff:198.18.${at >> 8}.${at & 255}`,
      sensor_hits: hits,
      oldest_day: '2026-11-01',
      version,
      gone,
    })),
  )

async function textOf(analytics: Analytics, exported: Exported): Promise<string> {
  const slices = await slicesOf(analytics, exported, { format: 'txt', bytes: 24 * 64 })
  const pieces: Buffer[] = []
  for (const slice of slices)
    for await (const piece of linesOf(analytics, exported, slice, exported.base ? told : line))
      pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('rows and changes are those of a single machine, in slices', async () => {
  const texts: string[][] = []
  for (const analytics of [cluster, single]) {
    await put(
      analytics,
      Array.from({ length: 2000 }, (_, at) => ({ at, hits: at })),
      1,
    )
    await copyMatching(analytics, { kind: 'all' }, { ...snapshot(1), owner: 'tests' })
    await put(
      analytics,
      Array.from({ length: 1000 }, (_, at) => ({
        at: at * 3,
        hits: at % 4 ? at * 3 : 5,
        gone: at % 7 ? 0 : 1,
      })),
      2,
    )
    await copyMatching(analytics, { kind: 'all' }, { ...snapshot(2), owner: 'tests' })
    texts.push([
      await textOf(analytics, { now: snapshot(1), base: null }),
      await textOf(analytics, { now: snapshot(2), base: null }),
      await textOf(analytics, { now: snapshot(2), base: snapshot(1) }),
    ])
  }
  const [ofCluster, ofSingle] = texts
  expect(ofCluster).toEqual(ofSingle)
  const lines = (ofSingle?.[2] ?? '').split('\n').map((text) => text.split(' ')[0])
  for (const change of ['new', 'gone', 'changed'])
    expect(lines.filter((word) => word === change).length).toBeGreaterThan(64)
})

test('both shards hold a part of a copy, and all of it leaves together', async () => {
  const here = defineQuery({
    name: 'here',
    params: z.object({}),
    row: z.object({ n: count }),
    sql: 'SELECT count() AS n FROM {local}.export_rows',
  })
  for (const host of cluster.hosts) expect((await host.run(here, {}))[0]?.n).toBeGreaterThan(1000)
  await dropExport(cluster, snapshot(1).id)
  expect(await rowsOf(cluster, 'export_rows', snapshot(1))).toBe(0)
  expect(await rowsOf(cluster, 'export_digests', snapshot(1))).toBe(0)
  expect(await rowsOf(cluster, 'export_rows', snapshot(2))).toBeGreaterThan(2000)
})

test('room is made for what comes by dropping the oldest of the same owner, never one that is being sent', async () => {
  const old: Snapshot = { ...snapshot(3), madeAt: madeAt - 3600 }
  const others: Snapshot = { ...snapshot(4), madeAt: madeAt - 7200 }
  const rows = room.export_rows.owner.rows - 10
  await copyMatching(single, { kind: 'all' }, { ...old, owner: 'tests' })
  await copyMatching(single, { kind: 'all' }, { ...others, owner: 'another' })
  const sending = new Set([old.id, snapshot(2).id])
  await makeRoom(single, { owner: 'tests', rows, now: madeAt * 1000, sending })
  expect(await rowsOf(single, 'export_rows', old)).toBeGreaterThan(2000)
  expect(await rowsOf(single, 'export_rows', snapshot(2))).toBeGreaterThan(2000)
  await makeRoom(single, { owner: 'tests', rows, now: madeAt * 1000 })
  expect(await rowsOf(single, 'export_rows', old)).toBe(0)
  expect(await rowsOf(single, 'export_rows', snapshot(2))).toBe(0)
  expect(await rowsOf(single, 'export_rows', others)).toBeGreaterThan(2000)
  // Digests have more room: what changed since can still be told.
  expect(await rowsOf(single, 'export_digests', snapshot(2))).toBeGreaterThan(2000)
  // But not without their rows: the export ends, rather than telling addresses of which nothing is known.
  const left = { now: snapshot(2), base: snapshot(1) }
  await expect(textOf(single, left)).rejects.toThrow('FUNCTION_THROW_IF')
})

test('where all visitors have too much, the one with the most gives up the oldest, and no workspace anything', async () => {
  const at = (n: number): Snapshot => ({ id: `0198c0de-0000-4000-8000-0000000000f${n}`, madeAt: madeAt + n })
  for (const [n, owner] of [
    [0, 'visitor 198.51.100.1'],
    [1, 'visitor 198.51.100.2'],
    [2, 'visitor 198.51.100.2'],
    [3, 'a-workspace'],
  ] as const)
    await copyMatching(single, { kind: 'all' }, { ...at(n), owner })
  const each = await rowsOf(single, 'export_rows', at(0))
  const rows = room.export_rows.visitors.rows - 2 * each - 1
  await makeRoom(single, { owner: 'visitor 198.51.100.3', rows, now: madeAt * 1000 })
  expect(await Promise.all([0, 1, 2, 3].map((n) => rowsOf(single, 'export_rows', at(n))))).toEqual([
    each,
    0,
    each,
    each,
  ])
})

test('who hangs up ends the statement in the engine', async () => {
  const others: Exported = { now: { ...snapshot(4), madeAt: madeAt - 7200 }, base: null }
  const [slice] = await slicesOf(single, others, { format: 'txt' })
  if (!slice) throw new Error('a slice expected')
  const running = defineQuery({
    name: 'running',
    params: z.object({}),
    row: z.object({ n: count }),
    sql: "SELECT count() AS n FROM system.processes WHERE query LIKE '%sleepEachRow(%' AND query NOT LIKE '%system.processes%'",
  })
  const becomes = async (n: number): Promise<void> => {
    for (let tries = 0; (await single.app.run(running, {}))[0]?.n !== n; tries++) {
      if (tries > 1200) throw new Error(`never ${n}`)
      await new Promise((tick) => setTimeout(tick, 50))
    }
  }
  const hangUp = new AbortController()
  // The engine refuses to sleep for more than three seconds a block, and merges may have left one block only.
  const pause = 2.5 / (await rowsOf(single, 'export_rows', others.now))
  const slow = { sql: `concat(toString(ip), toString(sleepEachRow(${pause.toFixed(6)})))`, params: {} }
  const first = linesOf(single, others, slice, slow, hangUp.signal).next()
  first.catch(() => undefined)
  await becomes(1)
  hangUp.abort()
  await expect(first).rejects.toThrow()
  await becomes(0)
})
