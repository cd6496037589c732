import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import { toColumn } from './address.ts'
import type { Migration } from './migrate/migration.ts'
import { runMigrations } from './migrate/run.ts'
import type { Analytics } from './open.ts'
import { columnNames } from './predicate/column-names.ts'
import { compilePredicate } from './predicate/compile.ts'
import { address, count } from './query/columns.ts'
import { defineQuery } from './query/define.ts'
import { openTestShards, type TestShards } from './testing.ts'

/** Two real engines on loopback as two shards, with the migrations and queries of a single machine. */

let opened: TestShards
let cluster: Analytics
let single: Analytics

const migration: Migration = {
  name: '001-sessions',
  statements: [
    `CREATE TABLE IF NOT EXISTS {local}.sessions (src_ip IPv6, at DateTime, bytes UInt64)
     ENGINE = {E:MergeTree} PARTITION BY toYYYYMMDD(at) ORDER BY (src_ip, at)`,
    'CREATE TABLE IF NOT EXISTS {local}.per_address (src_ip IPv6, sessions SimpleAggregateFunction(sum, UInt64)) ENGINE = {E:AggregatingMergeTree} ORDER BY src_ip',
    'CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.per_address_view TO {local}.per_address AS SELECT src_ip, count() AS sessions FROM {local}.sessions GROUP BY src_ip',
  ],
  distributed: { sessions: 'src_ip', per_address: 'src_ip' },
}

beforeAll(async () => {
  opened = await openTestShards()
  ;({ cluster, single } = opened)
})
afterAll(() => opened.close())

const rows = Array.from({ length: 5000 }, (_, n) => ({
  src_ip: toColumn(n % 10 === 0 ? `2001:db8::${(n % 700).toString(16)}` : `198.18.${n % 7}.${n % 191}`),
  at: 1_790_000_000 + n * 60,
  bytes: n,
}))

const perAddress = defineQuery({
  name: 'per address',
  params: z.object({}),
  row: z.object({ ip: address, n: count, bytes: count, days: count }),
  sql: 'SELECT src_ip AS ip, count() AS n, sum(bytes) AS bytes, uniqExact(toDate(at)) AS days FROM {db}.sessions GROUP BY ip ORDER BY ip',
})
const rolledUp = defineQuery({
  name: 'rolled up',
  params: z.object({}),
  row: z.object({ ip: address, n: count }),
  sql: 'SELECT src_ip AS ip, sum(sessions) AS n FROM {db}.per_address GROUP BY ip ORDER BY ip',
})
const here = defineQuery({
  name: 'here',
  params: z.object({}),
  row: z.object({ ips: z.array(z.string()), n: count }),
  sql: 'SELECT groupUniqArray(toString(src_ip)) AS ips, count() AS n FROM {local}.sessions',
})

test('sessions are split by address, and the sums are those of a single machine', async () => {
  for (const analytics of [cluster, single]) {
    await runMigrations(analytics, [migration])
    await analytics.app.insert('{db}.sessions', rows)
  }
  expect(await runMigrations(cluster, [migration])).toBe(0)
  const parts = []
  for (const host of cluster.hosts) parts.push(...(await host.run(here, {})))
  const [one, other] = parts
  if (!one || !other) throw new Error('two hosts expected')
  expect(one.n + other.n).toBe(rows.length)
  expect(Math.min(one.n, other.n)).toBeGreaterThan(rows.length / 4)
  expect(one.ips.filter((ip) => other.ips.includes(ip))).toEqual([])

  const expected = await single.app.run(perAddress, {})
  expect(expected.length).toBeGreaterThan(500)
  expect(await cluster.app.run(perAddress, {})).toEqual(expected)
  expect(await cluster.app.run(rolledUp, {})).toEqual(expected.map(({ ip, n }) => ({ ip, n })))
})

const found = defineQuery({
  name: 'found',
  params: z.object({}),
  row: z.object({ ip: address }),
  sql: 'SELECT DISTINCT src_ip AS ip FROM {db}.sessions WHERE {{where}} ORDER BY ip',
})

test('long lists of addresses and networks, also excluded ones, find on two shards what they find on one', async () => {
  const ranges = (count: number, from: number, to: number): Predicate => ({
    kind: 'or',
    operands: Array.from({ length: count }, (_, at): Predicate => {
      // From 198.18.0.0 on, a /24 each.
      const hex = (last: number) => `00000000000000000000ffff${(0xc6120000 + 256 * at + last).toString(16)}`
      return {
        kind: 'test',
        column: { name: 'src_ip', shape: 'ip' },
        test: { op: 'ip-range', from: hex(from), to: hex(to) },
      }
    }),
  })
  // More addresses than one value of a statement may hold (query/in-pieces.ts).
  const asked = [ranges(256, 7, 7), ranges(1600, 7, 7), ranges(20, 0, 63)]
  for (const predicate of [...asked, ...asked.map((operand): Predicate => ({ kind: 'not', operand }))]) {
    const where = compilePredicate(predicate, { names: columnNames(), prefix: 'w' })
    const expected = await single.app.run(found, {}, { fragments: { where } })
    expect(expected.length).toBeGreaterThan(5)
    expect(await cluster.app.run(found, {}, { fragments: { where } })).toEqual(expected)
  }
})

test('a shard that is down makes answers fail as busy, never silently smaller', async () => {
  await opened.shards[1]?.stop()
  await expect(cluster.app.run(perAddress, {})).rejects.toMatchObject({ code: 'busy' })
})
