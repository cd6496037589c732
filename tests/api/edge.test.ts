import { connect } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, captureOf, upload, webVisit } from '../product/captures.ts'
import { startProduct, type Product } from '../product/start.ts'

/** What people and programs send that is wrong: each gets a clear answer, and the next request gets its own. */

let product: Product
beforeAll(async () => {
  product = await startProduct({ environment: { CAPTURE_LIMIT_MB: '5' } })
})
afterAll(async () => {
  await product.stop()
  product.remove()
})

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
      for (const [request, status] of [
        [chunked, unmeasured],
        [measured, announced],
      ] as const) {
        const { answers } = await exchange(request(`POST ${path}`, [header], large))
        expect(answers, `${path} ${request.name}`).toEqual([status, 200])
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

describe('the OpenAPI document', () => {
  interface Operation {
    operationId?: string
    summary?: string
    parameters?: { name: string; in: string }[]
    requestBody?: unknown
    responses: Record<string, { content?: Record<string, unknown> }>
  }
  const read = async () => {
    const { body } = await call(product, '/api/openapi.json')
    const paths = body.paths as Record<string, Record<string, Operation>>
    return {
      body,
      calls: Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, call]) => ({ path, method, call })),
      ),
    }
  }

  test('says of each call what it takes, what it answers and what it refuses', async () => {
    const { calls } = await read()
    expect(calls.length).toBeGreaterThan(10)
    for (const { path, method, call } of calls) {
      const name = `${method} ${path}`
      expect(call.summary, name).toBeTruthy()
      const named = call.parameters?.filter((one) => one.in === 'path').map((one) => `{${one.name}}`) ?? []
      expect(path.match(/\{\w+\}/g) ?? [], name).toEqual(named)
      expect(call.requestBody !== undefined, name).toBe(
        // What ends something takes nothing besides its id.
        ['post', 'put', 'patch'].includes(method) && path !== '/api/demo' && !/\/(cancel|leave)$/.test(path),
      )
      const isCall = path.startsWith('/api/') || /^\/(v\d\/|ping)/.test(path)
      // What makes something answers 201, what it does later 202, and what has nothing to say 204.
      const succeeds = Object.keys(call.responses).some((status) => /^20[0124]$/.test(status))
      expect(succeeds || !isCall, name).toBe(true)
      const statuses = isCall ? ['401'] : []
      expect(Object.keys(call.responses), name).toEqual(
        expect.arrayContaining([...statuses, '421', '429', '500', '503']),
      )
      expect(call.operationId, name).toMatch(/^[a-z][A-Za-z0-9]+$/)
      for (const [status, { content }] of Object.entries(call.responses)) {
        // A redirection has no body, nor has 204, and measurements are text.
        if (['204', '302', '303'].includes(status) || path === '/metrics') continue
        const types = Object.keys(content ?? {})
        expect(types.length, `${name} ${status}`).toBeGreaterThan(0)
        const refusal = !status.startsWith('2') && path.startsWith('/api/')
        const said = refusal ? /^application\/problem\+json$/ : /json$/
        // Beside JSON only what exports are, and only as answers; a call named "export" may know no JSON.
        const file =
          status === '200'
            ? /^(text\/(csv|plain|javascript|x-shellscript|event-stream)|application\/(x-ndjson|vnd\.tcpdump\.pcap|gzip|octet-stream))$/
            : /^$/
        const onlyFiles =
          status === '200' &&
          /^\/sensor\/|\/(export|file|script|live|image|connections(\/\{id\})?)$/.test(path)
        for (const [at, one] of types.entries()) {
          const isFile = one !== 'application/json' && (at > 0 || onlyFiles)
          expect(one, `${name} ${status}`).toMatch(isFile ? file : said)
        }
      }
    }
  })

  test('is valid for a strict validator, and names each call once', async () => {
    const { body, calls } = await read()
    const { valid, errors } = await new Validator().validate(structuredClone(body))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const ids = calls.map(({ call }) => call.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(body).toMatchObject({
      info: { license: { identifier: 'Apache-2.0' } },
      servers: [{ url: '/' }],
      security: [{}, { key: [] }, { bearer: [] }, { basic: [] }],
    })
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/healthz', '/readyz', '/metrics', '/my-address']),
    )
    expect(Object.keys((body.components as { responses: object }).responses).sort()).toEqual([
      'not-allowed',
      'not-implemented',
    ])
  })

  test('leaves no part of an answer open', async () => {
    const { body } = await read()
    const open: string[] = []
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { type, properties, additionalProperties } = value as Record<string, unknown>
      // What is named by others has values of one shape.
      const isOpen = JSON.stringify(additionalProperties ?? {}) === '{}'
      if (type === 'object' && properties === undefined && isOpen) open.push(at)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${at}/${name}`)
    }
    walk(body, '')
    expect(open).toEqual([])
  })

  test('refers to nothing that is not there, in snake_case alone', async () => {
    const { body } = await read()
    const text = JSON.stringify(body)
    const schemas = (body.components as { schemas: object }).schemas
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(Object.keys(schemas)).toContain(name)
    const camel: string[] = []
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { properties, parameters } = value as { properties?: object; parameters?: unknown }
      camel.push(
        ...Object.keys(properties ?? {}),
        ...(Array.isArray(parameters) ? parameters.map(({ name }) => name) : []),
      )
      Object.values(value).forEach(walk)
    }
    walk(body)
    expect(camel.filter((name) => /[A-Z]/.test(name))).toEqual([])
  })
})

test('a path whose percent signs encode nothing is read as it stands', async () => {
  const page = await fetch(new URL('/query/%E0%A4%A', product.url))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('(%E0%A4%A) last_seen:90d')
  expect(product.output()).not.toContain('could not be decoded')
})

test('the surprises of all that are none of the log', () => {
  expect(product.output()).not.toContain('unexpected error')
})

test('the key is nowhere in what the server says', () => {
  expect(product.output()).not.toContain(product.key)
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
