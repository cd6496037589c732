import { expect, test } from 'vitest'
import type { Predicate } from '#gnql/predicate.ts'
import { silent } from '#store/log.ts'
import { dropPartitions, replacePartition } from '#store/analytics/partitions.ts'
import { ipColumns } from '#store/analytics/tables/ips.ts'
import type { Querier } from '#store/analytics/query/querier.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { openMemoryIndex } from './open.ts'

const all: Predicate = { kind: 'all' }
const nothingElse = { columns: [], top: 0, size: 10_000 }

test('after a consolidation the index is silent only where it cannot know what was taken in', async () => {
  const own = await openTestAnalytics()
  const [host] = own.hosts
  if (!host) throw new Error('There is no host.')
  /** What it was whenever it was compared with the engine. */
  let compared: string[] = []
  const run: Querier['run'] = (query, params) => {
    if (query.name === 'checksum of documents') compared.push(index.state())
    return host.run(query, params)
  }
  const index = openMemoryIndex(
    { ...own, hosts: [{ ...host, run }] },
    { maxDocuments: 1_000_000, log: silent, intervalMs: 600_000 },
  )
  const total = async () => (await index.search(all, nothingElse))?.total
  const becomesReady = () => expect.poll(() => index.refreshed().then(() => index.state())).toBe('ready')
  const silentUntilCompared = async () => {
    compared = []
    await becomesReady()
    expect(compared[0]).toBe('building')
  }
  const add = (from: number, generation: number) =>
    own.migrator.command(
      `INSERT INTO {local}.ips (ip, version, gone, generation)
       SELECT IPv4ToIPv6(toIPv4(toUInt32(184549376 + number))), {generation: UInt64}, 0, {generation: UInt32} FROM numbers({from: UInt32}, 100)`,
      { from, generation },
    )
  const swap = async () => {
    const columns = [...ipColumns.map(([name]) => name), 'version', 'gone'].join(', ')
    await own.migrator.command(
      `INSERT INTO {local}.ips_staging (${columns}, generation) SELECT ${columns}, 0 FROM {local}.ips FINAL`,
    )
    await replacePartition(host, 'ips', '0')
  }
  const drop = (last: number) =>
    dropPartitions(host, 'ips', ([key]) => Number(key) > 0 && Number(key) <= last)
  try {
    await add(1000, 1)
    await becomesReady()
    const before = (await total()) ?? 0
    compared = []
    await add(0, 9)
    await index.refreshed()
    // Written, and taken in, since the last look, but still there.
    await add(100, 10)
    await swap()
    await index.refreshed()
    expect(await total()).toBe(before + 200)
    await drop(10)
    await add(200, 11)
    await index.refreshed()
    expect(await total()).toBe(before + 300)
    expect(compared).toEqual([])
    // Written, taken in and dropped between two looks.
    await add(300, 12)
    await swap()
    await drop(12)
    await silentUntilCompared()
    expect(await total()).toBe(before + 400)
    // Of the generations that were taken in the first has gone already.
    await add(400, 13)
    await index.refreshed()
    await add(500, 14)
    await swap()
    await drop(13)
    await silentUntilCompared()
    expect(await total()).toBe(before + 600)
    // Its number was given anew.
    await drop(14)
    await add(600, 15)
    await index.refreshed()
    await add(700, 15)
    await swap()
    await drop(15)
    await add(800, 15)
    await silentUntilCompared()
    expect(await total()).toBe(before + 900)
    // None was known before.
    await swap()
    await drop(15)
    await becomesReady()
    await add(900, 16)
    await swap()
    await drop(16)
    await silentUntilCompared()
    expect(await total()).toBe(before + 1000)
  } finally {
    await index.close()
    await own.close()
  }
})
