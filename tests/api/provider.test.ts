import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { type Listening, provides, startProvider } from '../product/provider.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** Signing in at a real provider as whoever would cheat goes the way: over HTTP, a step at a time. As people go it: tests/browser. */

let inside: Inside
let provider: Listening
const clock = { ahead: 0 }
const ada = { sub: 'p-1', email: 'ada@example.org', email_verified: true as unknown }
const provided = provides(ada)
const browser = () => browserAt(() => inside.url)

beforeAll(async () => {
  provider = await startProvider(provided)
  inside = await openInside(
    {
      SIGNUP: 'open',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'noisefloor',
      OIDC_CLIENT_SECRET: 'a secret of theirs',
    },
    {},
    () => Date.now() + clock.ahead,
  )
  await provider.serve(inside.url)
})
afterAll(async () => {
  await inside?.close()
  provider.server.closeAllConnections()
  provider.server.close()
})

/** Begins here, signs in there, and is about to come back: by this path. */
async function backFrom(who: AccountBrowser, fields: Record<string, string> = {}): Promise<string> {
  const begun = await who.form('/api/auth/signin/oidc', { json: 'true', ...fields })
  let { url } = (await begun.json()) as { url: string }
  const jar = new Map<string, string>()
  for (let step = 0; step < 6; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? '', url).href
    if (url.startsWith(inside.url)) return url.slice(inside.url.length)
  }
  throw new Error(`The provider does not lead back: ${url}`)
}
const refused = '/auth-required?error=OAuthCallback'
async function arrive(who: AccountBrowser, path: string) {
  const answer = await who.ask(path)
  return [answer.headers.get('location'), await who.status()]
}
const changed = (path: string, change: (search: URLSearchParams) => void): string => {
  const url = new URL(path, inside.url)
  change(url.searchParams)
  return url.pathname + url.search
}

test('an answer is to the browser that began, for the state it began with, and once', async () => {
  const [victim, thief] = [browser(), browser()]
  const [hers, theirs] = [await backFrom(victim), await backFrom(thief)]
  const held = victim.jar.get('noisefloor-oidc') ?? ''
  // Without what the browser holds, and with what another one holds.
  expect(await arrive(browser(), hers)).toEqual([refused, 'unauthenticated'])
  expect(await arrive(thief, hers)).toEqual([refused, 'unauthenticated'])
  // Somebody is lured to an answer of the thief's: they would work in the account of the thief.
  expect(await arrive(victim, theirs)).toEqual([refused, 'unauthenticated'])
  for (const change of [
    (search: URLSearchParams) => search.delete('state'),
    (search: URLSearchParams) => search.set('state', 'x'),
    (search: URLSearchParams) => search.append('state', 'x'),
    (search: URLSearchParams) => search.delete('code'),
    (search: URLSearchParams) => search.set('error', 'access_denied'),
  ]) {
    victim.jar.set('noisefloor-oidc', held)
    expect(await arrive(victim, changed(hers, change))).toEqual([refused, 'unauthenticated'])
  }
  victim.jar.set('noisefloor-oidc', held)
  expect(await arrive(victim, hers)).toEqual(['/', 'authenticated'])
  const copied = browser()
  copied.jar.set('noisefloor-oidc', held)
  expect(await arrive(copied, hers)).toEqual([refused, 'unauthenticated'])
})

test('an answer of another provider is none, nor one without its name where this one gives it', async () => {
  for (const change of [
    (search: URLSearchParams) => search.set('iss', 'https://evil.example'),
    (search: URLSearchParams) => search.delete('iss'),
  ]) {
    const who = browser()
    expect(await arrive(who, changed(await backFrom(who), change))).toEqual([refused, 'unauthenticated'])
  }
})

test('what the browser holds of the way cannot be changed, and is over after a quarter of an hour', async () => {
  const who = browser()
  const path = await backFrom(who)
  const held = who.jar.get('noisefloor-oidc') ?? ''
  for (const at of [0, 8, Math.floor(held.length / 2), held.length - 2]) {
    who.jar.set('noisefloor-oidc', `${held.slice(0, at)}${held[at] === 'A' ? 'B' : 'A'}${held.slice(at + 1)}`)
    expect(await arrive(who, path)).toEqual([refused, 'unauthenticated'])
  }
  who.jar.set('noisefloor-oidc', held)
  clock.ahead = 16 * 60_000
  expect(await arrive(who, path)).toEqual([refused, 'unauthenticated'])
  clock.ahead = 0
})

test('a token for another sign-in, client, provider, person or time, or of another hand, signs nobody in', async () => {
  const claims: [string, (said: Record<string, unknown>) => Record<string, unknown>][] = [
    ['another nonce', (said) => ({ ...said, nonce: 'x' })],
    ['no nonce', ({ nonce: _nonce, ...said }) => said],
    ['another provider', (said) => ({ ...said, iss: 'https://evil.example' })],
    ['another client', (said) => ({ ...said, aud: 'another' })],
    ['several clients, and not for this one', (said) => ({ ...said, aud: ['noisefloor', 'b'], azp: 'b' })],
    ['over', (said) => ({ ...said, exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['another person than its own call says', (said) => ({ ...said, sub: 'p-2' })],
    ['nobody', ({ sub: _sub, ...said }) => said],
  ]
  for (const [name, change] of claims) {
    provided.claims = change
    const who = browser()
    expect([name, ...(await arrive(who, await backFrom(who)))]).toEqual([name, refused, 'unauthenticated'])
  }
  provided.claims = (said) => said
  provided.isForged = true
  const deceived = browser()
  expect(await arrive(deceived, await backFrom(deceived))).toEqual([refused, 'unauthenticated'])
  provided.isForged = false
  const who = browser()
  expect(await arrive(who, await backFrom(who))).toEqual(['/', 'authenticated'])
  provided.claims = null
})

test('an identity is linked to the account that began it, where that one still sits there, and is nobody else’s then', async () => {
  await makePerson(inside, { email: 'bob@example.org' })
  await makePerson(inside, { email: 'eve@example.org' })
  const [bob, eve] = [browser(), browser()]
  await bob.signIn('bob@example.org')
  await eve.signIn('eve@example.org')
  provided.person = { ...ada, sub: 'p-7', email: 'seven@example.org' }
  // Begun by one, and finished where another one sits, or nobody.
  const path = await backFrom(bob, { link: 'true' })
  const held = bob.jar.get('noisefloor-oidc') ?? ''
  const nobody = browser()
  for (const who of [eve, nobody]) who.jar.set('noisefloor-oidc', held)
  expect(await arrive(eve, path)).toEqual([refused, 'authenticated'])
  expect((await eve.account()).user.email).toBe('eve@example.org')
  expect(await arrive(nobody, path)).toEqual([refused, 'unauthenticated'])
  expect(await arrive(bob, await backFrom(bob, { link: 'true' }))).toEqual(['/', 'authenticated'])
  const linked = '/auth-required?error=OAuthAccountNotLinked'
  expect(await arrive(eve, await backFrom(eve, { link: 'true' }))).toEqual([linked, 'authenticated'])
  const again = browser()
  await arrive(again, await backFrom(again))
  expect((await again.account()).user.email).toBe('bob@example.org')
  provided.person = ada
})

test('a newcomer is told in the audit log, with the workspace that was made for them', async () => {
  const email = 'ten@example.org'
  provided.person = { sub: 'p-10', email, email_verified: true }
  const who = browser()
  await arrive(who, await backFrom(who))
  const { user, active_workspace: workspace } = await who.account()
  const rows = await inside.deps.installation.accounts.changes({ workspace, since: 0, after: '', limit: 9 })
  // Rows of one millisecond are in no order.
  expect(rows.map(({ actor, act, subject, after }) => [act, actor, subject, after]).toSorted()).toEqual([
    ['user.create', `user ${user.user_id}`, `user ${user.user_id}`, email],
    ['user.sign-in', `user ${user.user_id}`, `user ${user.user_id}`, ''],
    ['workspace.create', `user ${user.user_id}`, `workspace ${workspace}`, `Workspace of ${email}`],
  ])
  provided.person = ada
})

test('of two who come by one new identity at once one account is made', async () => {
  provided.person = { ...ada, sub: 'p-8', email: 'eight@example.org' }
  const both = [browser(), browser()]
  const paths = await Promise.all(both.map((who) => backFrom(who)))
  await Promise.all(both.map((who, nth) => arrive(who, paths[nth] ?? '')))
  const accounts = await inside.deps.installation.accounts.list()
  expect(accounts.filter(({ email }) => email === 'eight@example.org')).toHaveLength(1)
  provided.person = ada
})

test.each([
  ['invalid_grant', 'TokenRefreshError'],
  ['invalid_client', 'TokenClientError'],
])('the answer that says %s ends the sign-in leaves nothing of it in the browser', async (refusal, error) => {
  const who = browser()
  expect(await arrive(who, await backFrom(who))).toEqual(['/', 'authenticated'])
  who.jar.set('workspaceInvite', 'x').set('redirectUrl', 'x').set('sessionSettings', 'x')
  expect([...who.jar.keys()]).toEqual(expect.arrayContaining(['userEmail', 'flags', 'stigg-plan']))
  provided.refusal = refusal
  clock.ahead = 2 * 3600_000
  const session: unknown = await (await who.ask('/api/auth/session')).json()
  expect(session).toMatchObject({ data: { error }, status: 'unauthenticated' })
  expect([...who.jar.keys()].toSorted()).toEqual(['activeWorkspace', 'sessionSettings'])
  provided.refusal = null
  clock.ahead = 0
})
