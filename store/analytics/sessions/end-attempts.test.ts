import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toColumn } from '../address.ts'
import type { Migration } from '../migrate/migration.ts'
import { runMigrations } from '../migrate/run.ts'
import { openAnalytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { openTestShards, type TestShards } from '../testing.ts'
import { endAttempts } from './end-attempts.ts'

/** Sessions of two hosts, each of which takes its time to add them to a rollup. */
const migration: Migration = {
  name: '001-slow',
  statements: [
    'CREATE TABLE IF NOT EXISTS {local}.sessions (src_ip IPv6) ENGINE = {E:MergeTree} ORDER BY src_ip',
    'CREATE TABLE IF NOT EXISTS {local}.rolled (src_ip IPv6, slept UInt8) ENGINE = {E:MergeTree} ORDER BY src_ip',
    `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.to_rolled TO {local}.rolled AS
     SELECT src_ip, sleepEachRow(0.25) AS slept FROM {local}.sessions`,
  ],
  distributed: { sessions: 'src_ip' },
}

let opened: TestShards
beforeAll(async () => {
  opened = await openTestShards()
  await runMigrations(opened.cluster, [migration])
})
afterAll(() => opened.close())

const underWay = defineQuery({
  name: 'statements of a unit',
  params: z.object({}),
  row: z.object({ query: z.string() }),
  sql: "SELECT query FROM system.processes WHERE startsWith(Settings['insert_deduplication_token'], 'unit')",
})

/** How many statements of the unit there are on each host. */
const onHosts = (): Promise<number[]> =>
  Promise.all(opened.cluster.hosts.map(async (host) => (await host.run(underWay, {})).length))

test('what an attempt left under way is ended on every host, whichever of them was asked to do it', async () => {
  const { cluster, shards } = opened
  const other = openAnalytics({ shards: shards.toReversed(), cluster: 'noise' })
  const rows = Array.from({ length: 12 }, (_, n) => ({ src_ip: toColumn(`198.18.0.${n}`) }))
  const leftBehind = other.app
    .insert('{db}.sessions', rows, { token: 'unit' })
    .catch((error: unknown) => error)
  while ((await onHosts()).includes(0)) await sleep(20)
  await other.close()
  expect(await leftBehind).toBeInstanceOf(Error)
  expect(await onHosts()).not.toEqual([0, 0])
  await endAttempts(cluster, 'unit')
  expect(await onHosts()).toEqual([0, 0])
})
