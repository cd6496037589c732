import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inviteIn } from '../product/outbox.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { enrolling } from '../product/agent.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, mailTo, makePerson } from '../api/account-browser.ts'

/** Ids of another workspace or account, tried on every call that takes one: each answers as one that nobody has. */

let inside: Inside
const [ada, eve] = [browserAt(() => inside.url), browserAt(() => inside.url)]

const ownProfile = {
  name: 'hers alone',
  description: 'hers alone',
  author: 'Ada',
  tier: 'community',
  categories: ['other'],
  operating_system: 'Linux',
  cves: [],
  ports: [],
  credentials: [],
}

/** Everything of Ada's that has an id. */
let ids: string[] = []
/** An id of each form that nobody has. */
const unknown = (id: string): string =>
  /^[\da-f]{64}$/.test(id)
    ? '0'.repeat(64)
    : id.replaceAll(/[\da-f]/g, (digit) => (digit === '7' ? '7' : '0'))

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  for (const [who, email] of [
    [ada, 'ada@example.org'],
    [eve, 'eve@example.org'],
  ] as const) {
    await makePerson(inside, { email })
    await who.signIn(email)
  }
  const { user, active_workspace: workspace } = await ada.account()
  const { key } = (await (
    await ada.json('/api/workspace/keys', 'POST', { name: 'hers', scopes: ['ingest', 'read'] })
  ).json()) as { key: string }
  const sent = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    headers: { key },
    body: new Uint8Array(captureOf([webVisit('198.18.4.1', { uri: '/' }, Date.now() - 1000)])),
  })
  expect(sent.status).toBe(200)
  await ada.json('/api/workspace/invites', 'POST', { email: 'guest@example.org' })
  await makePerson(inside, { email: 'bob@example.org', into: { workspace, isOwner: false } })
  await inside.deps.installation.account(user.user_id).passkeys.add({
    id: 'cGFzc2tleQ',
    publicKey: '',
    counter: 0,
    transports: [],
    name: 'hers',
    created: Date.now(),
  })
  await ada.json('/api/user/queries', 'POST', { name: 'hers', gnql: 'port:23' })
  await ada.json('/api/user/searches', 'PUT', { searches: [{ dataset: 'tags', text: 'hers' }] })
  for (const [kind, list] of [
    ['ip', '8.8.8.8'],
    ['cves', 'CVE-2021-44228'],
  ] as const) {
    const sent = await ada.ask(`/api/${kind}/analysis`, { method: 'POST', body: list })
    const { uuid } = (await sent.json()) as { uuid: string }
    await vi.waitFor(
      async () =>
        expect(await (await ada.ask(`/api/${kind}/analysis/${uuid}`)).text()).toContain('"completed"'),
      600_000,
    )
  }
  const { command } = (await (await ada.json('/api/workspace/sensors/installs', 'POST')).json()) as {
    command: string
  }
  await fetch(new URL('/api/sensor/enroll', inside.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(/nfi_[\w-]{43}/.exec(command)?.[0] ?? '')),
  })
  await ada.json('/api/workspace/profiles', 'POST', ownProfile)
  const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
  await vi.waitFor(
    async () => expect((await ada.json('/api/workspace/sensors/pcap', 'POST', range)).status).toBe(200),
    600_000,
  )
  await vi.waitFor(
    async () => expect(await (await ada.ask('/api/workspace/sensors/pcap')).text()).toContain('"completed"'),
    600_000,
  )
  const told = await everythingOf(ada)
  ids = [
    ...new Set([workspace, 'cGFzc2tleQ', ...(JSON.stringify(told).match(/[\da-f]{64}|[\da-f-]{36}/g) ?? [])]),
  ]
  expect(ids.length).toBeGreaterThan(7)
  // What the link of an invitation holds lets in whoever has it, and what names it does not.
  expect(ids).not.toContain(inviteIn(await mailTo(inside, 'guest@example.org')))
})
afterAll(() => inside.close())

const own = [
  '/api/user',
  '/api/user/sign-ins',
  '/api/user/second-factor',
  '/api/user/queries',
  '/api/user/searches',
  '/api/workspace/members',
  '/api/workspace/keys',
  '/api/captures',
  '/api/ip/analysis',
  '/api/cves/analysis',
  '/api/workspace/sensors',
  '/api/workspace/profiles?search=hers%20alone',
  '/api/workspace/sensors/pcap',
]
async function everythingOf(who: AccountBrowser): Promise<unknown[]> {
  const told: unknown[] = []
  for (const path of own)
    told.push(
      JSON.parse((await (await who.ask(path)).text()).replaceAll(/"last_used":\d+/g, '"last_used":0')),
    )
  return told
}

/** What the call takes, so that nothing but the id is wrong. */
function bodyOf(path: string): string {
  if (path.includes('profiles')) return JSON.stringify(ownProfile)
  if (path.includes('captures')) return '{"kind":"network"}'
  return path.includes('queries') || path.includes('analysis') ? '{"name":"hers"}' : '{}'
}

/** What an answer says, but for which request it was and the id that was sent. */
async function said(answer: Response, id: string): Promise<unknown> {
  const text = (await answer.text())
    .replaceAll(id, 'ID')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    // Who guesses on has to wait, and for how long tells the time.
    .replaceAll(/"error":"Too many attempts failed[^"]*"/g, '"error":"invalid token"')
  return [answer.status, text]
}

test('in the address of a call', async () => {
  const { paths } = (await (await eve.ask('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    /^\/api\/(user|workspace|captures|operator|ip\/analysis|cves\/analysis)\b.*\{/.test(path)
      ? Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() }))
      : [],
  )
  expect(calls.length).toBeGreaterThan(10)
  const before = await everythingOf(ada)
  for (const { path, method } of calls)
    for (const id of ids) {
      const ask = async (of: string) =>
        said(
          await eve.ask(path.replace(/\{\w+\}/, encodeURIComponent(of)), {
            method,
            headers: { 'content-type': 'application/json' },
            ...(method !== 'GET' && { body: bodyOf(path) }),
          }),
          of,
        )
      const [of, none] = [await ask(id), await ask(unknown(id))]
      expect([method, path, id, of]).toEqual([method, path, id, none])
    }
  expect(await everythingOf(ada)).toEqual(before)
})

test('in what is sent with one', async () => {
  const before = await everythingOf(ada)
  for (const id of ids) {
    const tries: [path: string, method: string, body?: (of: string) => object][] = [
      ['/api/user', 'PUT', (of) => ({ active_workspace: of })],
      ['/api/workspace/owner', 'PUT', (of) => ({ user: of })],
      ['/api/workspace/key?active_workspace=', 'GET'],
      ['/api/workspace/key?active_workspace=', 'PUT', () => ({})],
      ['/api/user?invite=', 'GET'],
      ['/api/workspace/changes/export?after=', 'GET'],
    ]
    for (const [path, method, body] of tries) {
      const ask = async (of: string) => {
        const answer = await eve.ask(path.endsWith('=') ? path + encodeURIComponent(of) : path, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body(of)) }),
        })
        if (!path.includes('export')) return said(answer, of)
        const text = await answer.text()
        // Of what is hers: three letters of her name may stand in any id.
        expect(['ada@', ...ids].filter((hers) => hers !== of && text.includes(hers))).toEqual([])
        return answer.status
      }
      const [of, none] = [await ask(id), await ask(unknown(id))]
      expect([method, path, id, of]).toEqual([method, path, id, none])
    }
  }
  expect(await everythingOf(ada)).toEqual(before)
  expect((await eve.account()).workspaces).toHaveLength(1)
})
