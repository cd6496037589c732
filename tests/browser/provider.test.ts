import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteIn, lastMail } from '../product/outbox.ts'
import { startProduct, type Product } from '../product/start.ts'
import { openBrowser } from './open.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** Signing in by OpenID Connect at a real provider, in a real browser. */

let product: Product
let browser: Browser
let server: Server
/** Who the provider lets in next, and what it says of them. */
/** How long the provider's access tokens live, seconds; why it refuses to refresh, as RFC 6749 §5.2 has it. */
const provided = { tokenSeconds: 3600, refusal: null as string | null, asked: 0 }
let person = { sub: 'p-1', email: 'ada@example.org', email_verified: true as unknown }

interface Listening {
  issuer: string
  server: Server
  /** Begins to answer, for the product at this address. */
  serve(url: string): Promise<void>
}

/** A provider that asks nobody for a password: whoever comes is `person`. It listens first, since the product is told where. */
async function startProvider(): Promise<Listening> {
  const listener = createServer()
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const serve = async (url: string): Promise<void> => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'noisefloor',
          client_secret: 'a secret of theirs',
          redirect_uris: [`${url}/api/auth/callback/oidc`],
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      ttl: { AccessToken: () => provided.tokenSeconds },
      issueRefreshToken: async () => true,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['of a test'] },
      jwks: { keys: [await signingKey()] },
      // What goes wrong there is said here.
      renderError: (ctx, _out, error) => {
        ctx.type = 'text'
        ctx.body = String(error)
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => ({ ...person, sub: id, given_name: 'Ada', family_name: 'Lovelace' }) as { sub: string },
      }),
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc
        if (!client || !session?.accountId) return undefined
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile offline_access')
        await grant.save()
        return grant
      },
    })
    provider.on('server_error', (_ctx, error) => console.error(error))
    const answer = provider.callback()
    listener.on('request', (request, response) => {
      if (request.url === '/token') {
        provided.asked += 1
        const { refusal } = provided
        if (refusal !== null) {
          const isClient = refusal === 'invalid_client'
          response.writeHead(isClient ? 401 : 400, {
            'content-type': 'application/json',
            ...(isClient && { 'www-authenticate': 'Basic realm="provider"' }),
          })
          return void response.end(JSON.stringify({ error: refusal }))
        }
      }
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
      void provider.interactionFinished(request, response, {
        login: { accountId: person.sub, remember: false },
        consent: {},
      })
    })
  }
  return { issuer, server: listener, serve }
}

async function signingKey(): Promise<JsonWebKey & { kty: string; use: string; alg: string }> {
  const { privateKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const { key_ops: _ops, ext: _ext, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey)
  return { ...jwk, kty: 'RSA', use: 'sig', alg: 'RS256' }
}

beforeAll(async () => {
  const provider = await startProvider()
  server = provider.server
  product = await startProduct({
    environment: {
      SIGNUP: 'example.org',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'noisefloor',
      OIDC_CLIENT_SECRET: 'a secret of theirs',
      OIDC_NAME: 'Example ID',
    },
  })
  await provider.serve(product.url)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  product?.remove()
  server?.closeAllConnections()
  server?.close()
})

const logIn = async ({ page }: Visitor, at = '/auth-required?redirect=%2Faccount%2Fdetails') => {
  await page.goto(at)
  await page.getByRole('button', { name: 'Log in with Example ID' }).click()
}
const clear = async ({ page }: Visitor) => page.context().clearCookies()

describe('a provider of sign-ins', () => {
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
    person = { ...person, email: 'moved@example.org' }
    await clear(ada)
    await logIn(ada)
    await ada.page.waitForURL('**/account/details')
    await ada.page.getByLabel('Email (confirmed)').waitFor()
    expect(await ada.page.getByLabel('Email (confirmed)').inputValue()).toBe('ada@example.org')
    await ada.leave()
  })

  test('links nobody by an equal address, and an address that is not said to be true is not confirmed', async () => {
    const eve = await visit(browser, product.url)
    person = { sub: 'p-2', email: 'ADA@example.org', email_verified: true }
    await logIn(eve)
    await eve.page.getByText('There is an account with this address.').waitFor()
    for (const [sub, claim] of [
      ['p-3', 'true'],
      ['p-4', 1],
    ] as const) {
      person = { sub, email: `${sub}@example.org`, email_verified: claim }
      await clear(eve)
      await logIn(eve)
      await eve.page.waitForURL('**/signup/verify-email')
      expect(await lastMail(product.dataFolder, `${sub}@example.org`)).toContain(
        '/signup/verify-email?token=',
      )
    }
    person = { sub: 'p-5', email: 'eve@other.example', email_verified: true }
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
    person = { sub: 'p-1', email: 'ada@example.org', email_verified: true }
    await logIn(ada, '/auth-required?redirect=%2Faccount%2Fmembers')
    await ada.page.waitForURL('**/account/members')
    await alive(ada.page)
    await ada.page.getByLabel('Email').fill('guest@elsewhere.example')
    await ada.page.getByRole('button', { name: 'Send the invitation' }).click()
    await ada.page.getByText('The invitation is on its way.').waitFor()
    const mail = (await lastMail(product.dataFolder, 'guest@elsewhere.example')) ?? ''
    const guest = await visit(browser, product.url)
    person = { sub: 'p-6', email: 'guest@elsewhere.example', email_verified: true }
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
  let alone: Product
  let issuer: Listening
  beforeAll(async () => {
    issuer = await startProvider()
    alone = await startProduct({
      environment: {
        SIGNUP: 'open',
        LOCAL_ACCOUNTS: 'off',
        OIDC_ISSUER: issuer.issuer,
        OIDC_CLIENT_ID: 'noisefloor',
        OIDC_CLIENT_SECRET: 'a secret of theirs',
        OIDC_NAME: 'Example ID',
        OIDC_SCOPE: 'openid email profile offline_access',
        SESSION_REFRESH: '1',
      },
    })
    await issuer.serve(alone.url)
  })
  afterAll(async () => {
    await alone?.stop()
    alone?.remove()
    issuer?.server.closeAllConnections()
    issuer?.server.close()
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
    person = { sub: 'p-9', email: 'nine@example.org', email_verified: true }
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
      await expect.poll(() => provided.asked, { timeout: 60_000 }).toBeGreaterThan(before + 1)
      expect(await ada.page.getByLabel('First name').count()).toBe(1)
      const cookies = await ada.page.context().cookies()
      provided.refusal = refusal
      await ada.page.waitForURL('**/auth-required')
      expect(said).toContain(`[Auth] Error detected ${error}`)
      expect(said).toContain('Signing out...')
      // What somebody copied before opens nothing any more.
      await ada.page.context().addCookies(cookies)
      await ada.page.goto('/account/details')
      await ada.page.getByText('Sign in to go on.').waitFor()
      await ada.leave()
    },
  )
})
