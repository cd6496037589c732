import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastMail } from '../product/outbox.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { fillAccount } from './fill-account.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit, type Visitor } from './visitor.ts'

/** A change of address as a person goes through it, with mails read from the outbox. */

let product: Inside
let browser: Browser
let ada: Visitor
const password = 'a quiet sentence'

beforeAll(async () => {
  product = await openInside({ SIGNUP: 'open' })
  browser = await openBrowser()
  ada = await visit(browser, product.url)
  const page = await open(ada, await ownerLink(product))
  await fillAccount(page, { address: 'ada@example.org', name: ['Ada', 'Lovelace'], password })
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** The path and search of the link in the newest mail to somebody. */
async function linkTo(address: string): Promise<string> {
  const mail = await lastMail(product.dataFolder, address)
  return /\/signup\/verify-email\?\w+=[\w-]+/.exec(mail ?? '')?.[0] ?? ''
}

test('a new address waits in sight, is kept off or sent again, and is confirmed by its mail', async () => {
  const page = await open(ada, '/account/details')
  const ask = async (address: string) => {
    await page.getByLabel('Email (confirmed)').fill(address)
    const form = page.locator('form').filter({ hasText: 'Change the address' })
    await form.getByLabel('Present password').fill(password)
    await page.getByRole('button', { name: 'Change the address' }).click()
    await page.getByText(`${address} waits to be confirmed`).waitFor()
  }
  await ask('lovelace@example.net')
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect([width, await violations(page), await sideways(page)]).toEqual([width, [], []])
  }
  await page.getByRole('button', { name: 'Keep the address as it is' }).click()
  await expect.poll(() => page.getByText('waits to be confirmed').count()).toBe(0)
  await ask('countess@example.net')
  const first = await linkTo('countess@example.net')
  await page.getByRole('button', { name: 'Send its mail again' }).click()
  await page.getByText('The mail is on its way.').waitFor()
  const second = await linkTo('countess@example.net')

  await open(ada, first)
  await page.getByRole('button', { name: 'Confirm countess@example.net' }).click()
  await page.getByText('invalid token').waitFor()
  // Opened where nobody is signed in it leads to signing in, by the address of before, and back.
  const other = await visit(browser, product.url)
  await open(other, second)
  await other.page.waitForURL('**/auth-required?**')
  await other.page.getByLabel('Email').fill('ada@example.org')
  await other.page.getByLabel('Password').fill(password)
  await other.page.getByRole('button', { name: 'Log in' }).click()
  await other.page.waitForURL(`**${second}`)
  await alive(other.page)
  expect(await violations(other.page)).toEqual([])
  await other.page.getByRole('button', { name: 'Confirm countess@example.net' }).click()
  await other.page.waitForURL('**/account/details')
  await other.page.locator('input[name=email][value="countess@example.net"]').waitFor()
  await open(other, second)
  await other.page.getByText('No address waits to be confirmed for countess@example.net.').waitFor()
  expect(other.problems).toEqual([])
  await other.leave()
})

test('whoever signed up with a mistyped address changes it on the page that waits for it', async () => {
  const bob = await visit(browser, product.url)
  const page = await open(bob, '/signup')
  await page.getByLabel('Work email').fill('bbo@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('A mail to this address says how to go on.').waitFor()
  await open(bob, '/auth-required')
  await page.getByLabel('Email').fill('bbo@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/signup/complete-profile**')
  await alive(page)
  await page.getByLabel('First name').fill('Bob')
  await page.getByLabel('Last name').fill('Guest')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL('**/signup/verify-email**')
  await alive(page)
  await page.getByLabel('Email').fill('bob@example.org')
  await page.getByLabel('Present password').fill(password)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText('bob@example.org waits to be confirmed').waitFor()
  expect([await violations(page), await sideways(page)]).toEqual([[], []])
  await open(bob, await linkTo('bob@example.org'))
  await page.getByRole('button', { name: 'Confirm bob@example.org' }).click()
  await page.waitForURL('**/account/details')
  await page.getByLabel('Email (confirmed)').waitFor()
  expect(bob.problems).toEqual([])
  await bob.leave()
})
