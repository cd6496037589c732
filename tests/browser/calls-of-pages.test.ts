import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { fillAccount } from './fill-account.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** How pages ask the server again where an answer says that another try may help (specification §7). */

let product: Inside
let browser: Browser
let ada: Visitor

beforeAll(async () => {
  product = await openInside({ SUPPORT_EMAIL: 'help@example.org' })
  browser = await openBrowser()
  ada = await visit(browser, product.url)
  const page = await open(ada, await ownerLink(product))
  await fillAccount(page, {
    address: 'ada@example.org',
    name: ['Ada', 'Lovelace'],
    password: 'a quiet sentence',
  })
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

describe('a call of a page', () => {
  /** How often Save was sent, and whether it went well, where the server first answers so. */
  async function saved(first: { status: number; headers?: Record<string, string> }, times = 1) {
    const { page } = ada
    let calls = 0
    await page.route('**/api/user', (route) => {
      calls += 1
      if (calls > times) return route.continue()
      return route.fulfill({ ...first, json: { message: 'Not now.' } })
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').or(page.getByText('Not now.')).waitFor()
    await page.unroute('**/api/user')
    return [calls, await page.getByText('Saved.').count()]
  }

  test('that is idempotent is made once more where another try may help, and no third time', async () => {
    await open(ada, '/account/details')
    for (const status of [401, 408, 409, 425, 429, 500, 502, 503, 504])
      expect([status, await saved({ status })]).toEqual([status, [2, 1]])
    expect(await saved({ status: 429 }, 2)).toEqual([2, 0])
    for (const status of [400, 403, 404, 501])
      expect([status, await saved({ status })]).toEqual([status, [1, 0]])
  })

  test('waits as long as the answer says, and not where nobody would', async () => {
    await open(ada, '/account/details')
    expect(await saved({ status: 503, headers: { 'retry-after': '60' } })).toEqual([1, 0])
    const page = await ada.page.context().newPage()
    await page.goto('/account/details')
    await alive(page)
    const calls: number[] = []
    await page.route('**/api/user', (route) => {
      calls.push(performance.now())
      return route.fulfill({ status: 503, headers: { 'retry-after': '3' }, json: {} })
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => calls.length).toBe(2)
    // However busy the machine: a timer of a browser is late, and never early by more than a little.
    expect(calls[1]! - calls[0]!).toBeGreaterThan(2900)
    await page.close()
  })

  test('that writes anew each time is not made again', async () => {
    const page = await open(ada, '/account/help')
    let calls = 0
    await page.route('**/api/user/support-email', (route) => {
      calls += 1
      return route.fulfill({ status: 503, json: { message: 'Not now.' } })
    })
    await page.getByLabel('Subject').fill('A')
    await page.getByLabel('Message').fill('B')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Not now.').waitFor()
    expect(calls).toBe(1)
    await page.unroute('**/api/user/support-email')
  })
})
