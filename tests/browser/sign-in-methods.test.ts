import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit, type Visitor } from './visitor.ts'

/** Passkeys, with the browser's own virtual authenticator, and codes of an authenticator app, as a person sets them up and uses them. */

let product: Inside
let browser: Browser
let ada: Visitor
const password = 'a quiet sentence'
const email = 'ada@example.org'

beforeAll(async () => {
  product = await openInside()
  browser = await openBrowser()
  // Browsers make no passkey for an address of numbers.
  ada = await visit(browser, product.url.replace('127.0.0.1', 'localhost'))
  const page = await open(ada, await ownerLink(product))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

async function logOut(visitor: Visitor): Promise<void> {
  await visitor.page.context().clearCookies()
}

test('a passkey is made, opens the account without a password, and is removed', async () => {
  const { page } = ada
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await open(ada, '/account/details')
  await page.getByLabel('Name of a new one').fill('<b>Laptop</b>')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByText('<b>Laptop</b>').waitFor()
  expect(await violations(page)).toEqual([])
  // The device knows it has one.
  await page.getByLabel('Name of a new one').fill('Again')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByText('This device has a passkey for this account already.').waitFor()
  await logOut(ada)
  await open(ada, '/auth-required?redirect=%2Ftags')
  const [answered] = await Promise.all([
    page.waitForRequest('**/api/auth/callback/passkey'),
    page.getByRole('button', { name: 'Use a passkey' }).click(),
  ])
  await page.waitForURL('**/tags')
  // The same answer from whoever got hold of the browser's cookie, too.
  const { cookie = '', origin = '' } = await answered.allHeaders()
  expect(cookie).toContain('noisefloor-passkey=')
  const replayed = await fetch(answered.url(), {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: answered.postData() ?? '',
  })
  expect([replayed.status, await replayed.text()]).toEqual([409, expect.stringContaining('used already')])
  await open(ada, '/account/details')
  await page
    .getByRole('listitem')
    .filter({ hasText: '<b>Laptop</b>' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect.poll(() => page.getByText('<b>Laptop</b>').count()).toBe(0)
  await logOut(ada)
  await open(ada, '/auth-required')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey opens no account here.').waitFor()
})

test('where what speaks to passkeys does not arrive, that is said, and it can be tried again', async () => {
  const visitor = await visit(browser, product.url.replace('127.0.0.1', 'localhost'))
  const page = await open(visitor, '/auth-required')
  await page.getByLabel('Email').fill(email)
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  const ask = page.getByRole('button', { name: 'Use a passkey' })
  await ask.click()
  await page.getByText('What speaks to passkeys did not arrive.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.unrouteAll()
  await ask.click()
  await page.getByText('The browser showed no passkey').waitFor()
  await visitor.leave()
  expect(visitor.problems).toEqual([])
})

test('where the address is one of numbers there are no passkeys, and the page says why', async () => {
  const visitor = await visit(browser, product.url)
  const page = await open(visitor, '/auth-required')
  await page.getByText('Passkeys need a name').waitFor()
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await visitor.leave()
})

test('codes of an app are set up, asked for without scripts, and given up', async () => {
  const { page } = ada
  await open(ada, '/auth-required?redirect=%2Faccount%2Fdetails')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/account/details')
  await alive(page)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const seed = (await page.locator('code.select-all').innerText()).replaceAll(' ', '')
  await page.getByRole('img', { name: 'The key, for the camera' }).waitFor()
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect([width, await violations(page)]).toEqual([width, []])
    expect([width, await sideways(page)]).toEqual([width, []])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: at })
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const shown = await page.getByLabel('Recovery codes').innerText()
  expect(shown.split('\n')).toHaveLength(10)
  await logOut(ada)
  const plain = await visit(browser, product.url, { javaScriptEnabled: false })
  await plain.page.goto('/auth-required?redirect=%2Ftags')
  await plain.page.getByLabel('Email').fill(email)
  await plain.page.getByLabel('Password').fill(password)
  await plain.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await plain.page.getByRole('heading', { name: 'One more code' }).waitFor()
  await plain.page.getByLabel('Code', { exact: true }).fill('000000')
  await plain.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await plain.page.getByText('This code is wrong, or was used before.').waitFor()
  await plain.page.getByLabel('Code', { exact: true }).fill(shown.split('\n')[0] ?? '')
  await plain.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await plain.page.waitForURL('**/tags')
  await plain.leave()
  expect(ada.problems).toEqual([])
})
