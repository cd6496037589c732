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
