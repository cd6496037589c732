import { spawnSync } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routableSources } from '#demo/routable.ts'
import { ipRecordV2 } from '#server/api/wire/ip-record-v2.ts'
import { knownLaterCalls } from '#server/api/later/routes.ts'
import { checker } from '../product/described.ts'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { root, startProduct, type Product } from '../product/start.ts'

/** What running the field's existing clients taught (reference notes on the public API, 4.1): each trap is a claim. */

let product: Product
const seen = ['198.18.3.1', '198.18.3.2', '2001:db8:1::7']
const unseen = '198.18.3.99'

beforeAll(async () => {
  product = await startProduct({
    environment: { NOISEFLOOR_URL: 'https://noise.example,https://enterprise.noise.example' },
  })
  const now = Date.now()
  await upload(
    product,
    captureOf(
      seen.map((source, at) =>
        webVisit(source, { uri: `/trap/${at}`, userAgent: 'trap/1' }, now - 1000 * (at + 1)),
      ),
    ),
  )
  const sent = spawnSync(process.execPath, [join(root, 'cli', 'main.ts'), 'demo', 'routable'], {
    encoding: 'utf8',
    env: { NOISEFLOOR_DATA: product.dataFolder },
  })
  expect([sent.status, sent.stderr]).toEqual([0, ''])
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.stop()
  product.remove()
})

/** Bytes, so that nothing adds a content type of its own. */
const post = (path: string, body: unknown, headers: HeadersInit = { 'content-type': 'application/json' }) =>
  call(product, path, { method: 'POST', headers, body: new TextEncoder().encode(JSON.stringify(body)) })

describe('booleans', () => {
  test('arrive as True and False as well', async () => {
    for (const quick of ['True', 'true', '1']) {
      const { body } = await call(product, `/v3/ip/${seen[0]}?quick=${quick}`)
      expect(Object.keys(body.internet_scanner_intelligence as object).sort()).toEqual([
        'classification',
        'found',
      ])
    }
    for (const quick of ['False', 'false']) {
      const { body } = await call(product, `/v3/ip/${seen[0]}?quick=${quick}`)
      expect(body.internet_scanner_intelligence).toHaveProperty('raw_data')
    }
    expect((await call(product, `/v3/ip/${seen[0]}?quick=perhaps`)).status).toBe(400)
  })
})

describe('many addresses', () => {
  const rowsOf = (body: Record<string, unknown>) =>
    (body.data as { ip: string; noise: boolean; riot: boolean }[]).map(({ ip, noise, riot }) => [
      ip,
      noise,
      riot,
    ])

  test('come back as data and ips_not_found', async () => {
    const { status, body } = await post('/v3/ip', { ips: [...seen, unseen, 'not an address'] })
    expect(status).toBe(200)
    expect(body.request_metadata).toMatchObject({
      ips_not_found: [unseen, 'not an address'],
      restricted_fields: [],
    })
    expect(rowsOf(body).map(([ip]) => ip)).toEqual(seen)
  })

  test('have a row each in quick answers, with the two booleans old filters read of every one', async () => {
    const { body } = await post('/v3/ip?quick=true', { ips: [...seen, unseen, 'not an address'] })
    expect(body.request_metadata).toMatchObject({ ips_not_found: ['not an address'] })
    expect(rowsOf(body)).toEqual([...seen.map((ip) => [ip, true, false]), [unseen, false, false]])
  })

  test('ips_not_found is there when all were found, and the list is bounded', async () => {
    expect((await post('/v3/ip', { ips: seen })).body.request_metadata).toMatchObject({ ips_not_found: [] })
    const many = Array.from({ length: 10_001 }, () => '198.18.0.1')
    expect((await post('/v3/ip', { ips: many })).status).toBe(400)
  })

  test('may be sent without a content type', async () => {
    const { status, body } = await post('/v3/ip', { ips: seen }, {})
    expect([status, rowsOf(body).length]).toEqual([200, seen.length])
  })
})

describe('shapes', () => {
  test('a 404 has a JSON body', async () => {
    const { status, body } = await call(product, `/v3/ip/${unseen}`)
    expect(status).toBe(404)
    expect(body.message).toBe('IP not found')
  })

  test('raw_data holds scan, ja3, hassh, http and tls even where nothing was seen', async () => {
    const { body } = await call(product, `/v3/ip/${seen[1]}`)
    const scanner = body.internet_scanner_intelligence as {
      raw_data: Record<string, unknown>
      tags: unknown
      last_seen_timestamp: string
    }
    for (const part of ['scan', 'ja3', 'hassh', 'http', 'tls']) expect(scanner.raw_data).toHaveProperty(part)
    expect(Array.isArray(scanner.tags)).toBe(true)
    expect(scanner.last_seen_timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('what clients read as a list is one, and what some read as a text and others as a list is not there', async () => {
    const { body } = await call(product, `/v3/ip/${seen[1]}`)
    const { raw_data: raw } = body.internet_scanner_intelligence as {
      raw_data: { tls: Record<string, unknown>; tcp: Record<string, unknown> }
    }
    expect(raw.tls.cipher).toEqual([])
    expect(raw.tcp).toEqual({ ja4t: [] })
  })

  test('GET with a JSON content type and any Accept is fine', async () => {
    const { status } = await call(product, `/v3/ip/${seen[2]}`, {
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(status).toBe(200)
  })

  test('empty stats are null lists, an empty page is complete with an empty message', async () => {
    const stats = await call(product, '/v3/gnql/stats?query=tags:nothing-of-the-kind')
    expect(stats.body.count).toBe(0)
    expect(Object.values(stats.body.stats as object).every((list) => list === null)).toBe(true)
    const page = await call(product, '/v3/gnql?query=tags:nothing-of-the-kind')
    expect(page.body).toMatchObject({ data: [], request_metadata: { complete: true, message: '', count: 0 } })
  })

  test('of a CVE that no source told of, nothing says no', async () => {
    const { status, body } = await call(product, '/v1/cve/CVE-2021-44228')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['details', 'exploitation_activity', 'id'])
    for (const name of ['cve_cvss_score', 'published_to_nist_nvd'])
      expect(body.details).not.toHaveProperty(name)
  })

  test('unknown names in exclude are 400; known ones are left out', async () => {
    expect((await call(product, '/v3/gnql?query=ip:198.18.3.1&exclude=nonsense')).status).toBe(400)
    const { body } = await call(product, '/v3/gnql?query=ip:198.18.3.1&exclude=raw_data.ja3,metadata')
    const [record] = body.data as { internet_scanner_intelligence: Record<string, object> }[]
    expect(record?.internet_scanner_intelligence).not.toHaveProperty('metadata')
    expect(record?.internet_scanner_intelligence.raw_data).not.toHaveProperty('ja3')
    expect(record?.internet_scanner_intelligence.raw_data).toHaveProperty('hassh')
  })

  test('exclude takes the names of metadata with and without it, and names of others that leave nothing out', async () => {
    const names = ['destination_asns', 'destination_cities', 'metadata.destination_countries', 'sensor_hits']
    const { status, body } = await call(
      product,
      `/v3/gnql?query=ip:198.18.3.1&exclude=${[...names, 'tag_volumes', 'callback_ips', 'tags.details'].join(',')}`,
    )
    expect(status).toBe(200)
    const [record] = body.data as {
      internet_scanner_intelligence: { metadata: object; tags: object[] }
    }[]
    for (const name of names)
      expect(record?.internet_scanner_intelligence.metadata).not.toHaveProperty(name.replace('metadata.', ''))
    expect(record?.internet_scanner_intelligence.metadata).toHaveProperty('destination_country_codes')
    for (const tag of record?.internet_scanner_intelligence.tags ?? [])
      expect(Object.keys(tag).sort()).toEqual(['id', 'slug'])
  })
})

describe('paging', () => {
  test('count is the whole, complete tells the end, and every address comes once', async () => {
    const got: string[] = []
    let scroll = ''
    do {
      const { body } = await call(
        product,
        `/v3/gnql?size=1&query=raw_data.http.useragent:trap/1${scroll ? `&scroll=${scroll}` : ''}`,
      )
      const meta = body.request_metadata as {
        count: number
        complete: boolean
        scroll: string
        adjusted_query: string
      }
      expect(meta.count).toBe(3)
      expect(meta.adjusted_query).toBe('(raw_data.http.useragent:trap/1) last_seen:90d')
      got.push(...(body.data as { ip: string }[]).map(({ ip }) => ip))
      scroll = meta.complete ? '' : meta.scroll
    } while (scroll !== '')
    expect(got).toEqual([...new Set(got)])
    expect(got.sort()).toEqual([...seen].sort())
  })
})

describe('keys and small calls', () => {
  test('ping knows a good key from a bad and a missing one', async () => {
    const { body } = await call(product, '/ping')
    expect(body).toMatchObject({ message: 'pong', offering: 'enterprise' })
    expect(body.expiration).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await call(product, '/ping', { key: 'bad' })).status).toBe(401)
    expect((await call(product, '/ping', { key: null })).status).toBe(401)
  })

  test('community says seen, not seen and not an address the way scripts expect', async () => {
    expect((await call(product, `/v3/community/${seen[0]}`, { key: null })).body).toMatchObject({
      noise: true,
      riot: false,
      message: 'Success',
      ip: seen[0],
    })
    const missing = await call(product, `/v3/community/${unseen}`, { key: null })
    expect(missing.status).toBe(404)
    expect(missing.body).toMatchObject({
      ip: unseen,
      noise: false,
      riot: false,
      message: 'IP not observed scanning the internet or contained in RIOT data set.',
    })
  })

  test('community refuses what is no address or only its own network knows', async () => {
    for (const ip of [
      'nothing',
      '10.0.0.1',
      '127.0.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '224.0.0.1',
      'fe80::1',
    ])
      expect(await call(product, `/v3/community/${ip}`, { key: null }), ip).toMatchObject({
        status: 400,
        body: { message: 'Request is not a valid routable IPv4 address' },
      })
  })

  test('community holds what a client needs to print it as text, seen or not, and no empty list for an unknown one', async () => {
    for (const [ip, found] of [
      [seen[0], true],
      [unseen, false],
    ] as const) {
      const { body } = await call(product, `/v3/community/${ip}`, { key: null })
      const scanner = body.internet_scanner_intelligence as Record<string, Record<string, unknown>>
      expect(scanner.found).toBe(found)
      expect(body.business_service_intelligence).toMatchObject({ found: false })
      for (const name of ['source_city', 'source_country', 'source_country_code', 'asn', 'organization'])
        expect(scanner.metadata).toHaveProperty(name)
      expect(scanner.raw_data).toEqual({ http: {}, tls: {}, ssh: {}, tcp: {}, source: {} })
      for (const list of ['tags', 'cves', 'callback_ips']) expect(scanner).not.toHaveProperty(list)
    }
  })

  test('Bearer and Basic carry the key too', async () => {
    const authorization = `Basic ${Buffer.from(`anything:${product.key}`).toString('base64')}`
    expect((await call(product, '/ping', { key: null, headers: { authorization } })).status).toBe(200)
    expect(
      (await call(product, '/ping', { key: null, headers: { authorization: `Bearer ${product.key}` } }))
        .status,
    ).toBe(200)
  })
})

describe('version 2, which older clients know alone', () => {
  test('quick: a row an address, in their order, by every way clients send a list', async () => {
    const rows = [
      { ip: seen[0], noise: true, riot: false, code: '0x01' },
      { ip: unseen, noise: false, riot: false, code: '0x00' },
      { ip: 'nonsense', noise: false, riot: false, code: '0x07' },
    ]
    const ips = rows.map(({ ip }) => ip)
    const answers = [
      await call(product, `/v2/noise/multi/quick?ips=${ips.join(',')}`),
      await post('/v2/noise/multi/quick', { ips }),
      await post('/v2/noise/multi/quick', { ips }, {}),
      await post('/v2/noise/multi/quick', ips),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, rows])
    for (const row of rows.slice(0, 2))
      expect((await call(product, `/v2/noise/quick/${row.ip}`)).body).toEqual(row)
    expect((await call(product, '/v2/noise/quick/nonsense')).status).toBe(400)
  })

  test('context: the flat record, and one that was not seen says so', async () => {
    const one = await call(product, `/v2/noise/context/${seen[1]}`)
    expect(one.status).toBe(200)
    expect(ipRecordV2.parse(one.body)).toEqual(one.body)
    expect(one.body).toMatchObject({ seen: true, raw_data: { web: { paths: ['/trap/1'] } } })
    const none = await call(product, `/v2/noise/context/${unseen}`)
    expect([none.status, none.body]).toEqual([200, { ip: unseen, seen: false }])
    const { body } = await post('/v2/noise/multi/context', { ips: [unseen, seen[1], 'nonsense'] })
    expect(body).toEqual({ data: [none.body, one.body, { ip: 'nonsense', seen: false }] })
  })

  test('lists are bounded', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `198.18.${n >> 8}.${n & 255}`)
    for (const path of ['/v2/noise/multi/quick', '/v2/noise/multi/context']) {
      expect((await post(path, { ips: many })).body).toMatchObject({ status: 400, code: 'invalid-input' })
      expect((await post(path, { ips: many.slice(1) })).status).toBe(200)
      expect((await post(path, { ips: [] })).status).toBe(400)
    }
    expect((await call(product, `/v2/noise/multi/quick?ips=${many.join(',')}`)).status).toBe(400)
    expect((await call(product, '/v2/noise/multi/quick')).status).toBe(400)
  })

  test('metadata is all tags', async () => {
    const { body } = await call(product, '/v2/meta/metadata')
    expect({ tags: body.metadata }).toEqual((await call(product, '/v3/tags')).body)
    expect((body.metadata as object[])[0]).toMatchObject({
      id: expect.any(String),
      label: expect.any(String),
      recommend_block: expect.any(Boolean),
    })
  })

  test('riot: a miss is 404 with its shape', async () => {
    const { status, body } = await call(product, `/v2/riot/${unseen}`)
    expect([status, body]).toEqual([404, { ip: unseen, riot: false }])
  })
})

describe('a walk over every call that clients are known to make', () => {
  /** As the Python SDK 3.0, 2.3 and 1.3, the MCP server and the Terraform provider write them; `ip` was seen. */
  const ip = seen[0]
  const id = '0c9f5cdc-3d9e-4c4c-9d57-3a5f0f1f0f1f'
  const query = 'query=last_seen:1d'
  const window = 'start_time=2026-11-01T00:00:00Z&end_time=2026-11-02T00:00:00Z'
  const calls = [
    `GET /ping`,
    `GET /v3/community/${ip}`,
    `GET /v3/ip/${ip}`,
    `GET /v3/ip/${ip}?quick=true&workspace_labels=greynoise`,
    `POST /v3/ip?quick=true {"ips":["${ip}"]}`,
    `GET /v3/gnql?${query}&quick=False&size=10`,
    `GET /v3/gnql/metadata?${query}&format=csv`,
    `GET /v3/gnql/stats?${query}`,
    `GET /v3/gnql/timeseries?${query}&start=2026-11-01T00:00:00Z&end=2026-11-02T00:00:00Z`,
    `GET /v3/gnql/timeseries/stats?${query}&interval=hour`,
    `GET /v3/noise/ips/${ip}/timeline?field=classification&days=1&granularity=1d`,
    `GET /v3/noise/ips/${ip}/hourly-summary?limit=100&days=1`,
    `GET /v3/noise/ips/${ip}/daily-summary?limit=50`,
    `GET /v3/similarity/ips/${ip}?limit=50&minimum_score=0.8`,
    `POST /v3/similarity/ips/${ip}/compare {"ips":[]}`,
    `GET /v3/similarity/ips/${ip}/export?format=csv`,
    `GET /v3/tags?slug=mirai`,
    `GET /v3/tags/mirai`,
    `GET /v3/tags/mirai/activity?days=10&granularity=24h`,
    `GET /v3/tags/${id}/ips?format=txt&token=abc`,
    `GET /v3/tags/${id}/ips/download?format=txt`,
    `GET /v3/summary/tags?sort=trending`,
    `POST /v3/cves {"cves":["CVE-2021-44228"]}`,
    `GET /v3/sessions?${window}&query=*`,
    `GET /v3/sessions/fields`,
    `GET /v3/sessions/counts?${window}&fields=source.ip`,
    `GET /v3/sessions/connections?${window}`,
    `GET /v3/sessions/timeseries?${window}`,
    `GET /v3/sessions/unique?${window}&field=source.ip`,
    `GET /v3/sessions/export?${window}`,
    `GET /v3/sessions/2505-abcdef`,
    `GET /v3/sessions/2505-abcdef/export?type=pcap`,
    `GET /v3/sessions/2505-abcdef/frames`,
    `GET /v3/workspaces/${id}/blocklists?limit=10&offset=0`,
    `POST /v3/workspaces/${id}/blocklists {"name":"a"}`,
    `GET /v3/workspaces/${id}/blocklists/${id}`,
    `PUT /v3/workspaces/${id}/blocklists/${id} {}`,
    `DELETE /v3/workspaces/${id}/blocklists/${id}`,
    `GET /v3/workspaces/${id}/blocklists/${id}/ips?size=10`,
    `GET /v3/bsi/lookup?ip=8.8.8.8`,
    `POST /v3/bsi/bulk {"ips":["8.8.8.8"]}`,
    `GET /v3/bsi/trust?date=now`,
    `GET /v3/bsi/company?date=now`,
    `GET /v3/bsi/category?date=now`,
    `GET /v3/bsi/download`,
    `GET /v3/articles?page=1`,
    `GET /v3/articles/categories`,
    `GET /v3/articles/rss-token`,
    `POST /v3/articles/rss-token`,
    `GET /v3/articles/some-article`,
    `GET /v2/experimental/gnql?${query}`,
    `GET /v2/experimental/gnql/stats?${query}&count=10`,
    `GET /v2/noise/context/${ip}`,
    `GET /v2/noise/quick/${ip}`,
    `GET /v2/noise/multi/quick?ips=${ip}`,
    `POST /v2/noise/multi/quick {"ips":["${ip}"]}`,
    `POST /v2/noise/multi/context {"ips":["${ip}"]}`,
    `GET /v2/meta/metadata`,
    `POST /v2/interesting/${ip}`,
    `GET /v2/request/feedback`,
    `POST /v2/analyze/upload {}`,
    `GET /v2/analyze/${id}`,
    `GET /v2/workspaces/${id}/alerts`,
    `POST /v2/workspaces/${id}/alerts {}`,
    `POST /v2/workspaces/${id}/alerts/test-webhook {}`,
    `GET /v2/workspaces/${id}/alerts/${id}`,
    `PUT /v2/workspaces/${id}/alerts/${id} {}`,
    `DELETE /v2/workspaces/${id}/alerts/${id}`,
    `GET /v1/account`,
    `GET /v1/cve/CVE-2021-44228`,
    `GET /v1/workspaces/${id}/sensors?page=1&page_size=100`,
    `GET /v1/workspaces/${id}/sensors/activity?format=json`,
    `GET /v1/workspaces/${id}/sensors/bootstrap/script`,
    `GET /v1/workspaces/${id}/sensors/unbootstrap/script`,
    `GET /v1/workspaces/${id}/sensors/${id}`,
    `PUT /v1/workspaces/${id}/sensors/${id} {}`,
    `DELETE /v1/workspaces/${id}/sensors/${id}`,
    `GET /v1/personas?workspace=${id}`,
    `GET /v1/personas/${id}`,
    `GET /v1/callback/ip/${ip}`,
    `POST /v1/callback/ips {}`,
    `POST /v1/callback/export-ips {}`,
    `POST /v1/callback/overview {}`,
  ]

  test('each is answered, or refused as not built, and never "not found"', async () => {
    for (const call of calls) {
      const [method = '', path = '', body] = call.split(' ')
      const { status, headers, text } = await sent(method, path, body)
      expect([200, 501], `${call}: ${text}`).toContain(status)
      if (status === 200) continue
      expect(headers.get('content-type'), call).toBe('application/json; charset=utf-8')
      expect(JSON.parse(text), call).toMatchObject({
        type: 'urn:noisefloor:error:not-implemented',
        status: 501,
        message: expect.stringMatching(/^Not available in this version: /),
      })
    }
  })

  test('no line of the table of later calls is served by now, each answers, and a wrong method is 405', async () => {
    const { body } = await call(product, '/api/openapi.json')
    const paths = body.paths as Record<string, Record<string, unknown>>
    for (const { method, path } of knownLaterCalls) {
      expect(paths[path]?.[method.toLowerCase()], `${method} ${path} is served`).toBeUndefined()
      const { status, text } = await sent(method, path.replaceAll(/\{\w+\}/g, 'x'))
      expect([path, status, text]).toEqual([path, 501, expect.stringContaining('"message":"Not available')])
    }
    const { headers } = await call(product, '/v3/similarity/ips/198.18.0.1', { method: 'PATCH' })
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test('a visitor is asked for a key where a workspace acts, and refused where the plan withholds it', async () => {
    for (const [path, status] of [
      ['/v1/account', 401],
      ['/v1/personas', 401],
      ['/v3/sessions', 401],
      ['/v3/similarity/ips/198.18.0.1', 501],
    ] as const)
      expect((await call(product, path, { key: null })).status, path).toBe(status)
  })

  async function sent(method: string, path: string, body?: string) {
    const response = await fetch(new URL(path, product.url), {
      method,
      headers: { key: product.key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
})

test('the demo has addresses that clients hold to be routable, as data of the demo alone', async () => {
  for (const [at, ip] of routableSources.entries()) {
    const { body } = await call(product, `/v3/ip/${ip}`)
    expect(body.internet_scanner_intelligence).toMatchObject({
      found: true,
      classification: ['malicious', expect.any(String), expect.any(String)][at],
    })
    expect((await call(product, `/v3/community/${ip}`)).body).toMatchObject({
      noise: true,
      message: 'Success',
    })
    expect((await call(product, `/api/ip/${ip}`)).body).toMatchObject({ demo: true })
  }
})

describe('the way to the server', () => {
  test('a base address that ends with a slash is the same call; what is no call is not', async () => {
    for (const path of [`//v3/ip/${seen[0]}`, `///v3//ip/${seen[0]}`, `//api/ip/${seen[0]}`])
      expect(await raw(path, '127.0.0.1'), path).toMatchObject({ status: 200 })
    for (const path of [`/v3/ip/${seen[0]}`, `/v2/noise/context/${seen[0]}`, `/api/ip/${seen[0]}`, '/ping']) {
      const [plain, ended] = [await raw(path, '127.0.0.1'), await raw(`${path}//`, '127.0.0.1')]
      expect(ended, path).toEqual(plain)
    }
    for (const path of ['//evil.example', '//evil.example/', '//evil.example/v3/ip', '/\\\\evil.example']) {
      const { status, location } = await raw(path, '127.0.0.1')
      expect([400, 404], path).toContain(status)
      expect(location, path).toBeUndefined()
    }
  })

  test('every name of NOISEFLOOR_URL is one of this server, and no other', async () => {
    for (const host of ['noise.example', 'enterprise.noise.example:443', 'localhost'])
      expect(await raw('/healthz', host), host).toMatchObject({ status: 200 })
    expect(await raw('/healthz', 'api.noise.example')).toMatchObject({ status: 421 })
    const { body } = await call(product, `/v3/community/${seen[0]}`)
    expect(body.link).toBe(`https://noise.example/ip/${seen[0]}`)
  })

  /** As it stands, which no URL parser has touched. */
  const raw = (path: string, host: string) =>
    new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      const { hostname, port } = new URL(product.url)
      request({ hostname, port, path, headers: { host } }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode, location: answer.headers.location }))
      })
        .once('error', reject)
        .end()
    })
})

test('what the product answers is what its description says, member by member', async () => {
  const { body: description } = await call(product, '/api/openapi.json')
  const check = checker(description)
  const ip = seen[0] ?? ''
  const found: string[] = []
  const calls = [
    ['/healthz', '/healthz'],
    ['/readyz', '/readyz'],
    ['/ping', '/ping'],
    ['/api/ip/{ip}', `/api/ip/${ip}`],
    ['/api/ip/{ip}', `/api/ip/${unseen}`],
    ['/api/ip/{ip}', '/api/ip/8.8.8.8'],
    ['/api/ip/{ip}', '/api/ip/nonsense'],
    ['/api/ip/query', `/api/ip/query?query=ip:${ip}&explain=1`],
    ['/api/ip/query', `/api/ip/query?query=ip:${ip}&fields=metadata.asn,tags.name`],
    ['/api/ip/query', `/api/ip/query?query=ip:${unseen} tags:none&explain=1`],
    ['/api/ip/query', `/api/ip/query?query=(`],
    ['/api/ip/{ip}/timeline', `/api/ip/${ip}/timeline?field=http_path`],
    ['/api/ip/{ip}/verdicts', `/api/ip/${ip}/verdicts`],
    ['/api/tags', '/api/tags?items_per_page=100'],
    ['/api/tags', '/api/tags?itemsPerPage=100'],
    ['/api/tags/trends', '/api/tags/trends?sort=active'],
    ['/api/tags/autocomplete', '/api/tags/autocomplete'],
    ['/api/tags/{id}', '/api/tags/mirai'],
    ['/api/tags/{id}', '/api/tags/none-of-the-kind'],
    ['/api/tags/{id}/activity', '/api/tags/mirai/activity'],
    ['/api/cves/{cve}', '/api/cves/CVE-2021-44228'],
    ['/api/cves/{cve}', '/api/cves/CVE-1999-9999'],
    ['/api/sources', '/api/sources'],
    ['/api/gnql/complete', '/api/gnql/complete?text=tags:Mi'],
    ['/v1/cve/{cve_id}', '/v1/cve/CVE-2021-44228'],
    ['/v2/experimental/gnql', `/v2/experimental/gnql?query=ip:${ip}`],
    ['/v2/experimental/gnql/stats', `/v2/experimental/gnql/stats?query=ip:${ip}`],
    ['/v2/noise/quick/{ip}', `/v2/noise/quick/${ip}`],
    ['/v2/noise/multi/quick', `/v2/noise/multi/quick?ips=${ip},x`],
    ['/v2/noise/context/{ip}', `/v2/noise/context/${ip}`],
    ['/v2/noise/context/{ip}', `/v2/noise/context/${unseen}`],
    ['/v2/meta/metadata', '/v2/meta/metadata'],
    ['/v2/riot/{ip}', `/v2/riot/${unseen}`],
    ['/v3/community/{ip}', `/v3/community/${ip}`],
    ['/v3/community/{ip}', `/v3/community/${unseen}`],
    ['/v3/community/{ip}', '/v3/community/10.0.0.1'],
    ['/v3/ip/{ip}', `/v3/ip/${ip}`],
    ['/v3/ip/{ip}', `/v3/ip/${ip}?quick=true`],
    ['/v3/ip/{ip}', `/v3/ip/${unseen}`],
    ['/v3/gnql', `/v3/gnql?query=ip:${ip}`],
    ['/v3/gnql', `/v3/gnql?query=ip:${ip}&quick=true`],
    ['/v3/gnql', `/v3/gnql?query=ip:${ip}&exclude=tags.details,metadata`],
    ['/v3/gnql/metadata', `/v3/gnql/metadata?query=ip:${ip}`],
    ['/v3/gnql/stats', `/v3/gnql/stats?query=tags:none`],
    ['/v3/noise/ips/{ip}/timeline', `/v3/noise/ips/${ip}/timeline`],
    ['/v3/noise/ips/{ip}/hourly-summary', `/v3/noise/ips/${ip}/hourly-summary`],
    ['/v3/noise/ips/{ip}/daily-summary', `/v3/noise/ips/${ip}/daily-summary`],
    ['/v3/tags', '/v3/tags?name=mirai'],
    ['/v3/tags/{id}', '/v3/tags/mirai'],
    ['/v3/tags/{id}/activity', '/v3/tags/mirai/activity'],
    ['/v3/summary/tags', '/v3/summary/tags'],
    ['post /v3/ip', '/v3/ip', { ips: [ip, unseen] }],
    ['post /v3/ip', '/v3/ip?quick=true', { ips: [ip, unseen] }],
    ['post /v3/ip', '/v3/ip', { ips: [] }],
    ['post /v3/cves', '/v3/cves', { cves: ['CVE-2021-44228'] }],
    ['post /v2/noise/multi/quick', '/v2/noise/multi/quick', { ips: [ip] }],
    ['post /v2/noise/multi/context', '/v2/noise/multi/context', [ip, unseen]],
  ] as const
  for (const [template, path, sent] of calls) {
    const { status, headers, body } = sent ? await post(path, sent) : await call(product, path)
    const [method, described] = template.startsWith('post ') ? ['post', template.slice(5)] : ['get', template]
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    for (const wrong of check({ method, path: described, status, type }, body))
      found.push(`${method} ${path} ${status}: ${wrong}`)
  }
  expect(found).toEqual([])
  const taken = await upload(
    product,
    captureOf([webVisit(unseen, { uri: '/later' }, Date.now() - 500)]),
    'name=x',
  )
  const receipt = { method: 'post', path: '/api/ingest/captures', status: 200, type: 'application/json' }
  expect(check(receipt, taken.body)).toEqual([])
})
