import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, captureOf, settled, upload, webVisit } from '../product/captures.ts'
import { startProduct, type Product } from '../product/start.ts'

/** What running the field's existing clients taught (reference notes on the public API, 4.1): each trap is a claim. */

let product: Product
const seen = ['198.18.3.1', '198.18.3.2', '2001:db8:1::7']
const unseen = '198.18.3.99'

beforeAll(async () => {
  product = await startProduct()
  const now = Date.now()
  await upload(
    product,
    captureOf(
      seen.map((source, at) =>
        webVisit(source, { uri: `/trap/${at}`, userAgent: 'trap/1' }, now - 1000 * (at + 1)),
      ),
    ),
  )
  await settled(product)
})
afterAll(async () => {
  await product.stop()
  product.remove()
})

describe('booleans', () => {
  test('arrive as True and False as well', async () => {
    for (const quick of ['True', 'true', '1']) {
      const { body } = await ask(product, `/v3/ip/${seen[0]}?quick=${quick}`)
      expect(Object.keys(body.internet_scanner_intelligence as object).sort()).toEqual([
        'classification',
        'found',
      ])
    }
    for (const quick of ['False', 'false']) {
      const { body } = await ask(product, `/v3/ip/${seen[0]}?quick=${quick}`)
      expect(body.internet_scanner_intelligence).toHaveProperty('raw_data')
    }
    expect((await ask(product, `/v3/ip/${seen[0]}?quick=perhaps`)).status).toBe(400)
  })
})

describe('many addresses', () => {
  test('come back as data and ips_not_found, with the two booleans old filters read', async () => {
    const { status, body } = await ask(product, '/v3/ip?quick=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips: [...seen, unseen, 'not an address'] }),
    })
    expect(status).toBe(200)
    expect(body.request_metadata).toMatchObject({
      ips_not_found: [unseen, 'not an address'],
      restricted_fields: [],
    })
    expect(
      (body.data as { ip: string; noise: boolean; riot: boolean }[]).map(({ ip, noise, riot }) => [
        ip,
        noise,
        riot,
      ]),
    ).toEqual(seen.map((ip) => [ip, true, false]))
  })

  test('ips_not_found is there when all were found, and the list is bounded', async () => {
    const post = (ips: string[]) =>
      ask(product, '/v3/ip', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ips }),
      })
    expect((await post(seen)).body.request_metadata).toMatchObject({ ips_not_found: [] })
    expect((await post(Array.from({ length: 10_001 }, () => '198.18.0.1'))).status).toBe(400)
  })
})

describe('shapes', () => {
  test('a 404 has a JSON body', async () => {
    const { status, body } = await ask(product, `/v3/ip/${unseen}`)
    expect(status).toBe(404)
    expect(body.message).toBe('IP not found')
  })

  test('raw_data holds scan, ja3, hassh, http and tls even where nothing was seen', async () => {
    const { body } = await ask(product, `/v3/ip/${seen[1]}`)
    const scanner = body.internet_scanner_intelligence as {
      raw_data: Record<string, unknown>
      tags: unknown
      last_seen_timestamp: string
    }
    for (const part of ['scan', 'ja3', 'hassh', 'http', 'tls']) expect(scanner.raw_data).toHaveProperty(part)
    expect(Array.isArray(scanner.tags)).toBe(true)
    expect(scanner.last_seen_timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('GET with a JSON content type and any Accept is fine', async () => {
    const { status } = await ask(product, `/v3/ip/${seen[2]}`, {
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(status).toBe(200)
  })

  test('empty stats are null lists, an empty page is complete with an empty message', async () => {
    const stats = await ask(product, '/v3/gnql/stats?query=tags:nothing-of-the-kind')
    expect(stats.body.count).toBe(0)
    expect(Object.values(stats.body.stats as object).every((list) => list === null)).toBe(true)
    const page = await ask(product, '/v3/gnql?query=tags:nothing-of-the-kind')
    expect(page.body).toMatchObject({ data: [], request_metadata: { complete: true, message: '', count: 0 } })
  })

  test('unknown names in exclude are 400; known ones are left out', async () => {
    expect((await ask(product, '/v3/gnql?query=ip:198.18.3.1&exclude=nonsense')).status).toBe(400)
    const { body } = await ask(product, '/v3/gnql?query=ip:198.18.3.1&exclude=raw_data.ja3,metadata')
    const [record] = body.data as { internet_scanner_intelligence: Record<string, object> }[]
    expect(record?.internet_scanner_intelligence).not.toHaveProperty('metadata')
    expect(record?.internet_scanner_intelligence.raw_data).not.toHaveProperty('ja3')
    expect(record?.internet_scanner_intelligence.raw_data).toHaveProperty('hassh')
  })
})

describe('paging', () => {
  test('count is the whole, complete tells the end, and every address comes once', async () => {
    const got: string[] = []
    let scroll = ''
    do {
      const { body } = await ask(
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
    const { body } = await ask(product, '/ping')
    expect(body).toMatchObject({ message: 'pong', offering: 'enterprise' })
    expect(body.expiration).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await ask(product, '/ping', { key: 'bad' })).status).toBe(401)
    expect((await ask(product, '/ping', { key: null })).status).toBe(401)
  })

  test('community says seen, not seen and not an address the way scripts expect', async () => {
    expect((await ask(product, `/v3/community/${seen[0]}`, { key: null })).body).toMatchObject({
      noise: true,
      riot: false,
      message: 'Success',
      ip: seen[0],
    })
    const missing = await ask(product, `/v3/community/${unseen}`, { key: null })
    expect(missing.status).toBe(404)
    expect(missing.body).toEqual({
      ip: unseen,
      noise: false,
      riot: false,
      message: 'IP not observed scanning the internet or contained in RIOT data set.',
    })
    expect((await ask(product, '/v3/community/nothing', { key: null })).body.message).toBe(
      'Request is not a valid routable IPv4 address',
    )
  })

  test('Bearer and Basic carry the key too', async () => {
    const authorization = `Basic ${Buffer.from(`anything:${product.key}`).toString('base64')}`
    expect((await ask(product, '/ping', { key: null, headers: { authorization } })).status).toBe(200)
    expect(
      (await ask(product, '/ping', { key: null, headers: { authorization: `Bearer ${product.key}` } }))
        .status,
    ).toBe(200)
  })
})
