import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** The query calls under all their names: what each existing client reads of them (reference notes, 1.3, 2.4, 3, 4.1). */

let product: Inside
const seen = ['198.18.5.1', '198.18.5.2', '198.18.5.3']
const mine = 'raw_data.http.useragent:alias/1'
const none = 'tags:nothing-of-the-kind'

beforeAll(async () => {
  product = await openInside()
  const now = Date.now()
  const visits = seen.map((source, at) =>
    webVisit(source, { uri: `/alias/${at}`, userAgent: 'alias/1' }, now - 60_000 * (seen.length - at)),
  )
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
})

const get = (path: string, parameters: Record<string, string | number>) =>
  call(product, `${path}?${new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, String(v)]))}`)
const pages = ['/api/ip/query', '/v3/gnql', '/v3/gnql/metadata', '/v2/experimental/gnql']
const counts = ['/v3/gnql/stats', '/v2/experimental/gnql/stats']

/** The strict schemas of one public client, which throws where they do not fit. */
const tagSchema = z.looseObject({ name: z.string(), intention: z.string() })
const itemSchema = z.looseObject({
  ip: z.string(),
  internet_scanner_intelligence: z
    .looseObject({
      classification: z.string().optional(),
      actor: z.string().optional(),
      tags: z.array(tagSchema).optional(),
      metadata: z.looseObject({ organization: z.string(), source_country: z.string() }).partial().optional(),
      raw_data: z
        .looseObject({ scan: z.array(z.object({ port: z.number(), protocol: z.string() })).optional() })
        .optional(),
    })
    .optional(),
  business_service_intelligence: z
    .looseObject({ found: z.boolean(), name: z.string(), trust_level: z.string() })
    .partial()
    .optional(),
})
const strictPage = z.looseObject({
  data: z.array(itemSchema),
  request_metadata: z.looseObject({
    complete: z.boolean(),
    scroll: z.string().optional(),
    query: z.string(),
    adjusted_query: z.string().optional(),
    restricted_fields: z.array(z.string()).optional(),
    message: z.string().optional(),
  }),
})
const recordsOf = (body: Record<string, unknown>) => z.array(z.record(z.string(), z.any())).parse(body.data)

describe('/v3/gnql/metadata', () => {
  test('is the page of /v3/gnql without raw_data', async () => {
    const [whole, light] = await Promise.all(
      ['/v3/gnql', '/v3/gnql/metadata'].map((path) => get(path, { query: mine })),
    )
    for (const answer of [whole, light]) strictPage.parse(answer?.body)
    expect(light?.body.request_metadata).toEqual(whole?.body.request_metadata)
    const without = recordsOf(whole?.body ?? {}).map((record) => {
      const { raw_data: _, ...scanner } = record.internet_scanner_intelligence
      return { ...record, internet_scanner_intelligence: scanner }
    })
    expect(without.length).toBe(3)
    expect(light?.body.data).toEqual(without)
  })

  test('takes quick, as Python and others write it, and exclude', async () => {
    const quick = await get('/v3/gnql/metadata', { query: mine, quick: 'True', size: 1 })
    expect(Object.keys(recordsOf(quick.body)[0]?.internet_scanner_intelligence)).toEqual([
      'found',
      'classification',
    ])
    const light = await get('/v3/gnql/metadata', {
      query: mine,
      quick: 'False',
      exclude: 'tags.details,metadata.rdns',
    })
    const [first] = recordsOf(light.body)
    expect(first?.internet_scanner_intelligence.metadata).not.toHaveProperty('rdns')
  })
})

describe('/v2/experimental/gnql', () => {
  test('has everything on top, flat records, and the words older clients look for', async () => {
    const { status, body } = await get('/v2/experimental/gnql', { query: mine, size: 10 })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(
      ['adjusted_query', 'complete', 'count', 'data', 'message', 'query'].sort(),
    )
    expect(body).toMatchObject({ complete: true, count: 3, message: 'ok', query: mine })
    const [record] = recordsOf(body)
    expect(record).toMatchObject({ ip: seen[0], seen: true, metadata: { os: 'Linux' } })
    expect(record?.raw_data.web).toEqual({ paths: ['/alias/0'], useragents: ['alias/1'] })
    expect(record?.raw_data.scan).toEqual([{ port: 80, protocol: 'tcp' }])
    for (const name of record?.tags ?? []) expect(typeof name).toBe('string')
    expect(record?.first_seen).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('says so when there is nothing', async () => {
    const { body } = await get('/v2/experimental/gnql', { query: none })
    expect(body).toMatchObject({ complete: true, count: 0, data: [], message: 'no results' })
    expect(body).not.toHaveProperty('scroll')
  })

  test('its last page has no scroll: a client that goes on while there is one must stop there', async () => {
    const got: string[] = []
    let scroll: string | undefined
    for (let page = 0; page < 4; page++) {
      const { body } = await get('/v2/experimental/gnql', { query: mine, size: 2, ...(scroll && { scroll }) })
      got.push(...recordsOf(body).map(({ ip }) => ip))
      if (!('scroll' in body)) break
      scroll = String(body.scroll)
    }
    expect(got).toEqual(seen)
  })
})

describe('every page call', () => {
  test.each(pages)('%s walks to the end, each address once', async (path) => {
    const got: string[] = []
    const [there, here] = path.startsWith('/api') ? ['scroll_token', 'scroll_token'] : ['scroll', 'scroll']
    for (let scroll = '', turn = 0; turn < 4; turn++) {
      const { status, body } = await get(path, { query: mine, size: 2, ...(scroll && { [there]: scroll }) })
      expect(status).toBe(200)
      const meta = z.record(z.string(), z.any()).parse(body.request_metadata ?? body)
      expect(meta.count).toBe(3)
      got.push(...recordsOf(body).map(({ ip }) => ip))
      if (meta.complete) break
      scroll = meta[here]
      expect(scroll).toMatch(/^[\w.-]+$/)
    }
    expect(got).toEqual(seen)
  })

  test('/api/ip/query walks in another order, by a token of that order alone', async () => {
    const got: string[] = []
    let token = ''
    for (let turn = 0; turn < 4; turn++) {
      const { body } = await get('/api/ip/query', {
        query: mine,
        size: 1,
        sort: 'last_seen',
        ...(token && { scroll_token: token }),
      })
      const meta = z.record(z.string(), z.any()).parse(body.request_metadata)
      got.push(...recordsOf(body).map(({ ip }) => ip))
      if (meta.complete) break
      token = meta.scroll_token
      if (turn > 0) continue
      for (const sort of ['ip', 'severity'])
        expect(await get('/api/ip/query', { query: mine, sort, scroll_token: token })).toMatchObject({
          status: 400,
          body: { code: 'invalid-cursor' },
        })
    }
    expect(got).toEqual(seen.toReversed())
    expect((await get('/api/ip/query', { query: mine, sort: 'name' })).status).toBe(400)
  })

  test.each(pages)('%s takes 1 to 10,000 rows', async (path) => {
    for (const [size, status] of [
      [1, 200],
      [10_000, 200],
      [0, 400],
      [10_001, 400],
      ['x', 400],
    ] as const)
      expect((await get(path, { query: none, size })).status, String(size)).toBe(status)
  })

  test.each(pages)('%s refuses a token that is none of its own', async (path) => {
    const parameter = path.startsWith('/api') ? 'scroll_token' : 'scroll'
    expect(await get(path, { query: none, [parameter]: 'abc' })).toMatchObject({
      status: 400,
      body: { code: 'invalid-cursor' },
    })
  })
})

describe('what a person would see on the page, over the API', () => {
  const metaOf = async (path: string, parameters: Record<string, string>) =>
    z.record(z.string(), z.any()).parse((await get(path, parameters)).body.request_metadata)

  test.each(pages.slice(0, 3))('%s says how it read what may have been meant otherwise', async (path) => {
    expect((await metaOf(path, { query: 'tags: SSH Bruteforcer' })).hints).toMatchObject([
      { span: { start: 6, end: 21 }, severity: 'hint', suggestion: '"SSH Bruteforcer"' },
    ])
    expect((await metaOf(path, { query: mine })).hints).toEqual([])
  })

  test('an empty answer that is to be explained says which condition excludes most', async () => {
    const query = `${mine} raw_data.http.path:/alias/0 ip:198.18.5.2`
    expect(await metaOf('/api/ip/query', { query, explain: '1' })).toMatchObject({
      count: 0,
      relaxed: [
        { part: 'raw_data.http.path:/alias/0', query: `${mine} ip:198.18.5.2`, count: 1 },
        { part: 'ip:198.18.5.2', query: `${mine} raw_data.http.path:/alias/0`, count: 1 },
      ],
    })
    expect(await metaOf('/api/ip/query', { query })).not.toHaveProperty('relaxed')
    expect((await metaOf('/api/ip/query', { query: mine, explain: '1' })).relaxed).toEqual([])
  })
})

describe('stats', () => {
  test('are the same at both paths, sorted, and null where there is nothing', async () => {
    const [third, second] = await Promise.all(counts.map((path) => get(path, { query: mine, count: 5 })))
    expect(second?.body).toEqual(third?.body)
    expect(third?.body).toMatchObject({
      count: 3,
      query: mine,
      adjusted_query: `(${mine}) last_seen:90d`,
      stats: { spoofable: [{ spoofable: false, count: 3 }] },
    })
    for (const path of counts) {
      const { body } = await get(path, { query: none })
      expect(body.count).toBe(0)
      expect(Object.values(body.stats as object)).toEqual(Array.from({ length: 11 }, () => null))
      for (const [count, status] of [
        [1, 200],
        [10_000, 200],
        [0, 400],
        [10_001, 400],
      ] as const)
        expect((await get(path, { query: none, count })).status).toBe(status)
    }
  })
})

describe('bounds of a query, on every call', () => {
  const deep = `${'('.repeat(65)}a${')'.repeat(65)}`
  const long = `tags:${'a'.repeat(16 * 1024)}`
  const wide = `tags:"${'é'.repeat(8 * 1024)}"`
  test.each([...pages, ...counts])('%s', async (path) => {
    for (const query of [deep, long, wide, 'clasification:x', 'tags:(a']) {
      const { status, body, headers } = await get(path, { query })
      expect([status, body.code], query.slice(0, 20)).toEqual([400, 'invalid-query'])
      const [first] = z
        .array(
          z.looseObject({ severity: z.string(), span: z.object({ start: z.number(), end: z.number() }) }),
        )
        .parse(body.diagnostics)
        .filter(({ severity }) => severity === 'error')
      expect(first?.span.end).toBeLessThanOrEqual(query.length)
      expect(body.message).toContain(`(at ${first?.span.start}–${first?.span.end})`)
      if (!path.startsWith('/api')) expect(headers.get('content-type')).toContain('application/json')
    }
    expect((await get(path, { query: `${'('.repeat(64)}a${')'.repeat(64)}` })).status).toBe(200)
    expect((await get(path, {})).status).toBe(400)
    expect((await get(path, { query: '' })).status).toBe(400)
  })
})

test('/api/ip/query shows only what was asked for, and names the nearest of what it does not know', async () => {
  const { body } = await get('/api/ip/query', {
    query: mine,
    size: 1,
    fields: 'metadata.asn,raw_data.scan.port',
  })
  expect(recordsOf(body)).toEqual([
    {
      ip: seen[0],
      internet_scanner_intelligence: {
        metadata: { asn: expect.any(String) },
        raw_data: { scan: [{ port: 80 }] },
      },
    },
  ])
  for (const parameter of ['fields', 'exclude'])
    expect(await get('/api/ip/query', { query: mine, [parameter]: 'metadata.asm' })).toMatchObject({
      status: 400,
      body: {
        message: `${parameter}: the record has no "metadata.asm", did you mean "metadata.asn"?`,
        suggestion: 'metadata.asn',
      },
    })
  const why = await get('/api/ip/query', { query: mine, size: 1, fields: 'metadata.asn', explain: 'true' })
  const [row] = recordsOf(why.body)
  expect(Object.keys(row ?? {}).sort()).toEqual(['explanation', 'internet_scanner_intelligence', 'ip'])
  expect(row?.explanation[0]).toMatchObject({ matched: true, values: [{ values: ['alias/1'] }] })
})
