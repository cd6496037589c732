import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epssHistories, cveData } from '#store/analytics/cves/data.ts'
import { cveStatuses, statusOf } from '#store/analytics/cves/status.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { sourceOf } from '../import/find.ts'
import { cveSourceNamed, cveSources } from './all.ts'
import { importCveSource, type ImportOptions } from './import.ts'
import type { CveSource } from './source.ts'
import { samples } from './testing/samples.ts'
import { SourceRefused } from '../refused.ts'

let analytics: Analytics
let clock = Date.UTC(2026, 0, 1)

beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

/** A source whose samples may be small. */
const source = (name: string): CveSource => {
  const found = cveSourceNamed(name)
  if (!found) throw new Error(`no source ${name}`)
  return { ...found, minRows: 1 }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

const take = (name: string, content: string | Uint8Array, options: Partial<ImportOptions> = {}) =>
  importCveSource(analytics, source(name), [one(Buffer.from(content))], { now: (clock += 1000), ...options })

const epssFile = (scores: Record<string, number>, date = '2026-08-16'): string =>
  `#model_version:v2025.03.14,score_date:${date}T12:55:00Z\ncve,epss,percentile\n${Object.entries(scores)
    .map(([cve, score]) => `${cve},${score.toFixed(5)},0.50000\n`)
    .join('')}`

const status = (name: string) => statusOf(analytics, name)
const facts = (...cves: string[]) => cveData(analytics, cves)

describe('taking a file of a CVE source', () => {
  test('every source takes its own sample, and finds it by its usual name', async () => {
    for (const { name } of cveSources) {
      const { file, content, cve, wanted } = samples[name] ?? { file: '', content: '', cve: '', wanted: {} }
      expect([file, sourceOf(file).name]).toEqual([file, name])
      expect(await take(name, content)).toMatchObject({ source: name, changed: 0, removed: 0 })
      const said = (await facts(cve)).get(cve)?.find((row) => row.source === name)
      expect(said?.facts, name).toMatchObject(wanted)
    }
  })

  test('one cut in the middle, plain or packed, leaves what stands', async () => {
    for (const { name } of cveSources) {
      const { content, cve } = samples[name] ?? { content: '', cve: '' }
      const [before, said] = [await status(name), await facts(cve)]
      for (const bytes of [Buffer.from(content), gzipSync(content)])
        await expect(take(name, bytes.subarray(0, bytes.length - 20))).rejects.toThrow(SourceRefused)
      expect(await status(name)).toEqual(before)
      expect(await facts(cve)).toEqual(said)
    }
  })

  test.each([
    ['nothing', ''],
    ['an error page', '<!doctype html><title>502 Bad Gateway</title>\n'],
    ['zeros', '\0'.repeat(4096)],
    ['another source', 'cve,mapping_type,attack_id,attack_name\nCVE-2020-0001,a,T1,b\n'],
    ['only a header', '#score_date:2026-08-16\ncve,epss,percentile\n'],
    ['a score above one', epssFile({ 'CVE-2024-0001': 1.5 })],
    ['an id that is none', epssFile({ 'CVE-24-1': 0.5 })],
    ['a day that does not exist', epssFile({ 'CVE-2024-0001': 0.5 }, '2026-02-31')],
  ])('%s is refused in words', async (_, content) => {
    const before = await status('epss')
    await expect(take('epss', content)).rejects.toThrow(SourceRefused)
    expect(await status('epss')).toEqual(before)
  })

  test('what is suddenly small waits for an operator who has looked', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`CVE-2024-${1000 + n}`, 0.1]))
    const few = Object.fromEntries(Object.entries(many).slice(20))
    await take('epss', epssFile(many), { force: true })
    await expect(take('epss', epssFile(few))).rejects.toThrow('suddenly small')
    expect((await status('epss'))?.rows).toBe(100)
    expect(await take('epss', epssFile(few), { force: true })).toMatchObject({ rows: 80, removed: 20 })
  })

  test('says how many rows came, changed and went, whatever changes', async () => {
    const scores = fc.dictionary(
      fc.constantFrom(...Array.from({ length: 12 }, (_, n) => `CVE-2025-${2000 + n}`)),
      fc.constantFrom(0.1, 0.2),
      {
        minKeys: 1,
      },
    )
    await fc.assert(
      fc.asyncProperty(scores, scores, async (before, after) => {
        await take('epss', epssFile(before), { force: true })
        const done = await take('epss', epssFile(after), { force: true })
        const [olds, news] = [Object.keys(before), Object.keys(after)]
        expect(done).toMatchObject({
          rows: news.length,
          added: news.filter((cve) => !(cve in before)).length,
          removed: olds.filter((cve) => !(cve in after)).length,
          changed: news.filter((cve) => cve in before && before[cve] !== after[cve]).length,
        })
        const stored = await facts(...new Set([...olds, ...news]))
        const epss = [...stored].flatMap(([cve, said]) =>
          said.flatMap(({ facts: of }) => (of.epss ? [[cve, of.epss.score]] : [])),
        )
        expect(Object.fromEntries(epss)).toEqual(after)
      }),
      { numRuns: 5 },
    )
  })

  test('an addition leaves what it does not name', async () => {
    await take('epss', epssFile({ 'CVE-2026-0001': 0.1, 'CVE-2026-0002': 0.2 }), { force: true })
    const done = await take('epss', epssFile({ 'CVE-2026-0002': 0.9, 'CVE-2026-0003': 0.3 }), {
      partial: true,
    })
    expect(done).toMatchObject({ rows: 3, added: 1, changed: 1, removed: 0 })
    const stored = await facts('CVE-2026-0001', 'CVE-2026-0002')
    expect(stored.get('CVE-2026-0001')?.[0]?.facts.epss?.score).toBe(0.1)
    expect(stored.get('CVE-2026-0002')?.[0]?.facts.epss?.score).toBe(0.9)
  })

  test('scores of other weeks stay as history, one a week', async () => {
    const cve = 'CVE-2026-7777'
    for (const [date, score] of [
      ['2026-06-01', 0.1],
      ['2026-06-03', 0.2],
      ['2026-06-09', 0.3],
    ] as const)
      await take('epss', epssFile({ [cve]: score }, date), { force: true })
    expect((await epssHistories(analytics, [cve])).get(cve)).toEqual([
      { date: '2026-06-03', score: 0.2 },
      { date: '2026-06-09', score: 0.3 },
    ])
  })

  test('of two files at once one stands whole', async () => {
    const a = { 'CVE-2027-0001': 0.1, 'CVE-2027-0002': 0.1 }
    const b = { 'CVE-2027-0001': 0.2, 'CVE-2027-0002': 0.2 }
    await Promise.all([a, b].map((scores) => take('epss', epssFile(scores), { force: true })))
    const stored = await facts(...Object.keys(a))
    const scores = new Set([...stored.values()].map(([said]) => said?.facts.epss?.score))
    expect(scores.size).toBe(1)
    expect((await cveStatuses(analytics)).filter((row) => row.source === 'epss')).toHaveLength(1)
  })
})
