import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

/** Whoever is faster than a page's scripts: what they typed stays, and nothing of it goes where it should not. */

let product: Inside
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** A page whose scripts arrive when `arrive` is called and not before. */
async function before(path: string, journey: (page: Page, arrive: () => Promise<unknown>) => Promise<void>) {
  const { page, problems, leave } = await visit(browser, product.url)
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  // The document's own script stands at its end, and the browser drops keys that come before the first frame.
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await journey(page, () => {
    release()
    return alive(page)
  })
  await leave()
  expect(problems).toEqual([])
}

test('what is typed into the query before scripts run is still there once they do, and is asked', () =>
  before('/query/port%3A22', async (page, arrive) => {
    const field = page.getByLabel('GNQL')
    await field.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' country:India')
    await arrive()
    expect(await field.inputValue()).toBe('port:22 country:India')
    await page.keyboard.type(' tor:true')
    await page.getByRole('button', { name: 'Run query' }).click()
    await page.waitForURL(({ pathname }) => decodeURIComponent(pathname).endsWith('country:India tor:true'))
  }))

test('Enter asks before suggestions arrive, and without them', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  await page.route('**/assets/suggestions-*.js', () => undefined)
  await page.goto('/query/port%3A22')
  await alive(page)
  const field = page.getByLabel('GNQL')
  await field.fill('port:80')
  await field.press('Shift+Enter')
  await page.keyboard.type('tor:true')
  await field.press('Enter')
  expect(await field.inputValue()).toBe('port:80\ntor:true')
  await page.waitForURL(({ pathname }) => decodeURIComponent(pathname).endsWith('/port:80\ntor:true'))
  await leave()
  expect(problems).toEqual([])
})

test('a filter narrows what it filters by what was typed before scripts run', () =>
  before('/cheat-sheet', async (page, arrive) => {
    const field = page.getByRole('searchbox', { name: 'Filter' })
    await field.focus()
    await page.keyboard.type('count')
    for (let i = 0; i < 'count'.length; i++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('sensor_')
    await arrive()
    await page.getByText('1 field.').waitFor()
    await page.keyboard.type('x')
    expect(await field.inputValue()).toBe('sensor_xcount')
    await page.getByText('0 fields.').waitFor()
  }))

test('what is typed after Ctrl K while the search is still on its way stands in it once it is there', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  const asked = Promise.withResolvers<void>()
  await page.route('**/assets/modal-*.js', async (route) => {
    asked.resolve()
    await released
    await route.continue()
  })
  await page.goto('/tags')
  await alive(page)
  await page.keyboard.press('Control+k')
  await asked.promise
  await page.keyboard.type('portx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(':')
  expect(await page.getByRole('dialog').count()).toBe(0)
  release()
  const field = page.getByRole('dialog').getByLabel('An address or a query')
  await field.waitFor()
  await page.keyboard.type('22')
  expect(await field.inputValue()).toBe('port:22')
  await leave()
  expect(problems).toEqual([])
})

test('who gives the search up while it is on its way writes where they are, and it does not come', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/modal-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/tags')
  await alive(page)
  const button = page.getByRole('banner').getByRole('button', { name: 'Search...' })
  const field = page.getByRole('searchbox')
  const asked = page.waitForRequest('**/assets/modal-*.js')
  await button.click()
  await asked
  await field.focus()
  await page.keyboard.type('mir')
  expect(await field.inputValue()).toBe('mir')
  const arrived = page.waitForResponse('**/assets/modal-*.js')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.keyboard.type('ai')
  released.resolve()
  await arrived
  // Closed, but there.
  await page.locator('dialog[aria-label=Search]').waitFor({ state: 'attached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await field.inputValue()).toBe('mirai')
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').getByLabel('An address or a query').inputValue()).toBe('')
  await leave()
  expect(problems).toEqual([])
})

test('the field of the header stays for as long as somebody writes in it, and is then the button', () =>
  before('/tags', async (page, arrive) => {
    const field = page.getByRole('banner').getByLabel('An address or a query')
    const button = page.getByRole('banner').getByRole('button', { name: 'Search...' })
    await field.focus()
    await page.keyboard.type('198.18.')
    await arrive()
    expect(await button.count()).toBe(0)
    await page.keyboard.type('7.1')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ip/198.18.7.1')
    await button.waitFor()
  }))

test('the field of the header that was left becomes the button without another page', () =>
  before('/tags', async (page, arrive) => {
    await page.getByRole('banner').getByLabel('An address or a query').focus()
    await arrive()
    await page.getByRole('searchbox').focus()
    await page.getByRole('banner').getByRole('button', { name: 'Search...' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tag-search')
  }))

test('the key of the search is heard before scripts run: the field has the focus, or the search opens once they do', async () => {
  await before('/tags', async (page, arrive) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('198.18.7.1')
    await arrive()
    const field = page.getByRole('banner').getByLabel('An address or a query')
    expect([await field.inputValue(), await field.evaluate((it) => it === document.activeElement)]).toEqual([
      '198.18.7.1',
      true,
    ])
  })
  await before('/query/port%3A22', async (page, arrive) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+k')
    await arrive()
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' })
    expect(await page.getByLabel('GNQL').first().inputValue()).toBe('port:22')
  })
})

test('scripts that do not arrive are asked for again, until the page is alive', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  const refused = new Map<string, number>()
  await page.route('**/assets/*.js', async (route) => {
    const url = route.request().url()
    // Each twice: those of the page, of its entry, and what they ask for themselves.
    const times = refused.get(url) ?? 0
    if (times === 2) return route.continue()
    refused.set(url, times + 1)
    await route.abort('connectionreset')
  })
  await page.goto('/cheat-sheet')
  await alive(page)
  await page.getByRole('searchbox', { name: 'Filter' }).fill('sensor_count')
  await page.getByText('1 field.').waitFor()
  await leave()
  expect(refused.size).toBeGreaterThan(2)
  // The browser's own words for each.
  expect(problems.filter((problem) => !/ERR_CONNECTION_RESET|dynamically imported/.test(problem))).toEqual([])
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).not.toEqual([])
})

test('a page that is stopped while its scripts come has no error, and asks for them again', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    asked.resolve()
    await answered.promise
    // Of those that were given up nobody takes an answer.
    await route.continue().catch(() => undefined)
  })
  await page.goto('/cheat-sheet', { waitUntil: 'domcontentloaded' })
  await asked.promise
  await page.waitForFunction(() => document.querySelector('head > link[rel=modulepreload]') !== null)
  await page.evaluate(() => window.stop())
  answered.resolve()
  await alive(page)
  await leave()
  expect(problems).toEqual([])
})

test('a password sent before scripts run goes into no address', () =>
  before('/reset-password?token=a', async (page, arrive) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const field = page.getByLabel('New password').first()
    await field.fill('a quiet sentence')
    await field.press('Enter')
    await page
      .getByRole('button', { name: 'Choose it' })
      .click({ force: true, timeout: 2000 })
      .catch(() => null)
    await arrive()
    expect(asked.filter((url) => url.includes('quiet'))).toEqual([])
    expect(await field.inputValue()).toBe('a quiet sentence')
    await page.getByRole('button', { name: 'Choose it' }).click()
    await page.getByText('This did not work').waitFor()
  }))

test('a form that needs scripts says so where they are off', async () => {
  const { page, leave } = await visit(browser, product.url, { javaScriptEnabled: false })
  await page.goto('/reset-password?token=a')
  await page.getByText('This form needs scripts, which are off in this browser.').waitFor()
  expect(await page.getByRole('button', { name: 'Choose it' }).isDisabled()).toBe(true)
  await leave()
})

test('where the modal of searching does not arrive at all, the field comes back', async () => {
  const { page, leave } = await visit(browser, product.url)
  await page.route(/\/modal-/, (route) => route.abort())
  await page.goto('/tags')
  const inline = page.getByRole('banner').getByLabel('An address or a query')
  // A part that is missing may mean a newer build: the page is loaded anew once (specification §4).
  await expect
    .poll(async () => {
      await alive(page)
      if (await inline.isHidden()) await page.keyboard.press('Control+k')
      return inline.isVisible()
    })
    .toBe(true)
  await inline.fill('198.18.6.1')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ip/198.18.6.1')
  await leave()
})
