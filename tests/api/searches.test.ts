import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { mailsTo } from '../product/outbox.ts'
import { root } from '../product/start.ts'
import { html, searchersAt } from './searchers.ts'

/** Searches of a week under plans as a hosted server has them, over HTTP. */

let inside: Inside
const clock = { ahead: 0 }
beforeAll(async () => {
  inside = await openInside(
    {
      PLANS_FILE: join(root, 'docs/examples/hosted-plans.yaml'),
      TRUST_PROXY: 'on',
      SUPPORT_EMAIL: 'help@example.org',
    },
    {},
    () => Date.now() + clock.ahead,
  )
})
afterAll(() => inside.close())

const { from, visitor, user } = searchersAt(() => inside)
const ip = '/api/ip/203.0.113.250'
const publicIp = '/api/ip/8.8.8.8'
const query = `/api/ip/query?query=${encodeURIComponent('last_seen:1d')}`

describe('searches of a week', () => {
  test('are queries and look-ups of public addresses, and nothing that was refused', async () => {
    const { ask, use } = visitor()
    const after = async (path: string) => {
      await (await ask(path)).arrayBuffer()
      return (await use()).usage
    }
    expect(await use()).toMatchObject({ usage: 0, limit: 10 })
    expect(await after(publicIp)).toBe(1)
    expect(await after(query)).toBe(2)
    for (const none of [
      ip,
      '/api/ip/10.0.0.1',
      '/api/ip/nonsense',
      '/api/ip/query?query=%28',
      '/api/tags?search=mirai',
      '/api/tags/autocomplete',
      '/api/gnql/complete?text=ta',
      '/api/suggestions?text=ta',
      '/api/ip/8.8.8.8/timeline?days=1',
      '/',
    ])
      expect([none, await after(none)]).toEqual([none, 2])
    expect(await after('/ip/9.9.9.9')).toBe(3)
    expect(await after('/query/last_seen%3A1d')).toBe(4)
    // What cannot be read is a page, and no search.
    expect(await after('/query/%28')).toBe(4)
  })

  test('are of the kinds that the plan of who asks lets search', async () => {
    const typesOf = async ({ use }: ReturnType<typeof visitor>) => (await use()).types
    expect(await typesOf(visitor())).toEqual(['ips', 'cves', 'tags'])
    expect(await typesOf(await user('community'))).toEqual(['ips', 'cves', 'tags'])
    expect(await typesOf(await user('community', 'kinds@example.com'))).toEqual(['ips'])
    const enterprise = await user('enterprise')
    const all = ['ips', 'ips-bulk', 'cves', 'cves-bulk', 'tags']
    expect(await typesOf(enterprise)).toEqual(all)
    expect(await typesOf(from({ key: enterprise.key }))).toEqual(all)
  })

  test('end with 429, which says when they begin anew; a page says what to do', async () => {
    const { ask, use } = visitor()
    for (let searches = 0; searches < 10; searches += 1) expect((await ask(publicIp)).ok).toBe(true)
    const refused = await ask(publicIp)
    expect(refused.status).toBe(429)
    const { usage, usage_reset: reset } = await use()
    expect(usage).toBe(10)
    expect(new Date(reset).getUTCDay()).toBe(1)
    expect(reset.slice(11)).toBe('00:00:00.000Z')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(Math.abs(inside.deps.clock() + seconds * 1000 - Date.parse(reset))).toBeLessThan(60_000)
    expect(refused.headers.get('ratelimit')).toMatch(/^"searches";r=0;t=\d+$/)
    expect(await refused.json()).toMatchObject({ message: 'Rate limit exceeded. Please try again later.' })
    const page = await ask('/ip/8.8.8.8', { headers: html })
    const text = await page.text()
    expect(page.status).toBe(429)
    for (const words of ['We love that you love Noisefloor!', 'Search Limit Reached', 'Log in', 'Sign up'])
      expect(text).toContain(words)
    expect(text).not.toContain('Ask for a trial')
    const known = await user('community')
    for (let searches = 0; searches < 50; searches += 1) await (await known.ask(publicIp)).arrayBuffer()
    const theirs = await (await known.ask('/ip/8.8.8.8', { headers: html })).text()
    for (const words of ['Search Limit Reached', 'Your searches begin anew on', 'Ask for a trial'])
      expect(theirs).toContain(words)
    // Private addresses cost nothing, and go on.
    expect((await ask('/api/ip/10.0.0.1')).ok).toBe(true)
  })

  test('are counted for each address, each key and each user, and a repeated request once', async () => {
    const [one, other] = [visitor(), visitor()]
    await one.ask(publicIp)
    expect([(await one.use()).usage, (await other.use()).usage]).toEqual([1, 0])
    const six = (host: string) => from({ 'x-forwarded-for': `2001:db8:1:2::${host}` })
    await six('1').ask(publicIp)
    expect((await six('ffff').use()).usage).toBe(1)
    const { ask, use, key } = await user('community')
    // Ten minutes are one span of repeats: the clock stands at the start of one.
    clock.ahead = Math.ceil(Date.now() / 600_000) * 600_000 - Date.now()
    const named = { headers: { 'x-request-id': 'the-same-request' } }
    for (let repeated = 0; repeated < 4; repeated += 1) await ask(publicIp, named)
    expect(await use()).toMatchObject({ usage: 1, limit: 50 })
    // Its name makes nothing of another question free.
    for (const other of ['/api/ip/1.1.1.1', '/api/ip/9.9.9.9']) await ask(other, named)
    expect(await use()).toMatchObject({ usage: 3, limit: 50 })
    await fetch(new URL(publicIp, inside.url), { headers: { key } })
    expect((await use()).usage).toBe(3)
    expect(await from({ key }).use()).toMatchObject({ usage: 1, limit: 50 })
    // Another key of the same workspace is no other count: whoever rotates it would begin anew each time.
    const rotated = await ask('/api/workspace/key', {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const { key: second } = (await rotated.json()) as { key: string }
    expect(second).not.toBe(key)
    expect(await from({ key: second }).use()).toMatchObject({ usage: 1, limit: 50 })
    // Nor is one of another workspace: everybody may make twenty.
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await ask('/api/user/workspaces', { ...json, body: JSON.stringify({ name: 'Another' }) })
    const elsewhere = await ask('/api/workspace/key', { ...json, method: 'PUT', body: '{}' })
    const { key: third } = (await elsewhere.json()) as { key: string }
    expect(await from({ key: third }).use()).toMatchObject({ usage: 1, limit: 50 })
    clock.ahead = 0
  })

  test('of a hundred at once are allowed exactly as many as are left', async () => {
    const { ask, use } = visitor()
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        // Others of the same address wait in line (limits of requests at once): those are asked again.
        for (;;) {
          const answer = await ask(publicIp)
          const body = JSON.stringify(await answer.json())
          if (answer.status !== 429 || body.includes('searches this week')) return answer.status
        }
      }),
    )
    expect(statuses.filter((status) => status < 300)).toHaveLength(10)
    expect((await use()).usage).toBe(10)
  })

  test('have no limit where the plan has none', async () => {
    const { ask, use } = await user('enterprise')
    await ask(publicIp)
    expect(await use()).toMatchObject({ usage: 0, limit: null })
  })

  test('begin anew at the end of the week', async () => {
    const { ask, use } = visitor()
    for (let searches = 0; searches < 10; searches += 1) await ask(publicIp)
    expect((await ask(publicIp)).status).toBe(429)
    const { usage_reset: reset } = await use()
    clock.ahead = Date.parse(reset) - Date.now() + 1000
    try {
      expect((await ask(publicIp)).ok).toBe(true)
      expect((await use()).usage).toBe(1)
    } finally {
      clock.ahead = 0
    }
  })
})

describe('who lacks a right', () => {
  const forbidden = async (ask: ReturnType<typeof from>['ask'], path: string) => {
    const answer = await ask(path, { headers: html })
    expect([path, answer.status]).toEqual([path, 403])
    return answer.text()
  }

  test('is told what to do, as a visitor, with a consumer address or with a small plan', async () => {
    const { ask: asVisitor } = visitor()
    // The default view, too, where whoever may see it is led on.
    for (const path of ['/trends/trending', '/trends'])
      expect(await forbidden(asVisitor, path)).toContain(
        'To gain access to additional features and increase your search limits, Log in or create a free account with your work email (e.g., name@company.com).',
      )
    const consumer = await user('community', 'somebody@example.com')
    const text = await forbidden(consumer.ask, '/tags')
    expect(text).toContain('create a new account with your work email')
    expect(text).toContain('Sign up with Work email')
    expect((await consumer.ask(publicIp)).ok).toBe(true)
    const member = await user('community')
    expect(await forbidden(member.ask, '/sensors')).toContain(
      'Upgrade your account to access this feature. Contact our sales team for more information.',
    )
  })

  test('is offered no export of a tag that would be refused', async () => {
    const { slug } = ((await (await visitor().ask('/api/tags')).json()) as { tags: [{ slug: string }] })
      .tags[0]
    for (const [{ ask }, isOffered] of [
      [visitor(), false],
      [await user('community'), false],
      [await user('vip'), true],
    ] as const) {
      const text = await (await ask(`/tags/${slug}`, { headers: html })).text()
      expect(text.includes(`/api/tags/${slug}/export`)).toBe(isOffered)
    }
  })

  test('is asked to sign in first, and what is not built says so to whoever passes', async () => {
    const { ask } = visitor()
    const sent = await ask('/experiments', { headers: html })
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      '/auth-required?redirect=%2Fexperiments',
    ])
    expect(sent.headers.getSetCookie().some((line) => line.startsWith('redirectUrl=%2Fexperiments'))).toBe(
      true,
    )
    const { ask: asOwner } = await user('enterprise')
    const statusOf = async (path: string) => (await asOwner(path, { headers: html })).status
    expect([await statusOf('/experiments'), await statusOf('/experiments/any')]).toEqual([200, 501])
  })
})

test('a page that is kept for others tells everybody their own searches', async () => {
  const [one, other] = [visitor(), visitor()]
  await one.ask(publicIp)
  for (const [{ ask }, usage] of [
    [one, 1],
    [other, 0],
    [one, 1],
  ] as const)
    expect(await (await ask('/cheat-sheet', { headers: html })).text()).toContain(
      `&quot;searches&quot;:{&quot;usage&quot;:${usage},`,
    )
})

test('the plan page tells the limit, what is used, and how far history reaches', async () => {
  const { ask } = await user('community')
  await ask(publicIp)
  const text = await (await ask('/account/plan', { headers: html })).text()
  expect(text).toContain('Upgrade to extend to 90 days.')
  for (const words of ['aria-label="search for addresses: 1 of 50"', 'Resets in '])
    expect(text).toContain(words)
  const plan = (await (await ask('/api/user/plan')).json()) as { entitlements: { id: string }[] }
  expect(plan.entitlements.find(({ id }) => id === 'feature-search-ips')).toMatchObject({
    has_access: true,
    limit: 50,
    usage: 1,
  })
})

test('the plan page tells how many of what is counted may be kept, and how large a file may be', async () => {
  const { ask } = await user('vip')
  const plan = (await (await ask('/api/user/plan')).json()) as { entitlements: { id: string }[] }
  const of = (id: string) => plan.entitlements.find((one) => one.id === id)
  const limited = { has_access: true, usage: 0, usage_reset: null }
  expect(of('feature-feeds')).toEqual({ id: 'feature-feeds', limit: 5, ...limited })
  for (const id of ['feature-blocklists-gnql', 'feature-sensors'])
    expect(of(id)).toEqual({ id, limit: 10, ...limited })
  for (const id of ['feature-sift', 'feature-experiments'])
    expect(of(id)).toEqual({ id, has_access: true, limit: null, usage: null, usage_reset: null })
  expect(plan).toMatchObject({
    file_upload_size: { ip_analysis: 100, cve_analysis: 100 },
    pcaps: { file_size: 100, sessions: 100_000, at_once: 2, kept_size: 500, kept_days: 3 },
  })
  const less = await user('community')
  const text = await (await less.ask('/account/plan', { headers: html })).text()
  expect(text.replaceAll('<!-- -->', '')).toContain('up to 10 MB of addresses, 10 MB of CVEs')
})

test('the way to the API key is there for plans that have the API alone', async () => {
  const [has, lacks] = [await user('community'), await user('community', 'key@example.com')]
  const links = async ({ ask }: Awaited<ReturnType<typeof user>>) =>
    (await (await ask('/account/plan', { headers: html })).text()).split('href="/account/api-key"').length - 1
  expect([await links(has), await links(lacks)]).toEqual([2, 0])
  expect((await lacks.ask('/account/api-key', { headers: html })).status).toBe(403)
})

test('one’s blocklists are behind their entitlement, and not of this version', async () => {
  for (const method of ['GET', 'PUT']) {
    const more = {
      method,
      ...(method === 'PUT' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    }
    const [nobody, less, whole] = [visitor(), await user('community'), await user('enterprise')]
    expect((await nobody.ask('/api/user/blocklists', more)).status).toBe(401)
    const refused = await less.ask('/api/user/blocklists', more)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { missing: ['feature-blocklists-gnql'] },
    ])
    const passed = await whole.ask('/api/user/blocklists', more)
    expect([passed.status, await passed.json()]).toMatchObject([
      501,
      { message: expect.stringContaining('Not available in this version') },
    ])
  }
})

test('a trial is asked for once in a week of searches, however often the button is used, and by whose plan has one to give', async () => {
  const { ask } = await user('community', 'tries@example.org')
  const post = (by: typeof ask) =>
    by('/api/user/trial', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const mails = async () => {
    let count = 0
    for await (const mail of mailsTo(inside.dataFolder, 'help@example.org'))
      if (mail.includes('tries@example.org')) count += 1
    return count
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(ask)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await mails()).toBe(1)
  clock.ahead += 7 * 86_400_000
  await post(ask)
  clock.ahead -= 7 * 86_400_000
  expect(await mails()).toBe(2)
  expect((await post((await user('vip')).ask)).status).toBe(403)
  expect((await post(visitor().ask)).status).toBe(401)
})
