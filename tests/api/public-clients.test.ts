import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routableSources } from '#demo/routable.ts'
import { call } from '../product/captures.ts'
import type { Inside } from '../product/inside.ts'
import { post as sentTo, startForClients, seen, unseen } from './clients-server.ts'

/** What running the field's existing clients taught (reference notes on the public API, 4.1): each trap is a claim. */

let product: Inside
beforeAll(async () => {
  product = await startForClients()
})
afterAll(async () => {
  await product.close()
})

const post = (...asked: [path: string, body: unknown, headers?: HeadersInit]) => sentTo(product, ...asked)

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

  test('where one leads here from elsewhere, nobody is its operator for asking from this machine: a proxy may stand between', async () => {
    for (const host of ['noise.example', 'localhost'])
      expect(await raw('/metrics', host), host).toMatchObject({ status: 401 })
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
