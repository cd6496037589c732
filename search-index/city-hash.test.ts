import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bigWhole } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { cityHash64 } from './city-hash.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterAll(() => analytics.close())

const hashes = defineQuery({
  name: 'hashes',
  params: z.object({ texts: z.array(z.string()) }),
  row: z.object({ hashes: z.array(bigWhole) }),
  sql: 'SELECT arrayMap(x -> cityHash64(x), {texts: Array(String)}) AS hashes',
})

test('texts of every length hash as in the engine', async () => {
  const letters = fc.sample(fc.constantFrom('a', 'Z', '0', 'é', '€', '😀', ' ', '\\', "'"), 400)
  const texts = Array.from({ length: 301 }, (_, length) => letters.slice(length % 97, (length % 97) + length))
    .map((some) => some.join(''))
    .concat(Array.from({ length: 200 }, (_, length) => 'x'.repeat(length)))
  const [answer] = await analytics.app.run(hashes, { texts })
  expect(texts.map(cityHash64)).toEqual(answer?.hashes)
})
