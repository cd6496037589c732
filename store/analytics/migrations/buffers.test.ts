import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics } from '../testing.ts'

const tables = defineQuery({
  name: 'tables of many columns, and their largest block',
  params: z.object({}),
  row: z.object({ name: z.string(), block: z.string() }),
  sql: `SELECT name, extract(engine_full, 'max_compress_block_size = ([0-9]+)') AS block FROM system.tables
WHERE database = '{local}' AND engine LIKE '%MergeTree'
  AND name IN (SELECT table FROM system.columns WHERE database = '{local}' GROUP BY table HAVING count() > 30)
ORDER BY name`,
})

test('no table of many columns has buffers of the usual size: a part that is written holds some for each stream', async () => {
  const analytics = await openTestAnalytics()
  const found = await analytics.migrator.run(tables, {})
  await analytics.close()
  expect(found).toEqual(
    ['export_rows', 'ips', 'ips_staging', 'sessions', 'sessions_staging'].map((name) => ({
      name,
      block: '131072',
    })),
  )
})
