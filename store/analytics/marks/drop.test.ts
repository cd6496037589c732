import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { markAddresses } from './addresses.ts'
import { dropMarks } from './drop.ts'

let analytics: TestAnalytics
beforeAll(async () => void (analytics = await openTestAnalytics()))
afterAll(() => analytics.close())

const marks = defineQuery({
  name: 'parts with marks',
  params: z.object({}),
  row: z.object({ part: z.string(), ip: z.string() }),
  sql: 'SELECT _part AS part, toString(ip) AS ip FROM {local}.ip_dirty ORDER BY part',
})

test('the parts that are named go, though one of them is no more; what was marked since stays', async () => {
  const [host] = analytics.hosts
  if (!host) throw new Error('There is no host.')
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) await markAddresses(analytics, [ip])
  const parts = (await host.run(marks, {})).map(({ part }) => part)
  expect(parts).toHaveLength(4)
  const [first = '', second = '', third = '', last = ''] = parts
  await dropMarks(host, 'ip_dirty', [first, second])
  expect((await host.run(marks, {})).map(({ part }) => part)).toEqual([third, last])
  await dropMarks(host, 'ip_dirty', [first, third])
  expect((await host.run(marks, {})).map(({ ip }) => ip)).toEqual(['::ffff:192.0.2.4'])
  await dropMarks(host, 'ip_dirty', [first])
  await dropMarks(host, 'ip_dirty', [])
  expect(await host.run(marks, {})).toHaveLength(1)
})
