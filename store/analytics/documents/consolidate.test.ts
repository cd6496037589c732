import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { consolidateDocuments } from './consolidate.ts'

let analytics: TestAnalytics
beforeAll(async () => void (analytics = await openTestAnalytics()))
afterAll(() => analytics.close())

const generations = defineQuery({
  name: 'documents of each generation',
  params: z.object({}),
  row: z.object({ generation: z.number(), documents: z.coerce.number() }),
  sql: 'SELECT generation, count() AS documents FROM {local}.ips GROUP BY generation ORDER BY generation',
})

test('whoever stops does not wait for what was taken in to go; it goes with the next consolidation', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  await host.command(
    "INSERT INTO {local}.ips (ip, version, gone, generation) SELECT toIPv6(concat('::', toString(number))), 1, 0, 3 FROM numbers(5)",
  )
  const stopping = new AbortController()
  const ended = consolidateDocuments(analytics, { always: true, graceMs: 2_000_000, signal: stopping.signal })
  await expect.poll(() => host.run(generations, {})).toHaveLength(2)
  stopping.abort()
  expect(await ended).toBe(5)
  const five = (generation: number) => ({ generation, documents: 5 })
  expect(await host.run(generations, {})).toEqual([five(0), five(3)])
  expect(await consolidateDocuments(analytics, { always: true, graceMs: 0 })).toBe(5)
  expect(await host.run(generations, {})).toEqual([five(0)])
})

test('what a server that died had told the engine to stage is ended, and does not come beside what is staged now', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  await host.command(
    "INSERT INTO {local}.ips (ip, version, gone, generation) SELECT toIPv6('::a'), 1, 0, 3 FROM numbers(1)",
  )
  const left = host
    .command(
      `INSERT INTO {local}.ips_staging (ip, version, gone, generation)
       SELECT toIPv6('::b'), 1, 0, 0 FROM numbers(100000) WHERE sleepEachRow(0.01) = 0`,
      {},
      { settings: { max_block_size: 10, min_insert_block_size_rows: 10 } },
    )
    .catch((error: Error) => error)
  const staged = defineQuery({
    name: 'staged',
    params: z.object({}),
    row: z.object({ rows: z.coerce.number() }),
    sql: 'SELECT count() AS rows FROM {local}.ips_staging',
  })
  await expect.poll(() => host.run(staged, {})).not.toEqual([{ rows: 0 }])
  await consolidateDocuments(analytics, { always: true, graceMs: 0 })
  expect(await left).toBeInstanceOf(Error)
  expect(await host.run(staged, {})).toEqual([{ rows: 0 }])
  expect(await host.run(generations, {})).toEqual([{ generation: 0, documents: 6 }])
})
