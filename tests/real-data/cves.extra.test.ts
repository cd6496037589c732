import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epssHistories, cveData } from '#store/analytics/cves/data.ts'
import { cveStatuses } from '#store/analytics/cves/status.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { cveSourceNamed } from '#sources/cve/all.ts'
import { importCveSource } from '#sources/cve/import.ts'
import type { CveSource } from '#sources/cve/source.ts'
import { extraData } from '../extra-data.ts'

const folder = extraData('.')

const source = (name: string): CveSource => {
  const found = cveSourceNamed(name)
  if (!found) throw new Error(`no source ${name}`)
  return found
}
const now = Date.UTC(2026, 7, 20)
const textOf = (path: string): string => gunzipSync(readFileSync(join(folder, path))).toString()
/** Ids that begin the lines of a table. */
/** Without the id that lists of exploits write where they know none. */
const idsOf = (path: string): Set<string> =>
  new Set(textOf(path).match(/^CVE-(?!0000-0000,)\d{4}-\d{4,7}(?=,)/gm))

describe('real files of CVE sources', () => {
  let analytics: Analytics

  beforeAll(async () => {
    analytics = await openTestAnalytics()
  })
  afterAll(() => analytics.close())

  const take = (name: string, path: string, at = now) =>
    importCveSource(analytics, source(name), [createReadStream(join(folder, path))], { now: at })

  test('every row of every file is taken', async () => {
    const records = textOf('cve/cve-records.ndjson.gz').trim().split('\n').length
    expect(await take('cve-list', 'cve/cve-records.ndjson.gz')).toMatchObject({ rows: records, added: 2020 })
    expect((await take('cve-summary', 'cve/cve-summary.csv.gz')).rows).toBe(
      idsOf('cve/cve-summary.csv.gz').size,
    )
    expect(await take('epss', 'cve/epss.csv.gz')).toMatchObject({ rows: 360_142, dataDate: '2026-08-16' })
    expect((await take('epss-history', 'cve/epss-history-kev.csv.gz')).rows).toBe(1647)
    expect((await take('exploits', 'cve/exploits.csv.gz')).rows).toBe(idsOf('cve/exploits.csv.gz').size)
    expect((await take('attack-techniques', 'cve/kev-attack-techniques.csv.gz')).rows).toBe(
      idsOf('cve/kev-attack-techniques.csv.gz').size,
    )
    expect((await take('threat-actors', 'ref/threat-actors.ndjson.gz')).rows).toBeGreaterThan(40)
    expect((await cveStatuses(analytics)).map(({ source }) => source)).toHaveLength(7)
  })

  test('a year of KEV is an update that says what it changes', async () => {
    const old = JSON.parse(textOf('cve/kev-2025-08-25.json.gz')) as { vulnerabilities: { cveID: string }[] }
    const olds = new Set(old.vulnerabilities.map(({ cveID }) => cveID))
    const news = idsOf('cve/kev-latest.csv.gz')
    expect(await take('kev', 'cve/kev-2025-08-25.json.gz')).toMatchObject({ rows: 1404, added: 1404 })
    const update = await take('kev', 'cve/kev-latest.csv.gz', now + 1)
    expect(update).toMatchObject({
      rows: 1647,
      added: [...news].filter((id) => !olds.has(id)).length,
      removed: [...olds].filter((id) => !news.has(id)).length,
      dataDate: '2026-07-16',
    })
    expect(update.changed).toBeGreaterThan(0)
    // Taking the same file again changes nothing.
    expect(await take('kev', 'cve/kev-latest.csv.gz', now + 2)).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
    })
    // Going back a year would lose entries.
    await expect(take('kev', 'cve/kev-2025-08-25.json.gz', now + 3)).rejects.toThrow('suddenly small')
  })

  test('what is stored is what the files say', async () => {
    const sample = [...idsOf('cve/kev-latest.csv.gz')].filter((_, at) => at % 50 === 0)
    const stored = await cveData(analytics, sample)
    const scores = new Map(
      textOf('cve/epss.csv.gz')
        .split('\n')
        .map((line) => line.split(','))
        .map(([id, score, percentile]) => [id, [Number(score), Number(percentile)]]),
    )
    for (const id of sample) {
      const by = new Map(stored.get(id)?.map(({ source, facts }) => [source, facts]))
      expect(by.get('kev')?.kev?.added).toMatch(/^\d{4}-\d\d-\d\d$/)
      const epss = by.get('epss')?.epss
      expect(epss && [epss.score, epss.percentile]).toEqual(scores.get(id))
    }
    const line = textOf('cve/epss-history-kev.csv.gz')
      .split('\n')
      .find((row) => row.startsWith('CVE-2004-0210,'))
    expect(
      (await epssHistories(analytics, ['CVE-2004-0210'])).get('CVE-2004-0210')?.map(({ score }) => score),
    ).toEqual(line?.split(',').slice(1).map(Number))
    const [log4shell] = (await cveData(analytics, ['CVE-2021-44228'])).values()
    expect(log4shell?.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['cve-summary', 'epss', 'exploits', 'kev']),
    )
  })

  test('a cut at any byte of the files leaves what stands', async () => {
    const before = await cveData(analytics, [...idsOf('cve/kev-latest.csv.gz')])
    const cuts = { kev: 'cve/kev-latest.csv.gz', 'attack-techniques': 'cve/kev-attack-techniques.csv.gz' }
    for (const [name, path] of Object.entries(cuts))
      for (const whole of [readFileSync(join(folder, path)), Buffer.from(textOf(path))]) {
        const places = Array.from({ length: 30 }, (_, n) => Math.floor((n * whole.length) / 30))
        const last = Array.from({ length: 8 }, (_, n) => whole.length - 1 - n)
        for (const at of [...places, ...last])
          await expect(
            importCveSource(analytics, source(name), [pieces(whole.subarray(0, at))], { now: now + 10 }),
            `${name} cut at ${at} of ${whole.length}`,
          ).rejects.toThrow(/./)
      }
    expect(await cveData(analytics, [...idsOf('cve/kev-latest.csv.gz')])).toEqual(before)
  })
})

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
