import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { dialog, field, open, searchingAt } from './searching.ts'
import { sideways } from './visitor.ts'

/** What a visitor pastes into a field of the search, and more of it than the field takes. */

let product: Inside
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const said = 'Only 4,096 characters fit into this field: the rest of what was pasted is missing.'
const long = 'useragent:x '.repeat(400)

/** By the clipboard of the browser itself, from a text that stands somewhere else. */
async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const other = document.createElement('textarea')
    ;(document.querySelector('dialog[open]') ?? document.body).append(other)
    other.value = copied
    other.select()
  }, text)
  await page.keyboard.press('ControlOrMeta+C')
  await page.evaluate(() => document.activeElement?.remove())
  await into.press('ControlOrMeta+A')
  await into.press('ControlOrMeta+V')
}

async function isToldIn(page: Page, place: Locator, entry: Locator): Promise<void> {
  const told = place.getByText(said)
  await paste(page, entry, 'useragent:x')
  expect(await entry.inputValue()).toBe('useragent:x')
  expect(await told.count()).toBe(0)

  await paste(page, entry, long)
  expect(await entry.inputValue()).toBe(long.slice(0, 4096))
  await told.waitFor()
  expect([await violations(page), await sideways(page)]).toEqual([[], []])

  await entry.press('Backspace')
  await told.waitFor({ state: 'detached' })
  await paste(page, entry, long)
  await told.waitFor()
  await paste(page, entry, 'useragent:x')
  await told.waitFor({ state: 'detached' })
}

test.each([390, 1440])('what the field of the first page cut off is told beside it, at %s px', (width) =>
  searchingAt(
    browser,
    product.url,
    async (page) => {
      const form = page.getByRole('main').getByRole('search')
      await isToldIn(page, form, form.getByLabel('An address or a query'))
    },
    { at: '/', viewport: { width, height: 844 } },
  ),
)

test('what the search of every page cut off is told in it, until it holds something else', () =>
  searchingAt(browser, product.url, async (page) => {
    await open(page)
    await isToldIn(page, dialog(page), field(page))
    await paste(page, field(page), long)
    await dialog(page).getByText(said).waitFor()
    await dialog(page).getByRole('button', { name: 'Clear' }).click()
    await dialog(page).getByText(said).waitFor({ state: 'detached' })
  }))
