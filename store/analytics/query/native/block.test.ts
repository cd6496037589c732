import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { othersServed } from '#tests/others-served.ts'
import { z } from 'zod'
import { sessionColumns } from '../../tables/sessions.ts'
import { openTestAnalytics, type TestAnalytics } from '../../testing.ts'
import { count } from '../columns.ts'
import { defineQuery } from '../define.ts'
import { type BlockColumn, nativeBlock } from './block.ts'
import { beginColumn } from './columns.ts'
import { columnValues, type Row } from './testing.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
})
afterAll(() => analytics.close())

const types = Object.keys(columnValues)
const columns: BlockColumn<Row>[] = types.map((type, at) => ({
  name: `c${at}`,
  type,
  value: (row) => row[`c${at}`],
}))
const row: fc.Arbitrary<Row> = fc.record(
  Object.fromEntries(types.map((type, at) => [`c${at}`, columnValues[type]!])),
)

const written = defineQuery({
  name: 'rows as they came',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: 'SELECT hex(toString(tuple(* EXCEPT number))) AS row FROM {db}.{{table}} ORDER BY number',
})
const rowsOf = async (table: string): Promise<string[]> =>
  (await analytics.app.run(written, {}, { fragments: { table: { sql: table, params: {} } } })).map(
    ({ row }) => row,
  )

const number: BlockColumn<Row> = { name: 'number', type: 'UInt32', value: (row) => row['number'] }
const names = [number, ...columns].map(({ name }) => name).join(', ')
async function makeTable(table: string): Promise<void> {
  await analytics.migrator.command(
    `CREATE OR REPLACE TABLE {db}.${table} (number UInt32, ${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})
     ENGINE = MergeTree ORDER BY number`,
  )
}
const insert = async (table: string, rows: readonly Row[]): Promise<void> =>
  analytics.app.insertBlock(
    `INSERT INTO {db}.${table} (${names}) FORMAT Native`,
    await nativeBlock(rows, [number, ...columns]),
  )

const spelled = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

describe('a block', () => {
  test('holds what the engine reads from the same rows as JSON', async () => {
    await makeTable('native')
    await makeTable('json')
    const rows = fc
      .sample(row, { numRuns: 1500, seed: 20_261_123 })
      .map((one, at) => ({ ...one, number: at }))
    await insert('native', rows)
    await analytics.app.insert(
      '{db}.json',
      rows.map((one) =>
        Object.fromEntries(
          Object.entries(one).map(([key, value]) => [
            key,
            Array.isArray(value) ? value.map(spelled) : spelled(value),
          ]),
        ),
      ),
    )
    const [native, json] = [await rowsOf('native'), await rowsOf('json')]
    expect(native).toHaveLength(1500)
    for (const [at, one] of json.entries()) expect(native[at]).toBe(one)
  })

  test('takes what is missing for nothing, as a column that is left out', async () => {
    await makeTable('native')
    await makeTable('json')
    await insert('native', [
      { number: 1 },
      { ...Object.fromEntries(columns.map(({ name }) => [name, null])), number: 2 },
    ])
    await analytics.app.insert('{db}.json', [{ number: 1 }, { number: 2 }])
    expect(await rowsOf('native')).toEqual(await rowsOf('json'))
  })

  test.each([1, 256, 257, 70_000])('spells %i words once each', async (words) => {
    await makeTable('native')
    const [word, some] = [
      types.indexOf('LowCardinality(String)'),
      types.indexOf('Array(LowCardinality(String))'),
    ]
    const rows = Array.from({ length: words }, (_, at) => ({
      number: at,
      [`c${word}`]: `word ${at}`,
      [`c${some}`]: [`list ${at}`, 'all'],
    }))
    await insert('native', rows)
    const found = defineQuery({
      name: 'words',
      params: z.object({}),
      row: z.object({ words: count, lists: count, right: count }),
      sql: `SELECT uniqExact(c${word}) AS words, uniqExact(c${some}) AS lists,
        countIf(c${word} = concat('word ', toString(number)) AND c${some} = [concat('list ', toString(number)), 'all']) AS right
        FROM {db}.native`,
    })
    expect(await analytics.app.run(found, {})).toEqual([{ words, lists: words, right: words }])
  })
})

test('every column of sessions is of a type that can be written', () => {
  expect(sessionColumns.filter(({ type }) => !Object.hasOwn(beginColumn, type))).toEqual([])
})

test.each([
  ['UInt8', 256],
  ['UInt8', -1],
  ['UInt16', 1.5],
  ['UInt32', 'many'],
  ['UInt64', 2 ** 60],
  ['Bool', 1],
  ['IPv6', 'nowhere'],
  ['IPv6', '1.2.3'],
  ['IPv6', '1.2.3.04'],
  ['IPv6', '1.2.3.4.'],
  ['IPv6', '1.2.3.256'],
  ['IPv6', ''],
  ['String', 7],
  ['LowCardinality(String)', {}],
  ['Array(String)', 'text'],
  ['Array(String)', [7]],
  ['Array(UInt16)', [65_536]],
  ['Nullable(UInt8)', 300],
  ['Nullable(Float64)', 'x'],
  ["DateTime64(3, 'UTC')", 'tomorrow'],
])('a column of %s refuses %j, by its name', async (type, wrong) => {
  const column = { name: 'facts', type, value: (row: { wrong: unknown }) => row.wrong }
  const made = nativeBlock([{ wrong }], [column])
  await expect(made).rejects.toBeInstanceOf(TypeError)
  await expect(made).rejects.toThrow(/^facts: /)
})

test.each([
  [20, 8],
  [3, 4],
  [0, 0],
])('while 8 rows are written that take %i ms each, others are served %i times', async (cost, times) => {
  let clock = 0
  const long = 'a'.repeat(70_000)
  const rows = Array.from({ length: 8 }, () => ({ long }))
  const columns: BlockColumn<{ long: string }>[] = [
    { name: 'long', type: 'String', value: (row) => row.long },
  ]
  const { others } = await othersServed(() => nativeBlock(rows, columns, () => (clock += cost)))
  expect(others).toBe(times)
})
