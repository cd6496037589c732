import { readdirSync, readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#app/routes/table.ts'
import { has } from '#services/access.ts'
import { visitorScope } from '#services/scope.ts'
import { pageVerbs } from '#services/services.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { root } from '../product/start.ts'
import { noVerbs, ofEverybody } from './verbs-without-rights.ts'

/** Rights are declared by every verb and asked by every route: a server whose plans hold nothing gives nothing away. */

let inside: Inside
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plans-'))
beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.json')
  writeFileSync(PLANS_FILE, JSON.stringify({ visitor: { entitlements: [] } }))
  inside = await openInside({ PLANS_FILE })
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every function of services that the server calls declares its rights, or is known to need none', async () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const called = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(root, 'server', name), 'utf8').matchAll(
        /^import \{([^}]+)\} from '(#services\/[^']+)'/gm,
      ),
    ])
    .flatMap(([, names = '', module = '']) => names.split(',').map((name) => ({ name: name.trim(), module })))
    .filter(({ name }) => name !== '' && !name.startsWith('type '))
  expect(called.length).toBeGreaterThan(30)
  const undeclared: string[] = []
  for (const { name, module } of called) {
    if (noVerbs.has(name)) continue
    const { [name]: value } = (await import(module)) as Record<string, unknown>
    if (!(typeof value === 'function' && 'needs' in value)) undeclared.push(`${name} of ${module}`)
    else if ((value.needs as string[]).length === 0 && !(name in ofEverybody))
      undeclared.push(`${name} of ${module} needs nothing`)
  }
  expect(undeclared).toEqual([])
  for (const [name, { needs }] of Object.entries(pageVerbs))
    expect([name, needs.length > 0 || name in ofEverybody]).toEqual([name, true])
})

describe('of a plan that holds nothing', () => {
  interface Operation {
    parameters?: { name: string; in: string; required?: boolean; schema?: { enum?: unknown[] } }[]
  }

  /** Open to everybody: the server's own state, who asks, the key, and what pages show without a right. */
  const open = new Set([
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /my-address',
    'GET /api/ip/{ip}',
    'GET /api/ip/{ip}/verdicts',
    'GET /api/ip/{ip}/timeline',
    'POST /api/disputes',
    'GET /api/cves/{cve}',
    'GET /api/tags/{id}',
    'GET /api/tags/{id}/activity',
    'GET /api/tags/autocomplete',
    'GET /api/gnql/complete',
    'GET /api/suggestions',
    'GET /api/sources',
    'GET /api/auth/providers',
    'GET /api/auth/csrf',
    'GET /api/captcha',
    'GET /api/auth/session',
    'GET /api/searches',
    // What a host needs to become a sensor.
    'GET /sensor/agent.mjs',
    'GET /sensor/node-linux-x64',
    // Of whoever has the one-time token of an install, in what is sent.
    'POST /api/sensor/enroll',
    // Who signs in, signs up or comes by a link is nobody yet; what is sent here is no form of theirs.
    'GET /api/user/invites/{id}',
    'GET /api/auth/callback/oidc',
    ...[
      'callback',
      'callback/local',
      'callback/second-factor',
      'callback/passkey',
      'passkey',
      'signin',
      'signin/local',
      'signin/oidc',
      'signout',
      'signup',
    ].map((name) => `POST /api/auth/${name}`),
    ...['forgot-password', 'reset-password'].map((name) => `POST /api/auth/${name}`),
  ])
  const examples: Record<string, string> = {
    ip: '198.18.0.1',
    cve: 'CVE-2021-44228',
    id: 'mirai',
    query: 'last_seen:1d',
    text: 'tags:',
    ips: '198.18.0.1',
    workspace: '0198c0de-0000-4000-8000-00000000000a',
    granularity: '1d',
    field: 'http_path',
    type: 'install',
  }

  test('every call of the API refuses a visitor, 401 or 403, but for those that are everybody’s', async () => {
    const document = (await (await fetch(new URL('/api/openapi.json', inside.url))).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const found: Record<string, number> = {}
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        const url = new URL(
          path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            path.startsWith('/api/captures') ? examples['workspace']! : (examples[name] ?? name),
          ),
          inside.url,
        )
        for (const { name, in: place, required, schema } of parameters)
          if (place === 'query' && required)
            url.searchParams.set(name, String(schema?.enum?.[0] ?? examples[name] ?? '1'))
        const said = path.startsWith('/api/captures')
          ? { kind: 'network' }
          : path.startsWith('/api/sources')
            ? { trust: 'none' }
            : { ips: ['198.18.0.1'] }
        const body = JSON.stringify(said)
        const writes = method !== 'get'
        const answer = await fetch(url, {
          method: method.toUpperCase(),
          redirect: 'manual',
          ...(writes && { body, headers: { 'content-type': 'application/json' } }),
        })
        await answer.body?.cancel()
        found[`${method.toUpperCase()} ${path}`] = answer.status
      }
    const calls = Object.entries(found)
    expect(calls.length).toBeGreaterThan(30)
    const refused = calls.filter(([, status]) => status === 401 || status === 403).map(([name]) => name)
    expect(
      calls
        .map(([name]) => name)
        .filter((name) => !refused.includes(name))
        .toSorted(),
    ).toEqual([...open].filter((name) => name in found).toSorted())
  })

  test('pages are refused by the rights of the route table, and told so in the specified words', async () => {
    for (const { path, needs, module } of pages.filter(({ auth }) => !auth)) {
      if (module === undefined) continue
      const at = path.replaceAll(
        /:(\w+)/g,
        (_, name: string) =>
          ({ ...examples, view: 'trending', gnql: 'last_seen:1d', slug: 'mirai' })[name] ?? name,
      )
      const answer = await fetch(new URL(at, inside.url), {
        headers: {
          accept: 'text/html',
          // Who sits at the machine is its operator; this one comes from elsewhere.
          'x-forwarded-for': '198.51.100.7',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      })
      const text = await answer.text()
      expect([path, answer.status === 403], path).toEqual([path, needs.length > 0])
      if (needs.length > 0) expect(text).toContain('You do not have access to this page.')
    }
  })

  test('a plan says what it holds', () => {
    const { visitor, own } = inside.deps.plans
    const asks = visitorScope
    expect([has(asks(visitor), 'feature-search-ips'), has(asks(visitor), 'data-export')]).toEqual([
      false,
      true,
    ])
    expect([has(asks(own), 'feature-search-ips'), has(asks(own), 'data-export')]).toEqual([true, true])
    // The one lists its entitlements and not how far back, of the other nothing is said.
    expect([visitor.historicDays, own.historicDays]).toEqual([1, 90])
  })
})
