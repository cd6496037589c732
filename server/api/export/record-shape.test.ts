import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldGroup, fieldGroups, restrictedPaths, withholding } from '#model/ip-document/groups.ts'
import type { Tag } from '#model/tag.ts'
import { copyMatching } from '#store/analytics/exports/snapshot.ts'
import { lineOf } from '#store/analytics/exports/lines.ts'
import { tableOf } from '#store/analytics/exports/shape.ts'
import { type Exported, linesOf, slicesOf } from '#store/analytics/exports/slices.ts'
import { ipColumns } from '#store/analytics/tables/ips.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { presentIpRecord } from '../present/ip-record.ts'
import { selection } from '../present/select.ts'
import { recordShape } from './record-shape.ts'

/** The engine writes exports; these claims hold it to what the presenter gives for the same documents. */

const hostile = [
  '',
  '=1+1',
  '+2',
  '-3',
  '@x',
  '\tq',
  '\rq',
  'a"b',
  'a,b',
  'a;b',
  '\\',
  '/',
  '\u0000\u001f',
  'é💥',
  '\n',
  '</script>',
]
const tag = (slug: string, name: string): Tag =>
  ({
    id: `id-${slug}`,
    slug,
    name,
    description: `It says "${slug}" \\ and\nmore`,
    category: 'worm',
    intention: 'malicious',
    references: ['https://example.com/'],
    cves: ['CVE-2020-0001'],
    actor: '',
    recommendBlock: true,
    createdAt: '2026-01-01',
  }) as unknown as Tag
const tags = new Map([tag('one', 'One'), tag('two', '=Two')].map((known) => [known.slug, known]))

let analytics: Analytics
let exported: Exported

const textOf = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 12 }))

/** Any value of a column of that type. */
function valueOf(name: string, type: string): fc.Arbitrary<unknown> {
  if (name === 'classification') return fc.constantFrom('malicious', 'suspicious', 'benign', 'unknown')
  if (name === 'tags') return fc.constantFrom([], ['one'], ['two', 'retired', 'one'], ['retired'])
  // No part of the record.
  if (type.startsWith('Array(Tuple')) return fc.constant([])
  if (type.startsWith('Array(')) return fc.array(valueOf('', type.slice(6, -1)), { maxLength: 3 })
  if (type.startsWith('DateTime')) return fc.constantFrom(0, 1, 1_795_000_000, 4_000_000_000)
  if (type === 'Bool') return fc.boolean()
  if (type.startsWith('Nullable')) return fc.constantFrom(null, 0, -0.5, 12.345678, 1e-7, 90)
  if (type === 'UInt16') return fc.nat(65_535)
  if (type === 'UInt32') return fc.nat(4_000_000)
  if (type === 'UInt64') return fc.constantFrom(0, 5, 2 ** 40)
  return textOf()
}

const addresses = [
  '::',
  '::1',
  '::2',
  '::192.0.2.1',
  '::a:0',
  '::ffff:0.0.0.0',
  '::ffff:198.18.0.7',
  '::fffe:0:1',
  '::ffff:0:1:2',
  '2001:db8::1',
  '2001:db8:0:1:1:1:1:1',
  '1:0:0:2::3',
  'fe80::0:1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '64:ff9b::198.18.0.1',
]

beforeAll(async () => {
  analytics = await openTestAnalytics()
  const columns = ipColumns.filter(([name]) => name !== 'ip' && name !== 'oldest_day')
  const document = fc.record(Object.fromEntries(columns.map(([name, type]) => [name, valueOf(name, type)])))
  const drawn = fc.sample(document, { numRuns: 400, seed: 7 })
  const rows = drawn.map((row, at) => {
    // Pairs are parallel by construction (documents/derive.ts).
    const pair = (first: string, second: string) => {
      const [a, b] = [row[first] as unknown[], row[second] as unknown[]]
      const length = Math.min(a.length, b.length)
      return { [first]: a.slice(0, length), [second]: b.slice(0, length) }
    }
    return {
      ...row,
      ...pair('scan_port', 'scan_protocol'),
      ...pair('ja3_fingerprint', 'ja3_port'),
      ...pair('hassh_fingerprint', 'hassh_port'),
      ip: addresses[at] ?? `::ffff:198.19.${at >> 8}.${at & 255}`,
      oldest_day: '2026-11-01',
      version: 1,
      gone: 0,
    }
  })
  await analytics.app.insert('{db}.ips', rows)
  const now = { id: '0198c0de-0000-4000-8000-000000000001', madeAt: Math.floor(Date.now() / 1000) }
  await copyMatching(analytics, { kind: 'all' }, { ...now, owner: 'tests' })
  exported = { now, base: null }
})
afterAll(() => analytics.close())

const selections = [
  {},
  { exclude: 'raw_data' },
  { exclude: 'tags.details' },
  { exclude: 'metadata.asn,raw_data.http.path,cves,tag_volumes,raw_data.scan.port,tags.updated_at' },
  { exclude: 'tags,metadata,raw_data.ja3.fingerprint,raw_data.ja3.port' },
  { fields: 'metadata.asn,tags.name,raw_data.scan.protocol' },
  { fields: 'tags.updated_at,raw_data,business_service_intelligence.name', exclude: 'raw_data.tls' },
]

const all = selections.map((asked) => ({ asked, lacking: [] as FieldGroup[] }))
const inPart = [...fieldGroups.map((group) => [group]), [...fieldGroups]].map((lacking) => ({
  asked: {},
  lacking,
}))

test.each([...all, ...inPart])(
  'a line of JSON is the presented record, whatever it holds, whatever is shown of it and whatever the plan lacks: %o',
  async ({ asked, lacking }) => {
    const shown = selection(asked)
    const allowed = withholding(lacking)
    const documents = await pageDocuments(analytics, { kind: 'all' }, { size: 1000 })
    expect(documents.length).toBe(400)
    const presented = documents.map((document) => shown(presentIpRecord(allowed(document), tags)))
    const text = await whole(lineOf('ndjson', recordShape(tags, { shown, lacking }), false), 'ndjson')
    const lines = text.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(presented)))
    // Also the order of the names, which people see.
    expect(JSON.stringify(JSON.parse(lines[0] ?? ''))).toBe(JSON.stringify(presented[0]))
  },
)

test('a table has no column of what the plan lacks, and all others', () => {
  const columns = (lacking: readonly FieldGroup[]) =>
    tableOf(recordShape(tags, { lacking })).map(({ path }) => path.slice(1).join('.'))
  const whole = columns([])
  const left = new Set(columns(fieldGroups))
  const gone = whole.filter((path) => !left.has(path))
  const lists = (path: string): string => path.replace(/^(raw_data\.(?:ja3|hassh))\..*/, '$1')
  // Of scanned ports the transports alone are gone.
  const restricted = restrictedPaths(fieldGroups).filter((path) => path !== 'raw_data.scan.protocol')
  expect(new Set(gone)).toEqual(
    new Set(restricted.map((path) => (whole.includes(path) ? path : lists(path)))),
  )
})

test('a line of CSV has a cell for each column, and none a spreadsheet would run', async () => {
  const documents = await pageDocuments(analytics, { kind: 'all' }, { size: 1000 })
  const text = await whole(lineOf('csv', recordShape(tags), false), 'csv')
  expect(text.endsWith('\r\n')).toBe(true)
  const records = text.split('\r\n').slice(0, -1).map(cells)
  expect(new Set(records.map(({ length }) => length)).size).toBe(1)
  expect(records.map(([ip]) => ip)).toEqual(documents.map(({ ip }) => ip))
  for (const record of records)
    for (const cell of record) {
      expect(cell).not.toMatch(/^[=+@\t\r\n＝＋－＠]/u)
      if (cell.startsWith('-')) expect(Number(cell)).not.toBeNaN()
      expect(cell).not.toMatch(/[\r\n]/)
    }
  const column = tableOf(recordShape(tags)).findIndex(({ path }) => path.at(-1) === 'organization')
  const organization = records.map((record) => record[column] ?? '')
  const given = documents.map(({ organization }) =>
    (/^[=+\-@\t\r\n＝＋－＠]/u.test(organization) ? `'${organization}` : organization).replaceAll(
      /[\r\n]/g,
      ' ',
    ),
  )
  expect(organization).toEqual(given)
})

async function whole(line: ReturnType<typeof lineOf>, format: 'csv' | 'ndjson'): Promise<string> {
  const pieces: Buffer[] = []
  for (const slice of await slicesOf(analytics, exported, { format, bytes: 50_000 }))
    for await (const piece of linesOf(analytics, exported, slice, line)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** One record of RFC 4180 without line breaks in its cells. */
const cells = (record: string): string[] =>
  [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
