import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openAnalytics } from './open.ts'
import { emptyStaging, replacePartition } from './partitions.ts'
import { count } from './query/columns.ts'
import { defineQuery } from './query/define.ts'
import { openTestAnalytics, type TestAnalytics } from './testing.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  for (const name of ['tag_reach', 'tag_reach_staging'])
    await analytics.migrator.command(
      `CREATE TABLE {local}.${name} (tag String, addresses UInt64) ENGINE = {E:MergeTree} ORDER BY tag`,
    )
})
afterAll(() => analytics.close())

const stored = defineQuery({
  name: 'what is stored',
  params: z.object({}),
  row: z.object({ tag: z.string() }),
  sql: 'SELECT tag FROM {local}.tag_reach ORDER BY tag',
})

const underWay = defineQuery({
  name: 'what is under way',
  params: z.object({}),
  row: z.object({ swaps: count, mutations: count }),
  sql: `SELECT (SELECT count() FROM system.processes WHERE startsWith(query, 'ALTER TABLE {local}.tag_reach ')) AS swaps,
(SELECT count() FROM system.merges WHERE is_mutation AND table = 'tag_reach') AS mutations`,
})

const fill = (tags: readonly string[]): Promise<void> =>
  analytics.migrator.insert(
    '{local}.tag_reach_staging',
    tags.map((tag) => ({ tag, addresses: 1 })),
  )

test('a swap that the engine goes on with after its process has ended swaps in nothing that is staged half by the next', async () => {
  const { migrator } = analytics
  const now = async (): Promise<{ swaps: number; mutations: number }> =>
    (await migrator.run(underWay, {}))[0] ?? { swaps: 0, mutations: 0 }
  await migrator.insert('{local}.tag_reach', [{ tag: 'before', addresses: 1 }])
  // A change of parts that takes its time: a swap waits for it.
  await migrator.command(
    'ALTER TABLE {local}.tag_reach UPDATE addresses = addresses + sleepEachRow(3) WHERE addresses = 1',
    {},
    { settings: { mutations_sync: '0' } },
  )
  await expect.poll(now).toMatchObject({ mutations: 1 })
  await fill(['one', 'two'])
  const ending = openAnalytics({ launched: analytics.engine })
  const leftBehind = replacePartition(ending.migrator, 'tag_reach', "ID 'all'").catch(
    (error: unknown) => error,
  )
  await expect.poll(now).toMatchObject({ swaps: 1 })
  await ending.close()
  expect(await leftBehind).toBeInstanceOf(Error)
  expect((await now()).swaps).toBe(1)

  await emptyStaging(migrator, 'tag_reach')
  await fill(['three'])
  await expect.poll(now).toMatchObject({ swaps: 0 })
  expect([['before'], ['one', 'two']]).toContainEqual((await migrator.run(stored, {})).map(({ tag }) => tag))
  await fill(['four'])
  await replacePartition(migrator, 'tag_reach', "ID 'all'")
  expect(await migrator.run(stored, {})).toEqual([{ tag: 'four' }, { tag: 'three' }])
})
