import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Columns } from '#model/ip-document/column.ts'
import { columnCatalogue, columnsIn, ipDocumentColumns } from '#model/ip-document/columns.ts'
import { codesSql, moreCodesSql, selectFacetValues } from '../ips/codes.ts'
import { indexesOf } from '../ips/indexed.ts'
import { recordSql } from '../ips/record.ts'
import { runMigrations } from '../migrate/run.ts'
import { defineQuery } from '../query/define.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { facts } from '../rollups/facts.ts'
import { selectIpDay } from '../rollups/ip-day.ts'
import { addedTo, exportedColumns, ipColumns } from '../tables/ips.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { migrations } from './all.ts'
import { documentMigrations } from './documents.ts'
import * as frozen from './frozen/document-search.ts'
import { keyedIpDay } from './frozen/keyed-ip-day.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const declared = defineQuery({
  name: 'columns of a table',
  params: z.object({ table: z.string() }),
  row: z.object({ name: z.string(), type: z.string() }),
  sql: "SELECT name, type FROM system.columns WHERE database = '{local}' AND table = {table: String} ORDER BY position",
})
const columnsOf = async (table: string): Promise<[string, string][]> =>
  (await analytics.migrator.run(declared, { table })).map(({ name, type }) => [name, type])

const bookkeeping = ['version', 'gone', 'generation', 'codes', 'more_codes', 'record']

test.each(['ips', 'ips_staging'])(
  'the columns of %s are those of the catalogue, with their types',
  async (table) => {
    const found = (await columnsOf(table)).filter(([name]) => !bookkeeping.includes(name))
    expect(found.toSorted()).toEqual([...ipColumns].toSorted())
  },
)

test('an export copies what the record shows', async () => {
  const found = new Set((await columnsOf('export_rows')).map(([name]) => name))
  expect(exportedColumns.filter(([name]) => !found.has(name))).toEqual([])
  const copied = new Set(exportedColumns.map(([name]) => name))
  expect(ipDocumentColumns.filter(({ name, wire }) => wire && !copied.has(name))).toEqual([])
})

/** Those that numbered migrations made. */
const first = ipDocumentColumns.filter((column) => !addedTo(ipDocumentColumns).includes(column))

test('of the columns they know, numbered migrations compute what the catalogue says', () => {
  expect(recordSql(first)).toBe(frozen.recordWithEvidence)
  expect(codesSql(first)).toBe(frozen.codes)
  expect(moreCodesSql(first)).toBe(frozen.moreCodes)
  expect(selectFacetValues('{local}.ips', first)).toBe(frozen.selectFacetValues)
  const made = frozen.indexes.map((index) => index.replace('INDEX ', ''))
  expect(indexesOf(first).toSorted()).toEqual(
    [...made, 'by_sources sources TYPE text(tokenizer = array)'].toSorted(),
  )
})

test('sessions become facts as the newest migration says', () => {
  if (documentMigrations().length === 0)
    expect(selectIpDay('{local}.sessions', notBackscatter)).toBe(keyedIpDay)
})

test('every list of the document that sessions fill has a fact, and keeps as many values as the catalogue says', () => {
  const caps = new Map(facts.map(({ name, cap }) => [name, cap]))
  for (const { name, cap, pair } of ipDocumentColumns)
    if (cap !== undefined) expect(caps.get(pair?.split('.')[0] ?? name), name).toBe(cap)
})

/** As a later release might say: a list of texts, searched, counted and shown, and a flag. */
const later = columnsIn({
  ...columnCatalogue,
  greeting: {
    type: 'texts',
    place: ipDocumentColumns.length,
    cap: 100,
    index: true,
    terms: true,
    facet: ipDocumentColumns.filter(({ facet }) => facet !== undefined).length,
    wire: { 'raw_data.smtp.greeting': 'list' },
  },
  patient: { type: 'flag', place: ipDocumentColumns.length + 1 },
} satisfies Columns)

const values = defineQuery({
  name: 'what became of a row',
  params: z.object({}),
  row: z.object({ record: z.string(), terms: z.array(z.string()), facets: z.array(z.string()) }),
  sql: `SELECT (SELECT record FROM {local}.ips WHERE ip = '::1' LIMIT 1) AS record,
  (SELECT groupArray(value) FROM {local}.terms WHERE field = 'greeting') AS terms,
  (SELECT groupArray(value) FROM {local}.facet_values WHERE value = 'EHLO me') AS facets`,
})

test('a column that the catalogue gains is added to what there is, once, with everything that follows from it', async () => {
  const [added, ...more] = documentMigrations(later)
  if (!added) throw new Error('Nothing is added.')
  expect(more).toEqual([])
  // In the place of the one of today.
  const all = migrations.map((one) => (one.name.startsWith('900') ? added : one))
  expect(await runMigrations(analytics, all)).toBe(added.statements.length)
  expect(await runMigrations(analytics, all)).toBe(0)
  for (const table of ['ips', 'ips_staging']) {
    expect(await columnsOf(table)).toContainEqual(['greeting', 'Array(String)'])
    expect(await columnsOf(table)).toContainEqual(['patient', 'Bool'])
  }
  const copied = (await columnsOf('export_rows')).map(([name]) => name)
  expect(copied).toContain('greeting')
  expect(copied).not.toContain('patient')
  await analytics.migrator.command(
    "INSERT INTO {local}.ips (ip, greeting, patient, version) VALUES ('::1', ['EHLO me'], true, 1)",
  )
  const [row] = await analytics.migrator.run(values, {})
  expect(JSON.parse(row?.record ?? '[]').slice(-2)).toEqual([['EHLO me'], true])
  expect(row?.terms).toEqual(['ehlo me'])
  expect(row?.facets).toEqual(['EHLO me'])
  // A statement that died before it was recorded is run again.
  for (const sql of added.statements) await analytics.migrator.command(sql)
})

test('while the catalogue says what numbered migrations made there is nothing to add', () => {
  expect(documentMigrations(first)).toEqual([])
})
