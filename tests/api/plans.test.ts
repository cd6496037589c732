import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Plan, visitorPlan } from '#model/entitlements.ts'
import { ctxFor } from '#services/context.ts'
import { listCves } from '#services/cve/list.ts'
import { lookUpCve } from '#services/cve/look-up.ts'
import { lookUpCves, lookUpListOfCves } from '#services/cve/look-up-many.ts'
import { lookUpIp } from '#services/ip/ip-report.ts'
import { timelineOf } from '#services/ip/timeline.ts'
import { listTags } from '#services/tags/list.ts'
import { exportTag } from '#services/tags/export.ts'
import { tagReport } from '#services/tags/report.ts'
import { captureOf, eventually, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** What a plan with less gets of tags, timelines and CVEs. */

let inside: Inside
const now = Date.now()
const dayMs = 86_400_000
const source = '198.18.7.9'

beforeAll(async () => {
  inside = await openInside()
  const { deps } = inside
  const workspace = await deps.installation.workspaces.create({ name: 'Own', publish: true, now })
  const { secret } = await deps.installation.keys.create({ workspace: workspace.id, now })
  // Connections of their own: whole days apart the ports would be the same.
  const visits = [20, 10, 0].map((days) => ({
    ...webVisit(source, { uri: '/.env' }, now - 60_000 - days * dayMs),
    sourcePort: 2000 + days,
  }))
  visits.push(
    { ...webVisit('198.18.7.10', { uri: '/.env' }, now - 60_000 - 20 * dayMs), sourcePort: 2020 },
    { ...webVisit('198.18.7.10', { uri: '/' }, now - 60_000), sourcePort: 2021 },
  )
  const { status } = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    headers: { key: secret },
    body: new Uint8Array(captureOf(visits)),
  })
  expect(status).toBe(200)
  await deps.drained()
  // The days of one capture are stored one after the other, and the index in memory follows the engine's documents.
  await eventually(
    async () => (await lookUpIp(ctx({}), { ip: source })).document,
    (document) => document?.tag_sessions[document.tags.indexOf('env-crawler')] === 3,
  )
})
afterAll(() => inside.close())

const ctx = (less: Partial<Plan>, clock = inside.deps.clock) =>
  ctxFor(
    { ...inside.deps, clock },
    {
      scope: { kind: 'visitor', plan: { ...visitorPlan, ...less } },
      signal: new AbortController().signal,
    },
  )

describe('a plan', () => {
  test('of the community offering exports no tag, every other does', async () => {
    const input = { tag: 'env-crawler', days: 90 }
    await expect(exportTag(ctx({ offering: 'community' }), input)).rejects.toMatchObject({
      code: 'forbidden',
    })
    for (const offering of ['vip', 'enterprise'] as const)
      expect((await exportTag(ctx({ offering }), input)).slug).toBe('env-crawler')
  })

  test('that reaches three days counts on the page of a tag only who carried it in them', async () => {
    const counted = async (historicDays: number) => {
      const { facets } = await tagReport(ctx({ historicDays }), { tag: 'env-crawler', days: 30 })
      return facets.find(({ field }) => field === 'raw_data.scan.port')?.values[0]?.count
    }
    await eventually(
      () => counted(90),
      (count) => count === 2,
    )
    // The days of one capture are stored one after the other.
    await eventually(
      () => counted(3),
      (count) => count === 1,
    )
    expect(await counted(90)).toBe(2)
  })

  test('of any reach has one window on the page of a tag: UTC days, today included', async () => {
    const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs
    const counts = async (historicDays: number, at: number) => {
      const asked = ctx({ historicDays }, () => at)
      const { activity, facets, latest } = await tagReport(asked, { tag: 'env-crawler', days: 90 })
      const ports = facets.find(({ field }) => field === 'raw_data.scan.port')?.values ?? []
      const addresses = Object.values(activity.addresses).reduce((sum, count) => sum + count, 0)
      return [addresses, latest.length, ports[0]?.count ?? 0]
    }
    await eventually(
      () => counts(90, now),
      (all) => all.every((count) => count === 2),
    )
    // Sessions of a minute ago are of the day before, although a day has not passed since.
    expect(await counts(1, tomorrow + 60_000)).toEqual([0, 0, 0])
    expect(await counts(2, tomorrow + 120_000)).toEqual([1, 1, 1])
  })

  test('that reaches three days sees three of a CVE, of the traces of tags and of the history of an address', async () => {
    const reach = async (historicDays: number) => {
      const asked = ctx({ historicDays })
      const { activity } = await lookUpCve(asked, { cve: 'CVE-2021-44228' })
      const { tags } = await listTags(asked, { search: 'env crawler' })
      const report = await lookUpIp(asked, { ip: source })
      const { entries } = await lookUpCves(asked, ['CVE-2021-44228'])
      const { rows } = await listCves(asked, { search: 'CVE-2021-44228', page: 1 })
      return [
        activity?.days.length,
        tags[0]?.trace.length,
        report.activity?.days.length,
        // In the short form, and in the table of all, as on its page.
        entries[0]?.counts?.trace.length,
        rows[0]?.counts?.trace.length,
      ]
    }
    expect(await reach(90)).toEqual([90, 30, 30, 30, 30])
    expect(await reach(3)).toEqual([3, 3, 3, 3, 3])
  })

  test('without look-ups of many CVEs still has those of one', async () => {
    const entitlements = new Set([...visitorPlan.entitlements].filter((id) => !id.endsWith('-bulk')))
    const cves = ['CVE-2021-44228']
    await expect(lookUpListOfCves(ctx({ entitlements }), cves)).rejects.toMatchObject({ code: 'forbidden' })
    const { entries } = await lookUpCves(ctx({ entitlements }), cves)
    expect(entries).toEqual(await lookUpListOfCves(ctx({}), cves))
    expect(entries.map(({ cve }) => cve)).toEqual(cves)
  })

  test.each(['1h', '24h', '1d', '7d', '90d'])(
    'that reaches three days sees no more of them in a timeline by %s',
    async (granularity) => {
      const hours = async (historicDays: number) => {
        const asked = { ip: source, field: 'http_path', days: 90, granularity } as const
        const { results } = await timelineOf(ctx({ historicDays }), asked)
        return results.reduce((sum, { data }) => sum + data, 0)
      }
      expect([await hours(3), await hours(90)]).toEqual([1, 3])
    },
  )
})
