import { afterAll, beforeAll, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, onFreshPage } from './visitor.ts'

/** A part of a page that cannot be loaded takes neither what is written nor where one goes. */

let product: Inside
let browser: Browser
const source = '198.18.6.1'

beforeAll(async () => {
  product = await openInside()
  await upload(
    product,
    captureOf([webVisit(source, { uri: '/.env', userAgent: 'curl/8' }, Date.now() - 5000)]),
  )
  await waitUntilIdle(product)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const visiting = (story: (page: Page) => Promise<void>): Promise<void> =>
  onFreshPage({ browser, url: product.url }, story)

test('without suggestions the field works all the same: what is written stays, and is asked', async () => {
  await visiting(async (page) => {
    await page.route(/\/suggestions-/, (route) => route.abort())
    await page.goto('/')
    await alive(page)
    const field = page.getByLabel('An address or a query')
    await field.fill('useragent:curl*')
    await page.getByText('A part of this page could not be loaded.').waitFor()
    await field.press('Enter')
    await page.getByText('1 IP', { exact: true }).waitFor()
  })
})

test('where suggestions fail on the way to an answer, the way leads there all the same', async () => {
  await visiting(async (page) => {
    const asked = Promise.withResolvers<void>()
    await page.route(/\/suggestions-/, (route) => asked.promise.then(() => route.abort()))
    // Only the document is answered.
    await page.route(/\/search\.data/, () => asked.resolve())
    await page.goto('/')
    await alive(page)
    await page.getByLabel('An address or a query').fill('useragent:curl*')
    await page.getByLabel('An address or a query').press('Enter')
    await page.getByText('1 IP', { exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('a menu of a value that cannot be loaded says so, where the page was loaded anew before', async () => {
  await visiting(async (page) => {
    await page.addInitScript(() => sessionStorage.setItem('noisefloor-reloaded-at', String(Date.now())))
    await page.route(/\/items-/, (route) => route.abort())
    await page.goto(`/ip/${source}`)
    await alive(page)
    await page.locator('main button[data-value]').first().press('Enter')
    await page.getByText('This menu could not be loaded').waitFor()
  })
})
