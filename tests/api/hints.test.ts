import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { tokenIn } from '../product/outbox.ts'
import { browserAt, mailTo, makePerson, password } from './account-browser.ts'

/** The client cookies of the specification (§3): what they tell a script in the browser, after each act that changes it. */

let inside: Inside
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-hints-'))
beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(PLANS_FILE, 'consumerDomains: [mail.example]\nflags: { ipSimilarity: false }\n')
  inside = await openInside({ PLANS_FILE, SIGNUP: 'open' })
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Somebody signed in, and what their browser holds of a cookie. */
async function signedIn(email: string) {
  await makePerson(inside, { email })
  const person = browserAt(() => inside.url)
  await person.signIn(email)
  const hint = (name: string) => decodeURIComponent(person.jar.get(name) ?? '')
  const entitlements = () => JSON.parse(hint('stigg-entitlements')) as string[]
  return { ...person, hint, entitlements }
}

test('a sign-in tells the address, the workspace, the plan with its entitlements, and the flags of the plans file', async () => {
  const { account, hint, entitlements } = await signedIn('one@example.org')
  const { active_workspace: workspace } = await account()
  expect([hint('userEmail'), hint('activeWorkspace')]).toEqual(['one@example.org', workspace])
  expect([hint('stigg-plan'), hint('workspaceApiKey')]).toEqual(['Own server', 'held-by-the-server'])
  expect(JSON.parse(hint('flags'))).toEqual({ ipSimilarity: false })
  expect(entitlements()).toContain('feature-api')
  // Nothing is left to try, and the address is nobody's consumer's.
  for (const id of ['feature-trial', 'feature-consumer-email']) expect(entitlements()).not.toContain(id)
})

test('a consumer address is an entitlement of its own, beside the search of addresses', async () => {
  const { ask, entitlements, hint } = await signedIn('one@mail.example')
  expect(entitlements()).toEqual(['feature-search-ips', 'feature-consumer-email'])
  expect(hint('workspaceApiKey')).toBe('none')
  const plan = (await (await ask('/api/user/plan')).json()) as {
    entitlements: { id: string; has_access: boolean }[]
  }
  expect(plan.entitlements.filter((one) => one.has_access).map(({ id }) => id)).toEqual(entitlements())
})

test('another workspace, address or plan is told with the answer that made it so', async () => {
  const { json, account, hint, entitlements } = await signedIn('two@example.org')
  const { active_workspace: first } = await account()
  const { id } = (await (await json('/api/user/workspaces', 'POST', { name: 'Second' })).json()) as {
    id: string
  }
  expect(hint('activeWorkspace')).toBe(id)
  await json('/api/user', 'PUT', { active_workspace: first })
  expect(hint('activeWorkspace')).toBe(first)
  const { key } = (await (await json('/api/workspace/key', 'PUT')).json()) as { key: string }
  const withKey = async () => (await fetch(new URL('/ping', inside.url), { headers: { key } })).status
  const look = async () => (await fetch(new URL('/v3/ip/8.8.8.8', inside.url), { headers: { key } })).status
  expect([await withKey(), await look()]).toEqual([200, 404])
  const email = 'two@mail.example'
  await json('/api/user/new-email', 'POST', { email, current_password: password })
  expect([hint('userEmail'), hint('stigg-plan')]).toEqual(['two@example.org', 'Own server'])
  const token = tokenIn(await mailTo(inside, email))
  expect((await json('/api/user/new-email', 'PUT', { token })).status).toBe(200)
  // A consumer's address by now, and a key gives no more than its owner has.
  expect(hint('userEmail')).toBe(email)
  expect(entitlements()).not.toContain('feature-sensors')
  expect(await look()).toBe(403)
})

test('where somebody wanted to go before signing in is forgotten then: it may be the link of an invitation', async () => {
  const { jar, signIn } = await signedIn('four@example.org')
  jar.set('redirectUrl', encodeURIComponent(`/signup/invite/${'x'.repeat(43)}/accept`))
  await signIn('four@example.org')
  expect(jar.has('redirectUrl')).toBe(false)
})

test('an account that is deleted leaves nothing of them', async () => {
  const { ask, jar } = await signedIn('three@example.org')
  expect((await ask('/api/user', { method: 'DELETE' })).status).toBe(200)
  expect([...jar.keys()]).toEqual(['activeWorkspace'])
})
