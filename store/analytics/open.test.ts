import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from './query/define.ts'
import { openTestAnalytics } from './testing.ts'

const analytics = await openTestAnalytics({ bare: true })
afterAll(() => analytics.close())

test('what is inserted comes back with its values intact, however hostile', async () => {
  const { app, migrator } = analytics
  await migrator.command(
    'CREATE TABLE {db}.t (id UInt64, text String, list Array(String)) ENGINE = {E:MergeTree} ORDER BY id',
  )
  const texts = [
    "'; DROP TABLE t --",
    '{p:String}',
    '\\',
    '\\\\n',
    'a\0b',
    '\t\r\n',
    '😀 ü',
    '',
    '"`$',
    '%_?*',
  ]
  await app.insert(
    '{db}.t',
    texts.map((text, id) => ({ id, text, list: [text, text] })),
  )
  const query = defineQuery({
    name: 'texts',
    params: z.object({ text: z.string(), list: z.array(z.string()) }),
    row: z.object({ id: z.string(), text: z.string(), param: z.string(), list: z.array(z.string()) }),
    sql: 'SELECT id, text, {text:String} AS param, {list:Array(String)} AS list FROM {db}.t WHERE text = {text:String} AND hasAll(list, {list:Array(String)})',
  })
  for (const [id, text] of texts.entries()) {
    expect(await app.run(query, { text, list: [text] })).toEqual([
      { id: String(id), text, param: text, list: [text] },
    ])
  }
})
