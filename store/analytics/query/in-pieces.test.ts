import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { count } from './columns.ts'
import { defineQuery } from './define.ts'
import { inPieces } from './in-pieces.ts'

/** A server takes 128 KiB of a value unless it was told otherwise; so does the engine of these tests. */

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterAll(() => analytics.close())

const texts = {
  plain: 'a'.repeat(300_000),
  escaped: "'\\".repeat(100_000) + '\t\r\n',
  wide: '漢'.repeat(100_000),
  pairs: `x${'😀'.repeat(70_000)}`,
  place: '{text: String}'.repeat(20_000),
}

test.each(Object.entries(texts))('a long text arrives whole: %s', async (_, text) => {
  const query = defineQuery({
    name: 'a text',
    params: z.object({ text: z.string() }),
    row: z.object({ text: z.string() }),
    sql: 'SELECT {text: String} AS text',
  })
  expect((await analytics.app.run(query, { text }))[0]?.text === text).toBe(true)
})

test('a long list arrives whole, in its order, whatever its elements are', async () => {
  const query = defineQuery({
    name: 'lists',
    params: z.object({
      texts: z.array(z.string()),
      lists: z.array(z.array(z.string())),
      ids: z.array(z.number()),
    }),
    row: z.object({
      texts: z.array(z.string()),
      lists: z.array(z.array(z.string())),
      sum: count,
      held: count,
    }),
    sql: `SELECT {texts: Array(String)} AS texts, {lists: Array(Array(String))} AS lists, arraySum({ids:Array(UInt32)}) AS sum,
      (SELECT count() FROM numbers(100000) WHERE number IN {ids: Array(UInt32)}) AS held`,
  })
  const params = {
    texts: Array.from({ length: 20_000 }, (_, at) => `it's ${at}\\`),
    lists: Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? [] : [`${at}`, 'é'])),
    ids: Array.from({ length: 50_000 }, (_, at) => 2 * at),
  }
  const [row] = await analytics.app.run(query, params)
  expect(row?.texts).toEqual(params.texts)
  expect(row?.lists).toEqual(params.lists)
  expect(row).toMatchObject({ sum: 50_000 * 49_999, held: 50_000 })
})

test('a change of rows takes long values as well', async () => {
  const { migrator } = analytics
  await migrator.command('CREATE TABLE {db}.ids (id String, n UInt32) ENGINE = {E:MergeTree} ORDER BY id')
  await migrator.command('INSERT INTO {db}.ids SELECT toString(number), 0 FROM numbers(40000)')
  const ids = Array.from({ length: 30_000 }, (_, at) => String(at))
  const place = 'transform(id, {ids: Array(String)}, {places: Array(UInt32)}, toUInt32(0))'
  await migrator.command(
    `ALTER TABLE {db}.ids UPDATE n = ${place} WHERE id IN {ids: Array(String)} SETTINGS mutations_sync = 1`,
    { ids, places: ids.map((_, at) => at + 1) },
  )
  const query = defineQuery({
    name: 'changed rows',
    params: z.object({}),
    row: z.object({ changed: count, right: count }),
    sql: 'SELECT countIf(n > 0) AS changed, countIf(n = toUInt32(id) + 1) AS right FROM {db}.ids',
  })
  expect(await analytics.app.run(query, {})).toEqual([{ changed: 30_000, right: 30_000 }])
})

test('a text of another type stays whole', async () => {
  const text = 'a'.repeat(60_000)
  const query = defineQuery({
    name: 'a text or none',
    params: z.object({ text: z.string() }),
    row: z.object({ text: z.string() }),
    sql: 'SELECT {text: Nullable(String)} AS text',
  })
  expect((await analytics.app.run(query, { text }))[0]?.text === text).toBe(true)
})

test('what is short enough stays as it is', () => {
  const statement = {
    sql: 'SELECT {text: String}, {list: Array(String)}',
    params: { text: 'a'.repeat(42_000), list: Array.from({ length: 4000 }, () => '1234567'), none: null },
  }
  expect(inPieces(statement)).toEqual(statement)
})

test('a statement whose own text is longer is refused in words, as one that costs too much', async () => {
  const query = defineQuery({
    name: 'a long statement',
    params: z.object({ text: z.string() }),
    row: z.object({ text: z.string() }),
    sql: `SELECT {text: String} AS text WHERE text NOT IN (${Array.from({ length: 20_000 }, (_, at) => `'${at}'`).join()})`,
  })
  await expect(analytics.app.run(query, { text: texts.plain })).rejects.toMatchObject({
    code: 'too-costly',
    message: expect.stringContaining('fewer conditions'),
  })
})
