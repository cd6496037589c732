import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** What the server says of its own calls. */

let product: Inside
beforeAll(async () => {
  product = await openInside()
})
afterAll(() => product.close())

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

  test('says how many buckets a timeline has, which are more than the days asked for', async () => {
    const { calls } = await read()
    for (const path of ['/api/ip/{ip}/timeline', '/v3/noise/ips/{ip}/timeline']) {
      const asked = calls.find((one) => one.path === path)?.call.parameters
      expect(asked).toContainEqual(
        expect.objectContaining({
          name: 'days',
          schema: expect.objectContaining({ default: 1, minimum: 1, maximum: 90 }),
          description: expect.stringContaining('30 days by the day are up to 31 buckets'),
        }),
      )
    }
  })

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

  test('names what every call refuses: a damaged query string, and a body of another kind', async () => {
    const { calls } = await read()
    const wrong: string[] = []
    for (const { path, method, call: described } of calls) {
      const sent: [search: string, init: RequestInit][] = [['?a=%zz', { method }]]
      if (described.requestBody !== undefined)
        sent.push(['', { method, body: 'x', headers: { 'content-type': 'image/png' } }])
      for (const [search, init] of sent)
        for (const key of [product.key, null]) {
          const headers = { ...init.headers, ...(key !== null && { key }) }
          const url = new URL(path.replaceAll(/\{\w+\}/g, 'x') + search, product.url)
          const answer = await fetch(url, {
            ...init,
            method: method.toUpperCase(),
            redirect: 'manual',
            headers,
          })
          await answer.body?.cancel()
          const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
          const { content = {} } = described.responses[answer.status] ?? {}
          if (answer.status >= 400 && !Object.keys(content).includes(type))
            wrong.push(`${method} ${path}${search} ${answer.status} ${type}`)
        }
    }
    expect(wrong).toEqual([])
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

  test('names the calls that everything begins with', async () => {
    const { body } = await call(product, '/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths as object)).toEqual(
      expect.arrayContaining([
        '/api/ip/{ip}',
        '/api/ip/query',
        '/api/ip/{ip}/timeline',
        '/api/ingest/captures',
        '/ping',
        '/v3/ip/{ip}',
        '/v3/ip',
        '/v3/gnql',
        '/v3/gnql/stats',
        '/v3/community/{ip}',
      ]),
    )
  })
})
