import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastMail } from '../product/outbox.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { open } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** From the page that signs up to a key of one's own, with the mail read from the outbox. */

let product: Inside
let browser: Browser
const email = 'carol@example.org'
const password = 'a quiet sentence'

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside({ SIGNUP: 'open' }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

test('somebody new signs up, confirms the address by its mail, tells their name, and makes a key that works', async () => {
  const carol = await visit(browser, product.url)
  const page = await open(carol, '/signup')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('A mail to this address says how to go on.').waitFor()
  const mail = await lastMail(product.dataFolder, email)
  const link = /\/signup\/verify-email\?\w+=[\w-]+/.exec(mail ?? '')?.[0] ?? ''

  // The link leads on after one has signed in.
  await open(carol, link)
  await page.waitForURL('**/auth-required?**')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Confirm carol@example.org' }).waitFor()
  await alive(page)
  expect([await violations(page), await sideways(page)]).toEqual([[], []])
  // How pages are shown is chosen meanwhile, too, and leads back to the step.
  await page.getByRole('link', { name: 'Dark' }).click()
  await page.locator('a[aria-current="true"]', { hasText: 'Dark' }).waitFor()
  await page.getByRole('button', { name: 'Confirm carol@example.org' }).click()
  await page.getByRole('link', { name: 'Tell your name' }).click()
  await page.waitForURL('**/signup/complete-profile**')
  await page.getByLabel('First name').fill('Carol')
  await page.getByLabel('Last name').fill('Guest')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Welcome, Carol' }).waitFor()

  await open(carol, '/account/api-key')
  await page.getByRole('button', { name: /^(?:Make a|Rotate the) key$/ }).click()
  const key = (
    await page
      .getByText(/^nf_[\w-]{20,}$/)
      .first()
      .innerText()
  ).trim()
  const answer = await fetch(new URL('/v1/account', product.url), { headers: { key } })
  expect([answer.status, await answer.json()]).toMatchObject([200, { workspace_id: expect.any(String) }])
  expect(carol.problems).toEqual([])
  await carol.leave()
})
