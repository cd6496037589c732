import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownLaterCalls } from '#server/api/later/routes.ts'
import { checker } from '../product/described.ts'
import { call, captureOf, upload, webVisit } from '../product/captures.ts'
import type { Inside } from '../product/inside.ts'
import { post as sentTo, startForClients, seen, unseen } from './clients-server.ts'

/** Every call that clients are known to make, and every answer beside its description. */

let product: Inside
beforeAll(async () => {
  product = await startForClients()
})
afterAll(async () => {
  await product.close()
})

const post = (...asked: [path: string, body: unknown, headers?: HeadersInit]) => sentTo(product, ...asked)

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
    // Of the list before.
    'GET /v2/analyze/{uuid}',
    `GET /v2/workspaces/${id}/alerts`,
    `POST /v2/workspaces/${id}/alerts {}`,
    `POST /v2/workspaces/${id}/alerts/test-webhook {}`,
    `GET /v2/workspaces/${id}/alerts/${id}`,
    `PUT /v2/workspaces/${id}/alerts/${id} {}`,
    `DELETE /v2/workspaces/${id}/alerts/${id}`,
    `GET /v1/account`,
    `GET /v1/cve/CVE-2021-44228`,
    `GET /v1/workspaces/{workspace}/sensors?page=1&page_size=100`,
    `GET /v1/workspaces/{workspace}/sensors/activity?format=json`,
    `GET /v1/workspaces/{workspace}/sensors/bootstrap/script`,
    `GET /v1/workspaces/{workspace}/sensors/unbootstrap/script`,
    `GET /v1/personas?workspace={workspace}`,
    `GET /v1/personas/home-router`,
    `GET /v1/callback/ip/${ip}`,
    `POST /v1/callback/ips {}`,
    `POST /v1/callback/export-ips {}`,
    `POST /v1/callback/overview {}`,
  ]

  test('each is answered, or refused as not built, and never "not found"', async () => {
    let uuid = ''
    const { workspace_id: workspace } = JSON.parse((await sent('GET', '/v1/account')).text) as {
      workspace_id: string
    }
    for (const call of calls) {
      const [method = '', path = '', body] = call
        .replace('{uuid}', uuid)
        .replace('{workspace}', workspace)
        .split(' ')
      const { status, headers, text } = await sent(method, path, body)
      // Of a session that nobody has there are no packets: the call is built, and this is its answer.
      if (path.startsWith('/v3/sessions/2505-abcdef/export')) {
        expect([status, text], call).toEqual([404, expect.stringContaining('no such session')])
        continue
      }
      expect([200, 501], `${call}: ${text}`).toContain(status)
      if (path === '/v2/analyze/upload') ({ uuid } = JSON.parse(text) as { uuid: string })
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
      ['/v3/similarity/ips/198.18.0.1', 401],
      ['/v3/bsi/lookup', 501],
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
    ['/api/ip/query', `/api/ip/query?query=ip:${ip}&export_format=json`],
    ['/v2/analyze/{id}', '/v2/analyze/none-of-the-kind'],
    ['/v3/sessions/{id}/export', '/v3/sessions/none-of-the-kind/export'],
    ['/api/ip/{ip}/timeline', `/api/ip/${ip}/timeline?field=http_path`],
    ['/api/ip/{ip}/verdicts', `/api/ip/${ip}/verdicts`],
    ['/api/ip/{ip}/file', `/api/ip/${ip}/file`],
    ['/api/ip/{ip}/file', `/api/ip/${ip}/file?format=stix`],
    ['/api/ip/{ip}/file', `/api/ip/${unseen}/file?format=stix`],
    ['/api/tags', '/api/tags?items_per_page=100'],
    ['/api/tags', '/api/tags?itemsPerPage=100'],
    ['/api/tags/trends', '/api/tags/trends?sort=active'],
    ['/api/tags/autocomplete', '/api/tags/autocomplete'],
    ['/api/tags/autocomplete', '/api/tags/autocomplete?text=Env'],
    ['/api/tags/{id}', '/api/tags/mirai'],
    ['/api/tags/{id}', '/api/tags/none-of-the-kind'],
    ['/api/tags/{id}/activity', '/api/tags/mirai/activity'],
    ['/api/cves/{cve}', '/api/cves/CVE-2021-44228'],
    ['/api/cves/{cve}', '/api/cves/CVE-1999-9999'],
    ['/api/sources', '/api/sources'],
    ['/api/gnql/complete', '/api/gnql/complete?text=tags:Mi'],
    ['/api/suggestions', '/api/suggestions?text=mirai'],
    ['/api/suggestions', '/api/suggestions?dataset=cves'],
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
