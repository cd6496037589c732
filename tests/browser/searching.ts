import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, captureOf, eventually, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import type { Inside } from '../product/inside.ts'
import { alive, visit } from './visitor.ts'

/** What somebody does at the search modal, and what they see of it. */

/** Addresses that are there to be found. */
export const seen = { crawler: '198.18.6.1', other: '198.18.61.2' }

/** Three visits by them, until their paths are proposed: one of an attacker's text, with what cannot be seen. */
export async function seenVisits(product: Inside): Promise<void> {
  const at = Date.now() - 60_000
  await upload(
    product,
    captureOf([
      webVisit(seen.crawler, { uri: '/.env', userAgent: 'curl/8' }, at),
      webVisit(seen.other, { uri: encodeURI('/boaform/x'), userAgent: 'curl/8' }, at + 10),
      webVisit(seen.other, { uri: '/<img src=x onerror=alert(1)>\u202e', userAgent: 'curl/8' }, at + 20),
    ]),
  )
  await waitUntilIdle(product)
  await eventually(
    () => call(product, '/api/suggestions?text=boaform'),
    ({ body }) => JSON.stringify(body).includes('"path"'),
  )
}

export interface Story extends BrowserContextOptions {
  at?: string
}

/** Somebody at a page, which must have had no error in the end, and asked nobody outside. */
export async function searchingAt(
  browser: Browser,
  url: string,
  story: (page: Page) => Promise<void>,
  { at = '/tags', ...options }: Story = {},
): Promise<void> {
  const { page, problems, leave } = await visit(browser, url, options)
  try {
    await page.goto(at)
    await alive(page)
    await story(page)
    expect(problems).toEqual([])
  } finally {
    await leave()
  }
}

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const field = (page: Page) => dialog(page).getByLabel('An address or a query')
export const rows = (page: Page, group: string) =>
  dialog(page).getByRole('group', { name: group }).getByRole('option')
export const hasFocus = (page: Page) => field(page).evaluate((element) => element === document.activeElement)
export const dataset = (page: Page) => dialog(page).getByRole('radio', { checked: true }).inputValue()

/** Opens it; where the page has just changed, the dialog is still about to close. */
export async function open(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await expect.poll(() => hasFocus(page)).toBe(true)
}

export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(text)
}
