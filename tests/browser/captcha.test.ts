import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** The bot check as a person meets it: not at all, while who comes without its token is refused. */

const password = 'a quiet sentence'
const email = 'ada@example.org'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function makeOwner(product: Inside, { page }: Visitor): Promise<void> {
  await page.goto(new URL(await ownerLink(product), product.url).href)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
}

const ask = (product: Inside, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })

describe('with the work of this server', () => {
  let product: Inside
  beforeAll(async () => {
    product = await openInside({ CAPTCHA: 'work' })
  })
  afterAll(async () => {
    await product?.close()
  })

  test('somebody signs up, out and in, each call brings a token, and none counts twice', async () => {
    const ada = await visit(browser, product.url)
    const tokens: string[] = []
    ada.page.on('request', (request) => {
      const token = request.headers()['x-captcha-token']
      if (token !== undefined) tokens.push(token)
    })
    await makeOwner(product, ada)
    expect(tokens.length).toBeGreaterThan(0)
    const [token = ''] = tokens
    const again = await ask(product, '/api/auth/forgot-password', { 'x-captcha-token': token })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('was used before')])

    await ada.page.context().clearCookies()
    const page = await open(ada, '/auth-required')
    await alive(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(product.url)
    await page.locator('summary', { hasText: 'Ada Lovelace' }).waitFor()
    expect(await page.getByText('reCAPTCHA').count()).toBe(0)
    expect(ada.problems).toEqual([])
    await ada.leave()
  })

  test('who disputes a verdict brings a token with the form, and who has no scripts is told why not', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const visitor = await visit(browser, product.url, { javaScriptEnabled })
      const { page } = visitor
      await page.goto('/ip/192.0.2.1/dispute')
      if (javaScriptEnabled) await alive(page)
      await page.getByLabel('Something else').check()
      await page.getByLabel('Explanation').fill('It is ours.')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send' }).click()
      const said = javaScriptEnabled ? 'Your dispute waits' : 'The bot check of this server was not passed.'
      await page.getByText(said).waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.leave()
    }
  })

  test('who brings no token writes nothing without a key, and reads as before', async () => {
    const refused = await ask(product, '/api/auth/forgot-password')
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ parameter: 'x-captcha-token', code: 'forbidden' }),
    ])
    const form = new URLSearchParams({ email, password, json: 'true' })
    const signIn = await fetch(new URL('/api/auth/callback/local', product.url), {
      method: 'POST',
      body: form,
    })
    expect(signIn.status).toBe(403)
    expect((await fetch(new URL('/api/tags/autocomplete', product.url))).status).toBe(200)
    const withKey = await fetch(new URL('/v3/ip', product.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', key: product.key },
      body: JSON.stringify({ ips: ['192.0.2.1'] }),
    })
    expect(withKey.status).toBe(200)
  })
})

describe('with a provider', () => {
  let product: Inside
  let provider: Server
  beforeAll(async () => {
    provider = createServer((request, response) => {
      if (request.url?.startsWith('/api.js'))
        response
          .setHeader('content-type', 'text/javascript')
          .end(
            `let n = 0; window.grecaptcha = { ready: (then) => then(), execute: async (key) => key + ' ' + Date.now() + ' ' + n++ }`,
          )
      else
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ success: true, score: 0.9 }))
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const environment = {
      CAPTCHA: 'recaptcha',
      CAPTCHA_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_URL: url,
    }
    product = await openInside(environment)
  })
  afterAll(async () => {
    await product?.close()
    provider?.closeAllConnections()
    provider?.close()
  })

  test('its script is loaded with the first call, brings tokens, and says so below every page', async () => {
    const ada = await visit(browser, product.url)
    const loads: string[] = []
    ada.page.on('request', (request) => {
      if (request.url().includes('/api.js')) loads.push(request.url())
    })
    await ada.page.goto(product.url)
    await ada.page.getByText('This site is protected by reCAPTCHA').waitFor()
    await makeOwner(product, ada)
    expect(loads).toEqual([expect.stringContaining('/api.js?render=site-key')])
    expect(ada.problems).toEqual([`outside: ${loads[0]}`])
    await ada.leave()
  })

  test('a page that is told another site key than the loaded one gets no token', async () => {
    const guest = await visit(browser, product.url)
    const { page } = guest
    await open(guest, '/auth-required')
    await alive(page)
    const tokens: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/forgot-password'))
        tokens.push(request.headers()['x-captcha-token'])
    })
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    const form = page.getByRole('region', { name: 'Forgotten password' })
    const send = async () => {
      await form.getByLabel('Email').fill(email)
      const sent = page.waitForResponse('**/api/auth/forgot-password')
      await form.getByRole('button').click()
      return (await sent).status()
    }
    expect(await send()).toBe(200)
    await page.evaluate(() => {
      const meta = document.querySelector('meta[name="noisefloor-frame"]')!
      meta.setAttribute('content', meta.getAttribute('content')!.replaceAll('site-key', 'other-key'))
    })
    expect(await send()).toBe(403)
    expect(tokens).toEqual([expect.stringMatching(/^site-key /), undefined])
    expect(said.join('\n')).toContain('loaded already, with another site key')
    await guest.leave()
  })
})
