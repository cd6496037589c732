import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInMaxAgeSeconds } from '#model/account/sign-in-age.ts'
import { inviteIn, lastMail } from '../product/outbox.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { fillAccount } from './fill-account.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit, type Visitor } from './visitor.ts'

/** From the first owner's link to a rotated key, as a person goes through it, with mails read from the outbox. */

let product: Inside
let browser: Browser
let ada: Visitor
const password = 'a quiet sentence'
const email = 'ada@example.org'

beforeAll(async () => {
  product = await openInside({ SUPPORT_EMAIL: 'help@example.org' })
  browser = await openBrowser()
  ada = await visit(browser, product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const fill = (page: Page, address: string, name: [string, string]): Promise<void> =>
  fillAccount(page, { address, name, password })

describe('an owner', () => {
  test('makes the first account by the link of the start', async () => {
    const path = await ownerLink(product)
    const page = await open(ada, path)
    await page.locator('h1', { hasText: 'Make the owner’s account' }).waitFor()
    await fill(page, email, ['Ada', 'Lovelace'])
    await page.getByLabel('Password').fill('passwordpassword')
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByText('among the first that others try').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.waitForURL('**/signup/welcome')
    await page.getByRole('heading', { name: 'Welcome, Ada Lovelace' }).waitFor()
    const again = await visit(browser, product.url)
    expect((await again.page.goto(path))?.status()).toBe(200)
    await again.page.getByText('The invitation was accepted.').waitFor()
    await again.leave()
  })

  test('reads every page of the account in both themes, wide and narrow, without a fault', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
      ['light', 320],
    ] as const) {
      await ada.page.emulateMedia({ colorScheme })
      await ada.page.setViewportSize({ width, height: 900 })
      for (const name of ['details', 'plan', 'members', 'api-key', 'help']) {
        const page = await open(ada, `/account/${name}`)
        expect([name, width, await violations(page)]).toEqual([name, width, []])
        expect([name, width, await sideways(page)]).toEqual([name, width, []])
      }
    }
    await ada.page.setViewportSize({ width: 1280, height: 900 })
    expect(ada.problems).toEqual([])
  })

  test('makes a key that works, and rotates it', async () => {
    const page = await open(ada, '/account/api-key')
    await page.getByRole('button', { name: 'Make a key' }).click()
    const shown = page.locator('code', { hasText: /^nf_[\w-]{40,}$/ })
    const first = await shown.innerText()
    const works = async (key: string) =>
      (await fetch(new URL('/ping', product.url), { headers: { key } })).status === 200
    expect(await works(first)).toBe(true)
    await page.reload()
    await alive(page)
    expect(await page.getByText(first).count()).toBe(0)
    await page.getByText(`nf_••••${first.slice(-4)}`).waitFor()
    await page.getByLabel('The present key goes on working for').selectOption('0')
    await page.getByRole('button', { name: 'Rotate the key' }).click()
    await page.getByText(`Rotate the key? nf_••••${first.slice(-4)} ends at once.`).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Rotate the key' }).click()
    const second = await shown.innerText()
    expect([await works(first), await works(second)]).toEqual([false, true])
  })

  test('stands by name in the audit log beside each change', async () => {
    const page = await open(ada, '/account/members')
    const changes = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
    await changes.filter({ hasText: 'by Ada Lovelace from 127.0.0.1' }).first().waitFor()
  })

  test('chooses a username, and goes on to what there is to read', async () => {
    const page = await open(ada, '/signup/add-username')
    const on = page.getByRole('link', { name: 'Go on to what there is to read' })
    expect(await on.count()).toBe(0)
    await page.getByLabel('Username').fill('ada')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('It is kept.').waitFor()
    await on.waitFor()
    expect(await violations(page)).toEqual([])
    await on.click()
    await page.waitForURL('**/account/help')
  })

  test('logs out and in again, and is back where the way led', async () => {
    const { page } = ada
    await open(ada, '/')
    await page.locator('summary', { hasText: 'Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await page.goto('/account/plan?from=mail')
    await page.waitForURL('**/auth-required?**')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('wrong one')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Address or password is wrong.').waitFor()
    // Only the password is typed again.
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/account/plan?from=mail')
  })
})

describe('a page that stays open', () => {
  test('is asked to sign in again when it is seen after the sign-in was ended elsewhere', async () => {
    const other = await visit(browser, product.url)
    await open(other, '/auth-required?redirect=%2Faccount%2Fplan')
    await other.page.getByLabel('Email').fill(email)
    await other.page.getByLabel('Password').fill(password)
    await other.page.getByRole('button', { name: 'Log in' }).click()
    await other.page.waitForURL('**/account/plan')
    await alive(other.page)
    const page = await open(ada, '/account/details')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Sign out', exact: true }).count()).toBe(0)
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.page.waitForURL('**/auth-required?**')
    await other.leave()
  })
})

describe('a page whose workspace was left in another tab', () => {
  test('does nothing to the other workspace, and shows that one when it is seen again', async () => {
    const page = await open(ada, '/account/members')
    const first = await page.getByLabel('Name of the active one').inputValue()
    await page.getByLabel('Name of a new one').fill('Second')
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Make a workspace' }).click(),
    ])
    await alive(page)
    const tab = await page.context().newPage()
    await tab.goto('/account/api-key')
    await alive(tab)
    await tab.getByText('Key of Second').waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Switch to it' }).click()])
    await page.getByRole('heading', { name: `Members of ${first}` }).waitFor()
    // The other tab did not hear of it.
    const key = async () =>
      (await page.request.get('/api/workspace/key')).json() as Promise<{ masked: string | null }>
    const before = await key()
    await tab.getByRole('button', { name: 'Make a key' }).click()
    await tab.getByText('There is no such workspace.').waitFor()
    expect(await key()).toEqual(before)
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await tab.getByText(`Key of ${first}`).waitFor()
    await tab.getByText(before.masked ?? 'There is none yet.').waitFor()
    await tab.close()
  })
})

describe('a page that is left open', () => {
  test('refreshes its sign-in each time it would be over, also where nobody sees it', async () => {
    // A clock is of all pages of a browser, whose timers then wait for it: this one is another browser of hers.
    const context = ada.page.context()
    const { page, leave } = await visit(browser, product.url, { storageState: await context.storageState() })
    await page.clock.install()
    await page.goto('/account/details')
    await alive(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/session')) asked += 1
    })
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),
    )
    for (const times of [1, 2]) {
      await page.clock.fastForward((signInMaxAgeSeconds - 60) * 1000)
      expect(asked).toBe(times - 1)
      const answered = page.waitForResponse('**/api/auth/session')
      await page.clock.fastForward(60_000)
      await answered
      expect(asked).toBe(times)
    }
    await context.addCookies(await page.context().cookies())
    await leave()
  })
})

describe('a guest', () => {
  test('joins by the mail of an invitation, and nobody else does', async () => {
    const page = await open(ada, '/account/members')
    await page.getByLabel('Email').fill('bob@example.org')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way.').waitFor()
    const mail = await lastMail(product.dataFolder, 'bob@example.org')
    const path = `/signup/invite/${inviteIn(mail ?? '')}/accept`
    // Who sent it is somebody else.
    await open(ada, path)
    await page.getByText('invalid email').waitFor()
    await page.getByRole('button', { name: 'Log out and come back here' }).click()
    await page.getByText('The invitation is for b•••••@example.org.').waitFor()
    await open(ada, '/auth-required?redirect=%2Faccount%2Fmembers')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/account/members')

    const bob = await visit(browser, product.url)
    await open(bob, path)
    await bob.page.getByText('The invitation is for b•••••@example.org.').waitFor()
    await fill(bob.page, 'bob@example.org', ['Bob', 'Guest'])
    await bob.page.getByRole('button', { name: 'Make the account' }).click()
    await bob.page.waitForURL('**/signup/welcome')
    await open(bob, '/account/members')
    await bob.page.getByText('Ada Lovelace').first().waitFor()
    expect(await bob.page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    expect(bob.problems).toEqual([])

    await open(ada, '/account/members')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The keys they named and their invitations end.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    // What was open is not any more, and there is nothing to sign in to.
    await bob.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await bob.page.waitForURL('**/auth-required?error=No+SSO+workspace+found')
    await bob.page.getByText('No SSO workspace found').waitFor()
    await bob.page.goto('/account/members')
    await bob.page.getByLabel('Email').fill('bob@example.org')
    await bob.page.getByLabel('Password').fill(password)
    await bob.page.getByRole('button', { name: 'Log in' }).click()
    await bob.page.getByText('No SSO workspace found').waitFor()
    await bob.leave()
  })

  test('who has an account signs in at the invitation, is back at it, and joins', async () => {
    const invite = async (): Promise<string> => {
      const page = await open(ada, '/account/members')
      await page.getByLabel('Email').fill('bob@example.org')
      await page.getByRole('button', { name: 'Send the invitation' }).click()
      await page.getByText('The invitation is on its way.').waitFor()
      const mail = await lastMail(product.dataFolder, 'bob@example.org')
      return `/signup/invite/${inviteIn(mail ?? '')}/accept`
    }
    // Removed from the last workspace, he joins with the password of before.
    const bob = await visit(browser, product.url)
    await open(bob, await invite())
    await fill(bob.page, 'bob@example.org', ['Bob', 'Guest'])
    await bob.page.getByRole('button', { name: 'Make the account' }).click()
    await bob.page.waitForURL('**/signup/welcome')
    await bob.page.context().clearCookies()

    const page = await open(ada, '/account/members')
    const making = page.locator('form').filter({ hasText: 'Make a workspace' })
    await making.getByLabel('Name of a new one').fill('Second')
    await making.getByRole('button').click()
    await page.getByRole('listitem').filter({ hasText: 'Second' }).getByText('active').waitFor()
    const path = `${await invite()}?from=mail`
    await open(bob, path)
    await bob.page.getByText('Ada Lovelace invites you to the workspace Second.').waitFor()
    expect(await violations(bob.page)).toEqual([])
    await bob.page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    // Both pages say whose invitation it is; the fields of the one before must not be filled.
    await bob.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await bob.page.getByText('Ada Lovelace invites you to the workspace Second.').waitFor()
    await bob.page.getByLabel('Email').fill('bob@example.org')
    await bob.page.getByLabel('Password').fill(password)
    await bob.page.getByRole('button', { name: 'Log in' }).click()
    await bob.page.waitForURL(`**${path}`)
    await alive(bob.page)
    await bob.page.getByRole('button', { name: 'Join' }).click()
    await bob.page.waitForURL('**/signup/welcome')
    await bob.page.getByText('You work in Second.').waitFor()
    expect(bob.problems).toEqual([])
    await bob.leave()
  })

  test('whose next page does not come waits a minute for it, and is told', async () => {
    const page = await open(ada, '/account/members')
    await page.getByLabel('Email').fill('carol@example.org')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('The invitation is on its way.').waitFor()
    const mail = await lastMail(product.dataFolder, 'carol@example.org')
    const carol = await visit(browser, product.url)
    await carol.page.clock.install()
    await open(carol, `/signup/invite/${inviteIn(mail ?? '')}/accept`)
    // The browser stays where it is.
    await carol.page.route('**/signup/welcome', (route) => route.fulfill({ status: 204 }))
    await fill(carol.page, 'carol@example.org', ['Carol', 'Guest'])
    const left = carol.page.waitForRequest('**/signup/welcome')
    await carol.page.getByRole('button', { name: 'Make the account' }).click()
    await left
    const button = carol.page.getByRole('button', { name: 'Make the account' })
    expect(await button.isDisabled()).toBe(true)
    await carol.page.clock.fastForward(60_000)
    await carol.page.getByText('the next page did not open').waitFor()
    expect(await button.isDisabled()).toBe(false)
    await carol.page.reload()
    await carol.page.locator('summary', { hasText: 'Carol Guest' }).waitFor()
    await carol.leave()
  })

  test('without scripts signs in and out', async () => {
    const plain = await visit(browser, product.url, { javaScriptEnabled: false })
    await plain.page.goto('/auth-required?redirect=%2Ftags')
    await plain.page.getByLabel('Email').fill(email)
    await plain.page.getByLabel('Password').fill(password)
    await plain.page.getByRole('button', { name: 'Log in' }).click()
    await plain.page.waitForURL('**/tags')
    await plain.page.locator('summary', { hasText: 'Ada Lovelace' }).click()
    await plain.page.getByRole('button', { name: 'Logout' }).click()
    await plain.page.getByRole('link', { name: 'Log in' }).waitFor()
    await plain.leave()
  })

  test('is asked before their account is deleted, and keeps it by going no further', async () => {
    const carol = await visit(browser, product.url)
    await open(carol, '/auth-required?redirect=%2Faccount%2Fdetails')
    await carol.page.getByLabel('Email').fill('carol@example.org')
    await carol.page.getByLabel('Password').fill(password)
    await carol.page.getByRole('button', { name: 'Log in' }).click()
    await carol.page.waitForURL('**/account/details')
    await alive(carol.page)
    const remove = carol.page.getByRole('button', { name: 'Delete my account' })
    await remove.click()
    await carol.page.getByText('Delete the account carol@example.org? Nothing brings it back.').waitFor()
    // Whoever goes on typing leaves it as it is.
    await carol.page.keyboard.press('Enter')
    await expect.poll(() => carol.page.getByText('Nothing brings it back.').count()).toBe(0)
    await remove.click()
    await remove.click()
    await carol.page.waitForURL((url) => url.pathname === '/')
    await carol.page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(carol.problems).toEqual([])
    await carol.leave()
  })

  test('finds the pages of signing in and up without a fault of access', async () => {
    const stranger = await visit(browser, product.url)
    for (const path of ['/auth-required', '/signup', '/reset-password?token=x']) {
      const page = await open(stranger, path)
      expect([path, await violations(page)]).toEqual([path, []])
    }
    await stranger.page.getByLabel('New password').waitFor()
    // The header leads to either, and back to where one was.
    for (const [name, hint] of [
      ['Log in', 'login'],
      ['Sign Up', 'signup'],
    ] as const) {
      const page = await open(stranger, '/tags?search=a')
      await page.getByRole('banner').getByRole('link', { name }).click()
      await page.waitForURL(`**/auth-required?redirect=%2Ftags%3Fsearch%3Da&hint=${hint}`)
    }
    await stranger.page.goto('/signup')
    await stranger.page.getByText('An invitation is needed to sign up here.').waitFor()
    expect(stranger.problems).toEqual([])
    await stranger.leave()
  })
})
