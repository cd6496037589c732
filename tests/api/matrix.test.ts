import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#app/routes/table.ts'
import { knownLaterCalls } from '#server/api/later/routes.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { root } from '../product/start.ts'
import { type Caller, everybody, holds, person } from './matrix-callers.ts'
import { laterRules } from './matrix-later.ts'
import { rules } from './matrix-rules.ts'

/** Every route and every call × everybody who may come, under plans with all limits: who is let through is told by the tables. */

let inside: Inside
beforeAll(async () => {
  inside = await openInside({
    PLANS_FILE: join(root, 'docs/examples/hosted-plans.yaml'),
    TRUST_PROXY: 'on',
    SUPPORT_EMAIL: 'help@example.org',
    DOCS_URL: 'https://docs.example.org/in',
    DOCS_SECRET: 'shared with the documentation site',
  })
})
afterAll(() => inside.close())

const browserLike = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

let network = 0
/** Each from a network of its own: what is counted by network is nobody else's. */
const ask = (path: string, { headers }: Pick<Caller, 'headers'>, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, inside.url), {
    redirect: 'manual',
    ...init,
    headers: {
      'x-forwarded-for': `198.51.${(network += 1) >> 8}.${network & 255}`,
      ...headers,
      ...init.headers,
    },
  })

const examples: Record<string, string> = {
  ip: '8.8.8.8',
  cve: 'CVE-2021-44228',
  cve_id: 'CVE-2021-44228',
  slug: 'mirai',
  view: 'trending',
  gnql: 'last_seen:1d',
  id: '0198c0de-0000-7000-8000-00000000000a',
  name: 'asn',
  inviteId: 'x'.repeat(43),
}
const filled = (path: string): string =>
  path.replaceAll(/:(\w+)|\{(\w+)\}/g, (_all, one: string | undefined, other: string | undefined) =>
    encodeURIComponent(examples[one ?? other ?? ''] ?? 'nothing'),
  )

test('every page lets in who holds what the route table says, and nobody else', async () => {
  for (const caller of await everybody(inside)) {
    // A key is for programs: pages take it as they take a visitor with its plan.
    if ('key' in caller.headers) continue
    for (const page of pages) {
      const answer = await ask(filled(page.path), { headers: { ...browserLike, ...caller.headers } })
      await answer.arrayBuffer()
      const to = new URL(answer.headers.get('location') ?? '/nowhere', inside.url).pathname
      const at = [caller.name, page.path, answer.status, to]
      const isSigningUp = caller.isUser && !caller.isVerified
      if (page.auth && !caller.isUser) expect([at, to]).toEqual([at, '/auth-required'])
      else if (page.onlySignedOut && caller.isUser) expect([at, to]).toEqual([at, '/'])
      else if (!page.needs.every((right) => holds(caller, right)))
        expect([at, answer.status]).toEqual([at, 403])
      else if (
        isSigningUp &&
        !page.path.startsWith('/signup/') &&
        page.path !== '/account' &&
        page.path !== '/trends'
      )
        expect([at, to]).toEqual([at, '/signup/verify-email'])
      else if (page.module === undefined && page.path !== '/account')
        expect([at, answer.status]).toEqual([at, 501])
      else
        expect([at, [200, 301, 302, 404].includes(answer.status), to === '/auth-required']).toEqual([
          at,
          true,
          false,
        ])
    }
  }
})

const bodies: Record<string, object> = {
  'POST /api/workspace/keys': { name: 'of the matrix', scopes: ['read'] },
  'POST /api/workspace/invites': { email: 'invited@work.example' },
  'POST /api/user/workspaces': { name: 'another' },
  'POST /api/user/queries': { gnql: 'last_seen:1d' },
  'PUT /api/user/queries': { queries: [{ gnql: 'last_seen:2d' }] },
  'PUT /api/user/searches': { searches: [{ dataset: 'ips', text: 'last_seen:1d' }] },
  'PUT /api/user/queries/{id}': { name: 'renamed' },
  'PUT /api/workspace': { name: 'renamed' },
  'PUT /api/workspace/owner': { user: examples['id'] },
  'POST /api/operator/disputes/{id}/answer': { verdict: 'benign', note: 'of the matrix' },
  'POST /api/operator/disputes/{id}/decline': { note: 'of the matrix' },
  'POST /api/operator/users': { email: 'added@work.example' },
  'PUT /api/operator/users': { email: 'nobody@work.example' },
  'PUT /api/operator/workspaces/{id}': { name: 'renamed' },
  'PUT /api/sources/{name}/trust': { trust: 'none' },
  'PATCH /api/captures/{id}': { kind: 'network' },
  'POST /api/workspace/profiles': { name: 'of the matrix', ports: [] },
  'PUT /api/workspace/profiles/{id}': { name: 'of the matrix', ports: [] },
  'POST /v3/ip': { ips: ['8.8.8.8'] },
  'POST /v2/noise/multi/quick': { ips: ['8.8.8.8'] },
  'POST /v2/noise/multi/context': { ips: ['8.8.8.8'] },
  'POST /v3/cves': { cves: ['CVE-2021-44228'] },
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: { enum?: unknown[] } }[]
}
const queries: Record<string, string> = {
  query: 'last_seen:1d',
  text: 'tags:',
  ips: '8.8.8.8',
  granularity: '1d',
}

/** As the description of the API lists them; those that end an account or a sign-in come last. */
async function calls(): Promise<{ name: string; method: string; path: string }[]> {
  const { paths } = (await (await ask('/api/openapi.json', { headers: {} })).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => {
      const search = new URLSearchParams()
      for (const { name, in: place, required, schema } of parameters)
        if (place === 'query' && required) search.set(name, String(schema?.enum?.[0] ?? queries[name] ?? '1'))
      const name = `${method.toUpperCase()} ${path}`
      return { name, method: method.toUpperCase(), path: `${filled(path)}?${search}` }
    }),
  )
  const last = ['DELETE /api/workspace', 'POST /api/user/workspaces', 'DELETE /api/user']
  return all.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name))
}

test('every call lets in who holds what the table says, and nobody else', async () => {
  const all = await calls()
  expect(
    all.map(({ name }) => name).filter((name) => !(name in rules)),
    'calls without a row',
  ).toEqual([])
  const wrong: unknown[] = []
  for (const caller of await everybody(inside))
    for (const { name, method, path } of all) {
      const rule = rules[name]
      if (!rule || 'leftOut' in rule) continue
      const body = JSON.stringify(bodies[name] ?? {})
      const answer = await ask(path, caller, {
        method,
        ...(method !== 'GET' && { body, headers: { 'content-type': 'application/json' } }),
      })
      const text = await answer.text()
      const isLetIn = answer.status !== 401 && answer.status !== 403
      // Without a right that a key would bring, a visitor of the API is told to show one.
      const expected = [...rule, ...('key' in caller.headers ? (['feature-api'] as const) : [])].every(
        (right) => holds(caller, right),
      )
      if (isLetIn !== expected || answer.status >= 500)
        wrong.push([caller.name, name, answer.status, expected, text.slice(0, 150)])
    }
  expect(wrong).toEqual([])
})

test('a call that is not built yet is refused first to whoever lacks what it will take', async () => {
  const wrong: unknown[] = []
  for (const caller of await everybody(inside))
    for (const { method, path, capability } of knownLaterCalls) {
      const answer = await ask(filled(path), caller, { method })
      await answer.arrayBuffer()
      const rule = laterRules[capability.name]
      const withKey = 'key' in caller.headers || /^\/v\d/.test(path) ? (['feature-api'] as const) : []
      const expected = rule && [...rule, ...withKey].every((right) => holds(caller, right))
      if ((answer.status === 501) !== expected)
        wrong.push([caller.name, method, path, answer.status, expected])
    }
  expect(wrong).toEqual([])
})

test('captures of the demo, which is everybody’s, are taken of nobody but who may end it', async () => {
  const batch = '0198c0de-0000-7000-8000-00000000000b'
  for (const caller of await everybody(inside)) {
    const answer = await ask(`/api/ingest/captures?origin=demo&batch_id=${batch}`, caller, {
      method: 'POST',
      body: 'x',
    })
    const text = await answer.text()
    const isLetIn = answer.status !== 401 && answer.status !== 403
    expect([caller.name, isLetIn, text]).toEqual([caller.name, caller.isOperator, text])
  }
})

test('no cookie that is changed, taken away or flipped in a bit gains anything, or breaks the server', async () => {
  const caller = await person(inside, 'vip', ({ offerings }) => offerings.vip, { offering: 'vip' })
  const [name = '', value = ''] = caller.headers['cookie']?.split('=') ?? []
  const bits = Buffer.from(value, 'base64url')
  const others = Array.from({ length: bits.length * 8 }, (_, bit) => {
    const flipped = Buffer.from(bits)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    return flipped.toString('base64url')
  })
  const hints = [
    'stigg-plan',
    'stigg-entitlements',
    'stigg-entitlements.1',
    'activeWorkspace',
    'workspaceInvite',
    'redirectUrl',
    'sessionSettings',
    'cookieconsent_status',
    'userEmail',
    'workspaceApiKey',
    'flags',
  ]
  const cookies = [
    ...others.map((other) => `${name}=${other}`),
    ...hints.flatMap((hint) => [
      `${hint}=enterprise`,
      `${hint}=%7B%22a%22:1%7D`,
      `${hint}=${'x'.repeat(3000)}`,
    ]),
  ]
  for (const cookie of cookies) {
    const answer = await ask('/api/user', { headers: { cookie } })
    expect([cookie, answer.status]).toEqual([cookie, 401])
    await answer.arrayBuffer()
    const page = await ask('/account/details', { headers: { ...browserLike, cookie } })
    expect([cookie, page.status]).toEqual([cookie, 302])
    await page.arrayBuffer()
  }
  // Beside a real sign-in they change nothing either.
  for (const hint of hints) {
    const answer = await ask('/api/user/plan', {
      headers: { cookie: `${caller.headers['cookie']}; ${hint}=enterprise` },
    })
    expect(await answer.json()).toMatchObject({ offering: 'vip' })
  }
})
