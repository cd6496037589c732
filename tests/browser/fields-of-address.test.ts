import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../api/account-browser.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { signIn } from './sign-in.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** Fields that filter a page say what its address says, by whatever way one came to it. */

let product: Inside
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  await makePerson(product, { email: 'ada@example.org' })
  visitor = await visit(browser, product.url)
  page = visitor.page
  await signIn(visitor, 'ada@example.org')
})
afterAll(async () => {
  await visitor?.leave()
  await browser?.close()
  await product?.close()
})

const openPage = async (path: string): Promise<void> => {
  await page.goto(path)
  await alive(page)
}

test('the search of tags is empty again where the link to all of them leads, and holds its words on the way back', async () => {
  await openPage('/tags')
  const field = page.getByLabel('Name, description or CVE')
  await field.fill('zzzz')
  await page.waitForURL('**/tags?search=zzzz')
  await page.getByRole('link', { name: 'View all results' }).click()
  await page.waitForURL('**/tags')
  await expect.poll(() => field.inputValue()).toBe('')
  await page.goBack()
  await page.waitForURL('**/tags?search=zzzz')
  await expect.poll(() => field.inputValue()).toBe('zzzz')
})

test.each([
  { path: '/cves', label: 'Search CVEs', words: 'CVE-2021' },
  { path: '/sensors/profiles', label: 'Name, protocol or CVE', words: 'camera' },
])('$path: the search keeps the focus, and goes back with the address', async ({ path, label, words }) => {
  await openPage(path)
  const field = page.getByLabel(label)
  await field.fill(words)
  await field.press('Enter')
  await page.waitForURL(`**${path}?search=*`)
  await alive(page)
  expect(await field.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.goBack()
  await page.waitForURL(`**${path}`)
  await expect.poll(() => field.inputValue()).toBe('')
})

test('choices go back with the address', async () => {
  await openPage('/trends/active')
  const intention = page.getByLabel('Intention')
  await intention.selectOption('malicious')
  await page.waitForURL('**intention=malicious**')
  await page.goBack()
  await page.waitForURL('**/trends/active')
  await expect.poll(() => intention.inputValue()).toBe('')
})

test('what is written on while an answer comes stays', async () => {
  await openPage('/tags')
  const field = page.getByLabel('Name, description or CVE')
  let answer = (): void => undefined
  const isHeld = new Promise<void>((go) => (answer = go))
  await page.route('**/tags.data?search=mir', async (route) => {
    await isHeld
    await route.continue()
  })
  await field.pressSequentially('mir')
  await page.waitForRequest('**/tags.data?search=mir')
  await field.pressSequentially('a')
  answer()
  await page.waitForURL('**/tags?search=mira')
  expect(await field.inputValue()).toBe('mira')
})

test('what is taken back while its answer comes stays away', async () => {
  await openPage('/tags')
  const field = page.getByLabel('Name, description or CVE')
  const answer = Promise.withResolvers<void>()
  await page.route('**/tags.data?search=zz', async (route) => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/tags.data?search=zz')
  await field.pressSequentially('zz')
  await asked
  await field.fill('')
  answer.resolve()
  await page.waitForURL('**/tags?search=')
  expect(await field.inputValue()).toBe('')
})

test('a link that is pressed right after the last key leads on, however long its page takes', async () => {
  await openPage('/tags')
  const answer = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route('**/*.data*', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await answer.promise
    await route.continue()
  })
  await page.clock.install()
  await page.getByLabel('Name, description or CVE').pressSequentially('zz')
  await page.getByRole('link', { name: 'Trends' }).first().click()
  // Longer than the search waits for another key.
  await page.clock.runFor(2000)
  answer.resolve()
  await page.waitForURL('**/trends/trending')
  expect(asked).not.toContain('/tags.data')
  await page.clock.resume()
  await page.unrouteAll()
})
