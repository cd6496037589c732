import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, captureOf, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** What people and programs send that is wrong: each gets a clear answer, and the next request gets its own. */

let product: Inside
/** What is written past the log, as libraries do it. */
const written: unknown[] = []
beforeAll(async () => {
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void written.push(...words))
  product = await openInside({ CAPTURE_LIMIT_MB: '5' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await product.close()
})
const output = (): string => `${product.output()}${written.join('\n')}`

const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = json) =>
  call(product, '/v3/ip', { method: 'POST', headers, body })

test('measurements count the pages that were shown, by the names of the route table', async () => {
  const headers = { accept: 'text/html', key: product.key }
  const get = async (path: string): Promise<string> =>
    (await fetch(new URL(path, product.url), { headers })).text()
  for (const path of ['/ip/198.18.0.1', '/ip/198.18.0.2', '/cheat-sheet', '/nope']) await get(path)
  const counted = (await get('/metrics')).match(/^noisefloor_page_views_total.*$/gm)?.toSorted()
  expect(counted).toEqual([
    'noisefloor_page_views_total{page="cheat-sheet"} 1',
    'noisefloor_page_views_total{page="ip-ip"} 2',
  ])
})

describe('a body in JSON', () => {
  test('that is none is 400, of another type 415', async () => {
    for (const body of ['{"ips":', '']) expect((await post(body)).body).toMatchObject({ status: 400 })
    expect((await post('ips=1', { 'content-type': 'text/plain' })).body).toMatchObject({ status: 415 })
  })

  test('is read under the types that `curl -d` and scripts write without meaning them, but not with what a browser adds', async () => {
    const form = 'application/x-www-form-urlencoded'
    const basic = { authorization: `Basic ${Buffer.from(`x:${product.key}`).toString('base64')}` }
    for (const type of [form, `${form}; charset=UTF-8`, 'text/plain;charset=UTF-8', 'Text/Plain']) {
      const sent = (body: string, more = {}) => post(body, { 'content-type': type, ...more })
      expect((await sent(' {"ips":["198.18.0.9"]}')).status, type).toBe(200)
      expect((await sent('{"ips":')).status, type).toBe(400)
      expect((await sent('ips=1')).status, type).toBe(415)
      const init = { method: 'POST', key: null, body: '{"ips":["198.18.0.9"]}' }
      const headers = { 'content-type': type, ...basic }
      expect((await call(product, '/v3/ip', { ...init, headers })).status, type).toBe(415)
      const foreign = { origin: 'https://evil.example', 'content-type': type }
      expect((await call(product, '/v3/ip', { ...init, headers: foreign })).status, type).toBe(403)
    }
    const upload = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post('{"ips":["198.18.0.9"]}', upload)).status).toBe(415)
  })

  test('that is missing, with its type too, is 400 and says what was expected', async () => {
    for (const [path, list] of [
      ['/v3/ip', 'ips'],
      ['/v3/cves', 'cves'],
    ] as const) {
      const { status, body } = await call(product, path, { method: 'POST' })
      expect([path, status], path).toEqual([path, 400])
      expect(body.message).toContain(list)
    }
  })

  test('is bounded, with and without a length', async () => {
    const long = `{"ips":["${'1'.repeat(10_000_000)}"]}`
    expect((await post(long)).status).toBe(413)
    const { answers } = await exchange(
      chunked('POST /v3/ip', ['content-type: application/json'], Buffer.from(long)),
    )
    expect(answers).toEqual([413, 200])
  })

  test('whose names are not known is told some of them, however many or long they are', async () => {
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`n${at}`, 1]))
    for (const names of [many, { ['n'.repeat(1_000_000)]: 1 }]) {
      const body = JSON.stringify({ email: 'a@example.org', ...names })
      const asked = { method: 'POST', key: null, headers: json, body }
      const answer = await call(product, '/api/auth/forgot-password', asked)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(/^request: Unrecognized keys?: "n.{900,1000}…$/)
    }
  })

  test('without a length is read as any other', async () => {
    const { answers } = await exchange(
      chunked('POST /v3/ip', ['content-type: application/json'], Buffer.from('{"ips":["198.18.0.9"]}')),
    )
    expect(answers).toEqual([200, 200])
  })
})

describe('a body nobody reads', () => {
  const large = Buffer.alloc(50_000_000, 7)

  test('breaks nothing: the answer comes, and the connection serves on', async () => {
    const bytes = captureOf([webVisit('198.18.9.1', { uri: '/edge' }, Date.now() - 1000)])
    expect((await upload(product, bytes, 'batch_id=known')).status).toBe(200)
    const key = `key: ${product.key}`
    for (const [path, header, unmeasured, announced] of [
      ['/api/ingest/captures', 'key: wrong', 401, 401],
      ['/api/ingest/captures', 'accept: */*', 401, 401],
      ['/api/ingest/captures?batch_id=known', key, 200, 413],
      ['/api/ingest/captures?origin=nobody', key, 400, 400],
      ['/api/ingest/captures', key, 413, 413],
      ['/api/nowhere', 'accept: */*', 413, 413],
      ['/', 'accept: */*', 413, 413],
    ] as const) {
      for (const [written, status] of [
        [chunked, unmeasured],
        [measured, announced],
      ] as const) {
        const { answers } = await exchange(written(`POST ${path}`, [header], large))
        expect(answers, `${path} ${written.name}`).toEqual([status, 200])
      }
    }
  })
})

describe('a method a path does not take', () => {
  test.each([
    ['DELETE', '/v3/gnql', 'GET, HEAD, OPTIONS'],
    ['POST', '/v3/ip/198.18.0.1', 'GET, HEAD, OPTIONS'],
    ['GET', '/v3/ip', 'OPTIONS, POST'],
    ['PUT', '/api/ip/198.18.0.1', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/demo', 'DELETE, OPTIONS, POST'],
    ['POST', '/', 'GET, HEAD'],
  ])('%s %s is 405 and names those it takes', async (method, path, allow) => {
    const { status, headers } = await call(product, path, { method })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })

  test('OPTIONS names them, and a path that is none stays 404', async () => {
    const asked = await call(product, '/v3/gnql', { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect((await call(product, '/v3/nowhere', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('a parameter', () => {
  test('that a call of /api does not have is refused by name', async () => {
    for (const [path, parameter, suggestion] of [
      ['/api/tags?itemsPerPage=5', 'itemsPerPage', 'items_per_page'],
      ['/api/ip/query?query=*&scrollToken=x', 'scrollToken', 'scroll_token'],
      ['/api/ip/query?query=*&exportFormat=csv', 'exportFormat', 'export_format'],
      ['/api/ip/198.18.0.1/timeline?dais=3', 'dais', 'days'],
      ['/api/cves/CVE-2021-44228?x=1', 'x', null],
      ['/api/sources?constructor=1', 'constructor', null],
    ] as const)
      expect(await call(product, path), path).toMatchObject({
        status: 400,
        body: {
          code: 'invalid-input',
          message: expect.stringContaining(`no parameter "${parameter}"`),
          parameter,
          suggestion,
        },
      })
    const removal = await call(product, '/api/sources/own?force=1', { method: 'DELETE' })
    expect(removal.body).toMatchObject({ status: 400, expected: [] })
  })

  test('of a public alias or a page is as free as what existing clients and links send', async () => {
    for (const path of ['/v3/ip/198.18.0.1?quick=true&workspace_labels=greynoise&x=1', '/ping?x=1'])
      expect((await call(product, path)).status, path).toBe(200)
    expect((await fetch(new URL('/?utm_source=x&itemsPerPage=2', product.url))).status).toBe(200)
  })

  test('that is no decimal number or has a damaged percent-encoding is refused', async () => {
    for (const path of [
      '/api/ip/198.18.0.1/timeline?days=0x10',
      '/api/ip/198.18.0.1/timeline?days=1e1',
      '/api/ip/198.18.0.1/timeline?days=',
      '/v3/noise/ips/198.18.0.1/timeline?days=0x10',
      '/v3/gnql?query=%E0%A4%A',
      '/api/ip/query?query=100%',
    ])
      expect((await call(product, path)).body, path).toMatchObject({ status: 400, code: 'invalid-input' })
  })
})

describe('the door', () => {
  test('a foreign host name, and a foreign page that posts, are refused', async () => {
    const foreignHost = await new Promise<number | undefined>((done, fail) => {
      request(
        new URL('/v3/ip/198.18.7.7', product.url),
        { headers: { host: 'rebound.example' } },
        (response) => done(response.statusCode),
      )
        .on('error', fail)
        .end()
    })
    expect(foreignHost).toBe(421)
    const foreignPage = await call(product, '/api/demo', {
      method: 'DELETE',
      headers: { origin: 'https://evil.example' },
    })
    expect(foreignPage.status).toBe(403)
  })

  test('every failure of the API is a problem body with a message', async () => {
    for (const path of [
      '/api/ip/nonsense',
      '/v3/ip/999.1.1.1',
      '/v3/gnql',
      '/v3/gnql?query=clasification:x',
      '/api/nothing',
      '/v3/gnql?query=x&size=0',
    ]) {
      const { status, body, headers } = await call(product, path)
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
      expect(typeof body.message, path).toBe('string')
      // Clients of the public aliases read a body only when it is called JSON.
      const type = path.startsWith('/api/') ? 'application/problem+json' : 'application/json'
      expect(headers.get('content-type'), path).toContain(type)
    }
  })
})

test('HEAD tells what GET would, for pages too', async () => {
  const { headers } = await fetch(new URL('/', product.url), { method: 'HEAD' })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('a query longer than we read is 400, an address longer than any is 431 with a line that says so', async () => {
  expect((await call(product, `/v3/gnql?query=${'a'.repeat(20_000)}`)).status).toBe(400)
  const long = await fetch(new URL(`/query/${'a'.repeat(70_000)}`, product.url))
  expect(long.status).toBe(431)
  expect(await long.text()).toContain('65536 bytes')
})

test('the timeline takes 1h to 24h and 1d to 90d', async () => {
  const of = async (granularity: string) =>
    (await call(product, `/api/ip/198.18.9.1/timeline?granularity=${granularity}`)).status
  for (const good of ['1h', '24h', '1d', '90d']) expect(await of(good), good).toBe(200)
  for (const bad of ['0h', '25h', '0d', '91d', '01h', '1w', 'h', '']) expect(await of(bad), bad).toBe(400)
})

test('a path whose percent signs encode nothing is read as it stands', async () => {
  const page = await fetch(new URL('/query/%E0%A4%A', product.url))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('(%E0%A4%A) last_seen:90d')
  expect(output()).not.toContain('could not be decoded')
})

test('the surprises of all that are none of the log', () => {
  expect(output()).not.toContain('unexpected error')
})

test('the key is nowhere in what the server says', () => {
  expect(output()).not.toContain(product.key)
})

const head = (request: string, headers: readonly string[]): string =>
  [`${request} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')

function measured(request: string, headers: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${head(request, headers)}\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ])
}

function chunked(request: string, headers: readonly string[], body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      `${head(request, headers)}\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
    ),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
}

/** Sends a request to its end whatever comes back, then a second one on the same connection; the statuses of both. */
function exchange(request: Buffer): Promise<{ answers: number[] }> {
  return new Promise((resolve, reject) => {
    let said = ''
    const { hostname, port } = new URL(product.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, () => socket.write(`${head('GET /healthz', ['connection: close'])}\r\n\r\n`))
    })
    socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('end', () =>
      resolve({ answers: [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) }),
    )
  })
}
