import type { Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteIn, lastMail } from '../product/outbox.ts'
import { type Listening, provides, startProvider } from '../product/provider.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser, userAgent } from './open.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** Signing in by OpenID Connect at a real provider, in a real browser. */

let product: Inside
let browser: Browser
let server: Server
const provided = provides({ sub: 'p-1', email: 'ada@example.org', email_verified: true })

beforeAll(async () => {
  const provider = await startProvider(provided)
  server = provider.server
  product = await openInside({
    SIGNUP: 'example.org',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'noisefloor',
    OIDC_CLIENT_SECRET: 'a secret of theirs',
    OIDC_NAME: 'Example ID',
  })
  await provider.serve(product.url)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
  server?.closeAllConnections()
  server?.close()
})

const logIn = async ({ page }: Visitor, at = '/auth-required?redirect=%2Faccount%2Fdetails') => {
  await page.goto(at)
  await page.getByRole('button', { name: 'Log in with Example ID' }).click()
}
const clear = async ({ page }: Visitor) => page.context().clearCookies()

/** What the page sends to the provider's sign-in. */
const hintOf = async (url: string, at: string): Promise<string | undefined> => {
  const headers = { accept: 'text/html', 'user-agent': userAgent }
  const text = await (await fetch(new URL(at, url), { headers })).text()
  return /name="hint" value="(\w+)"/.exec(text)?.[1]
}

describe('a provider of sign-ins', () => {
  test('is told whether the page is one of signing up or of logging in', async () => {
    expect(await hintOf(product.url, '/auth-required?hint=signup')).toBe('signup')
    expect(await hintOf(product.url, '/auth-required?hint=login')).toBe('login')
    expect(await hintOf(product.url, '/auth-required')).toBe('login')
    const eve = await visit(browser, product.url)
    await eve.page.goto('/auth-required?hint=signup')
    // Nobody arrives there: what is asked is enough.
    await eve.page.route('**/auth?**', (route) => route.abort())
    const asked = eve.page.waitForRequest('**/auth?**')
    await eve.page.getByRole('button', { name: 'Sign up with Example ID' }).click()
    expect(new URL((await asked).url()).searchParams.get('screen_hint')).toBe('signup')
    await eve.leave()
  })

  test('makes an account of its own subject, and finds it again whatever its address is then', async () => {
    const ada = await visit(browser, product.url)
    await logIn(ada)
    await ada.page.waitForURL('**/account/details')
    await ada.page.getByLabel('Email (confirmed)').waitFor()
    expect(await ada.page.getByLabel('First name').inputValue()).toBe('Ada')
    // Nothing of the provider reaches the browser but a cookie of ours.
    const cookies = await ada.page.context().cookies(product.url)
    expect(cookies.find(({ name }) => name === 'noisefloor-session')?.httpOnly).toBe(true)
    expect(JSON.stringify(cookies)).not.toMatch(/eyJ[\w-]+\./)
    provided.person = { ...provided.person, email: 'moved@example.org' }
    await clear(ada)
    await logIn(ada)
    await ada.page.waitForURL('**/account/details')
    await ada.page.getByLabel('Email (confirmed)').waitFor()
    expect(await ada.page.getByLabel('Email (confirmed)').inputValue()).toBe('ada@example.org')
    await ada.leave()
  })

  test('links nobody by an equal address, and an address that is not said to be true is not confirmed', async () => {
    const eve = await visit(browser, product.url)
    provided.person = { sub: 'p-2', email: 'ADA@example.org', email_verified: true }
    await logIn(eve)
    await eve.page.getByText('There is an account with this address.').waitFor()
    for (const [sub, claim] of [
      ['p-3', 'true'],
      ['p-4', 1],
    ] as const) {
      provided.person = { sub, email: `${sub}@example.org`, email_verified: claim }
      await clear(eve)
      await logIn(eve)
      await eve.page.waitForURL('**/signup/verify-email')
      expect(await lastMail(product.dataFolder, `${sub}@example.org`)).toContain(
        '/signup/verify-email?token=',
      )
    }
    provided.person = { sub: 'p-5', email: 'eve@other.example', email_verified: true }
    await clear(eve)
    await logIn(eve)
    await eve.page.getByText('An invitation is needed to sign up here.').waitFor()
    await eve.leave()
  })

  test('is believed only as an answer to what this browser asked', async () => {
    const eve = await visit(browser, product.url)
    for (const search of ['', '?code=x', '?code=x&state=y', '?error=access_denied&state=y']) {
      await eve.page.goto(`/api/auth/callback/oidc${search}`)
      await eve.page.getByText('Signing in at the provider did not work.').waitFor()
    }
    await eve.leave()
  })

  test('accepts an invitation, and is linked from inside an account', async () => {
    const ada = await visit(browser, product.url)
    provided.person = { sub: 'p-1', email: 'ada@example.org', email_verified: true }
    await logIn(ada, '/auth-required?redirect=%2Faccount%2Fmembers')
    await ada.page.waitForURL('**/account/members')
    await alive(ada.page)
    await ada.page.getByLabel('Email').fill('guest@elsewhere.example')
    await ada.page.getByRole('button', { name: 'Send the invitation' }).click()
    await ada.page.getByText('The invitation is on its way.').waitFor()
    const mail = (await lastMail(product.dataFolder, 'guest@elsewhere.example')) ?? ''
    const guest = await visit(browser, product.url)
    provided.person = { sub: 'p-6', email: 'guest@elsewhere.example', email_verified: true }
    await guest.page.goto(`/signup/invite/${inviteIn(mail)}/accept`)
    await guest.page.getByRole('button', { name: 'Join with Example ID' }).click()
    await guest.page.waitForURL('**/signup/welcome')
    await guest.page.goto('/account/members')
    await guest.page.locator('main').getByText('ada@example.org').first().waitFor()
    await guest.page.goto('/account/details')
    await guest.page.getByText('Example ID is linked').waitFor()
    await guest.leave()
    await ada.leave()
  })
})

describe('a server whose people sign in by its provider alone', () => {
  let alone: Inside
  let issuer: Listening
  beforeAll(async () => {
    issuer = await startProvider(provided)
    alone = await openInside({
      SIGNUP: 'open',
      LOCAL_ACCOUNTS: 'off',
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: 'noisefloor',
      OIDC_CLIENT_SECRET: 'a secret of theirs',
      OIDC_NAME: 'Example ID',
      OIDC_SCOPE: 'openid email profile offline_access',
      SESSION_REFRESH: '1',
    })
    await issuer.serve(alone.url)
  })
  afterAll(async () => {
    await alone?.close()
    issuer?.server.closeAllConnections()
    issuer?.server.close()
  })

  test('tells the provider who comes to sign up, and who to log in', async () => {
    expect(await hintOf(alone.url, '/auth-required?hint=signup')).toBe('signup')
    expect(await hintOf(alone.url, '/auth-required')).toBe('login')
  })

  test('asks for a session with the way back, and takes no password', async () => {
    const ada = await visit(browser, alone.url)
    await ada.page.goto('/account/details?tab=1')
    await ada.page.getByText('Sign in to go on.').waitFor()
    const { searchParams } = new URL(ada.page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'SessionRequired',
      callbackUrl: '/account/details?tab=1',
    })
    expect(await ada.page.getByLabel('Password').count()).toBe(0)
    for (const call of ['callback/local', 'signup', 'passkey', 'forgot-password']) {
      const answer = await fetch(new URL(`/api/auth/${call}`, alone.url), { method: 'POST' })
      expect([call, answer.status]).toEqual([call, 404])
    }
    const known = (await (await fetch(new URL('/api/auth/providers', alone.url))).json()) as object
    expect(Object.keys(known)).toEqual(['oidc'])
    provided.person = { sub: 'p-9', email: 'nine@example.org', email_verified: true }
    await ada.page.getByRole('button', { name: 'Log in with Example ID' }).click()
    await ada.page.waitForURL('**/account/details?tab=1')
    await ada.leave()
    // No link of the operator's that chooses a password would open anything.
    const call = (path: string, more: RequestInit = {}) =>
      fetch(new URL(`/api/operator/users${path}`, alone.url), {
        ...more,
        headers: { key: alone.key, 'content-type': 'application/json' },
      })
    const { users } = (await (await call('')).json()) as { users: { id: string }[] }
    const reset = await call(`/${users[0]?.id}/reset`, { method: 'POST', body: '{}' })
    expect([reset.status, await reset.text()]).toEqual([409, expect.stringContaining('by the provider')])
  })

  test.each([
    ['the user', 'invalid_grant', 'TokenRefreshError'],
    ['this server', 'invalid_client', 'TokenClientError'],
  ])(
    'refreshes a sign-in with the provider, and ends it where that one refuses %s',
    async (_whom, refusal, error) => {
      provided.tokenSeconds = 1
      provided.refusal = null
      const ada = await visit(browser, alone.url)
      const said: string[] = []
      ada.page.on('console', (message) => said.push(message.text()))
      await ada.page.goto('/auth-required?callbackUrl=%2Faccount%2Fdetails')
      await ada.page.getByRole('button', { name: 'Log in with Example ID' }).click()
      await ada.page.waitForURL('**/account/details')
      await alive(ada.page)
      const before = provided.asked
      // The page looks each second; each token lives for one.
      await expect.poll(() => provided.asked).toBeGreaterThan(before + 1)
      expect(await ada.page.getByLabel('First name').count()).toBe(1)
      const cookies = await ada.page.context().cookies()
      provided.refusal = refusal
      await ada.page.waitForURL('**/auth-required')
      expect(said).toContain(`[Auth] Error detected ${error}`)
      expect(said).toContain('Signing out...')
      // Nothing is left that names them, or says what they had.
      const left = (await ada.page.context().cookies(alone.url)).map(({ name }) => name)
      expect(
        left.filter((name) => /^(noisefloor-session|userEmail|flags|stigg-|workspaceApi)/.test(name)),
      ).toEqual([])
      // What somebody copied before opens nothing any more.
      await ada.page.context().addCookies(cookies)
      await ada.page.goto('/account/details')
      await ada.page.getByText('Sign in to go on.').waitFor()
      await ada.leave()
    },
  )
})
