import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { getDocuments } from '../ips/get.ts'
import { migrate } from '../migrations/all.ts'
import { launchEngine, type LaunchedEngine } from '../launch/launch.ts'
import { silent } from '../../log.ts'
import { type Analytics, openAnalytics } from '../open.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { whenMemoryIsFree } from '../query/memory.ts'
import { trimRollups } from '../retention/trim.ts'
import { refreshDocuments, slices } from './refresh.ts'

/** An engine of a small machine: it gives one statement 320 MiB. */
let engine: LaunchedEngine
let analytics: Analytics
let dir: string
/** How often documents were derived. */
let tried = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'analytics-'))
  engine = await launchEngine({ dir, log: silent, memory: 640 * 2 ** 20 })
  analytics = openAnalytics({
    launched: engine,
    onStatement: ({ sql }) => {
      if (/^\s*INSERT INTO noisefloor\.ips \((?!ip, version)/.test(sql)) tried += 1
    },
  })
  await migrate(analytics)
  // Merging parts as large as these takes the same memory at a moment of the engine's choice: what is left then would decide.
  await analytics.migrator.command(
    'ALTER TABLE {local}.ip_day MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1',
  )
})
afterAll(async () => {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
})

/** A day of an address with `paths` different paths of `length` letters; other days' paths begin with other letters. */
const flood = (ip: string, back: number, paths: number, length: number, begin = ''): Promise<void> =>
  whenMemoryIsFree(() =>
    analytics.migrator.command(
      `INSERT INTO {db}.ip_day (origin, day, ip, sessions, facts)
     SELECT 'live', {day: Date}, toIPv6({ip: String}), 1, mapFromArrays(
       arrayMap(n -> concat('P/', {begin: String}, hex(n), repeat('a', {length: UInt32})), range({paths: UInt32})),
       arrayMap(n -> toUInt64(n + 1), range({paths: UInt32})))`,
      { ip, paths, length, begin, day: new Date(exampleNow - back * 86_400_000).toISOString().slice(0, 10) },
    ),
  )

it('an address that showed a quarter of a million paths keeps the most frequent ones and says so', async () => {
  await flood('203.0.113.1', 0, 250_000, 8)
  await refreshDocuments(analytics, { now: exampleNow, addresses: ['203.0.113.1'] })
  const [document] = await getDocuments(analytics, ['203.0.113.1'])
  expect(document?.http_path).toHaveLength(100)
  expect(document?.http_path[0]).toBe(`/${(249_999).toString(16).toUpperCase().padStart(6, '0')}aaaaaaaa`)
  expect(document?.truncated).toEqual(['http_path'])
  // Its busiest are the engine's to say.
  expect(document?.activity).toEqual([{ fact: '', from: 0, sessions: [] }])
})

it('of more values than a day keeps the shortest count; taking the others out of the rollup changes no document', async () => {
  const ip = '203.0.113.2'
  await flood(ip, 0, 520_000, 2)
  await analytics.migrator.command(
    `ALTER TABLE {local}.ip_day UPDATE sessions = 520000 WHERE ip = toIPv6('${ip}') SETTINGS mutations_sync = 1`,
  )
  const document = async () => {
    await refreshDocuments(analytics, { now: exampleNow, addresses: [ip] })
    return (await getDocuments(analytics, [ip]))[0]
  }
  const before = await document()
  // Longer numbers are longer paths, and those of one length stand in the order of their numbers.
  expect(before?.http_path[0]).toBe(`/${(249_999).toString(16).toUpperCase().padStart(6, '0')}aa`)
  expect(before?.truncated).toEqual(['http_path'])
  expect(await trimRollups(analytics)).toBe(1)
  expect(await document()).toEqual(before)
  expect(await trimRollups(analytics)).toBe(0)
})

it('an address that shows the same hundred thousand paths every day has its document, within what a statement may hold', async () => {
  const ip = '203.0.113.3'
  for (let back = 0; back < 29; back++) await flood(ip, back, 100_000, 10)
  const before = await refreshDocuments(analytics, { now: exampleNow, addresses: [ip] })
  expect(before).toEqual({ addresses: 1, tooMuch: [] })
  expect((await getDocuments(analytics, [ip]))[0]?.activity).toEqual([{ fact: '', from: 0, sessions: [] }])
})

it('a million marked addresses are cut into slices within an eighth of a gigabyte', async () => {
  await analytics.migrator.command(
    "INSERT INTO {local}.ip_dirty (ip) SELECT toIPv6(concat('2001:db8::', hex(intDiv(number, 65536)), ':', hex(number % 65536))) FROM numbers(1000000)",
  )
  const whole = { size: 20_000, from: '::', to: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' }
  const [host] = analytics.hosts
  const settings = { max_memory_usage: '134217728' }
  const found = (await host?.run(slices, whole, { settings })) ?? []
  await analytics.migrator.command('TRUNCATE TABLE {local}.ip_dirty')
  expect(found.length).toBe(50)
  expect(found.reduce((sum, { addresses }) => sum + addresses, 0)).toBe(1_000_000)
})

it('an address with more facts than a statement may hold is named and keeps nobody else waiting', async () => {
  for (let back = 0; back < 15; back++) await flood('203.0.113.7', back, 5000, 6000, `day-${back}-`)
  const others = ['203.0.113.6', '203.0.113.8']
  const sessions = others.map((ip, at) =>
    exampleSession({ id: `${at}`.padStart(32, '0'), source: { ip, port: 1, bytes: 1, packets: 1 } }),
  )
  await whenMemoryIsFree(() => insertSessions(analytics, { sessions, token: 'others' }))
  const { tooMuch } = await refreshDocuments(analytics, { now: exampleNow, addresses: ['203.0.113.7'] })
  expect(tooMuch).toEqual(['203.0.113.7'])
  expect((await getDocuments(analytics, others)).map(({ ip }) => ip)).toEqual(others)
  // The marks are gone: the next round does not try in vain.
  expect(await refreshDocuments(analytics, { now: exampleNow })).toEqual({ addresses: 0, tooMuch: [] })
})

const memoryHeld = defineQuery({
  name: 'memory held by statements',
  params: z.object({}),
  row: z.object({ bytes: count }),
  sql: "SELECT memory_usage AS bytes FROM system.processes WHERE query LIKE '%sleepEachRow%'",
})
const held = async (): Promise<number> =>
  (await analytics.migrator.run(memoryHeld, {})).reduce((sum, { bytes }) => sum + bytes, 0)

/** Takes so much of the engine's memory that nothing else of weight has room, until `free`. */
async function holdMemory(): Promise<{ free: () => Promise<void> }> {
  const ending = new AbortController()
  const holding = analytics.migrator
    .command(
      `INSERT INTO FUNCTION null('n UInt64') SELECT sleepEachRow(1) FROM
         (SELECT number, concat(repeat('a', 1000000), toString(number)) AS text FROM numbers(450) ORDER BY text, number)
       SETTINGS max_block_size = 1, max_threads = 1`,
      {},
      { signal: ending.signal },
    )
    .catch(() => undefined)
  await expect.poll(held, { interval: 100 }).toBeGreaterThan(400 * 2 ** 20)
  return {
    async free() {
      ending.abort()
      await holding
    },
  }
}

it('an address is not given up because other statements hold the memory of the engine', async () => {
  const ip = '203.0.113.9'
  for (let back = 0; back < 2; back++) await flood(ip, back, 5000, 6000, `day-${back}-`)
  const memory = await holdMemory()
  tried = 0
  const refreshing = refreshDocuments(analytics, { now: exampleNow, addresses: [ip] })
  await expect.poll(() => tried).toBeGreaterThan(2)
  await memory.free()
  expect(await refreshing).toEqual({ addresses: 1, tooMuch: [] })
  expect((await getDocuments(analytics, [ip]))[0]?.truncated).toEqual(['http_path'])
})
