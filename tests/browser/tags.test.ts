import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, counted, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { noon } from '../product/noon.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** The pages of tags and trends in a real browser. */

let product: Inside
let browser: Browser
const { now, clock } = noon()
const dayMs = 86_400_000

beforeAll(async () => {
  product = await openInside({}, {}, clock)
  const env = (source: string, at: number) => webVisit(source, { uri: '/.env', userAgent: 'curl/8' }, at)
  // Moments that differ by whole days would be packets of one flow: same source port.
  const visits = [
    ...[0, 1, 2, 8, 9].map((days) => env('198.18.7.1', now - days * dayMs - (days + 1) * 1009)),
    ...Array.from({ length: 40 }, (_, at) => `198.18.8.${at + 1}`).flatMap((source) => [
      env(source, now - dayMs - 5003),
      env(source, now - 2 * dayMs - 7001),
    ]),
  ]
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
  await counted(product, (text) => text.includes('env-crawler'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

describe('tags and trends', () => {
  test('the list follows the typing half a second after the last key, and leads to a tag', async () => {
    const { page, problems, leave } = await visit(browser, product.url)
    await page.goto('/tags')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(25)
    await alive(page)
    await page.getByRole('searchbox').pressSequentially('env crawl', { delay: 20 })
    await page.waitForURL(/search=env\+crawl/)
    await page.getByRole('rowheader').getByRole('link', { name: 'ENV Crawler' }).click()
    await page.waitForURL(/\/tags\/env-crawler/)
    await page.locator('h1', { hasText: 'ENV Crawler' }).waitFor()
    await expect.poll(() => page.getByText('41 addresses').first().isVisible()).toBe(true)
    await page.getByRole('link', { name: '30 days' }).click()
    await page.waitForURL(/days=30/)
    await page.getByRole('link', { name: 'View all IPs' }).first().click()
    await page.waitForURL(/\/query\//)
    expect(problems).toEqual([])
    await leave()
  })

  test('the list fits its panel on a small laptop', async () => {
    for (const width of [1024, 1280]) {
      const { page, leave } = await visit(browser, product.url, { viewport: { width, height: 800 } })
      await page.goto('/tags?sort=name')
      const table = page.getByRole('region', { name: 'Tags found' })
      expect([width, await table.evaluate((it) => it.scrollWidth - it.clientWidth)]).toEqual([width, 0])
      expect(await page.getByRole('columnheader', { name: 'Category' }).count()).toBe(width < 1280 ? 0 : 1)
      await leave()
    }
  })

  test('without scripts lists, filters, pages and trends still work', async () => {
    const { page, leave } = await visit(browser, product.url, { javaScriptEnabled: false })
    await page.goto('/tags?search=env')
    await page.getByRole('searchbox').fill('mirai')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    expect(await page.getByRole('rowheader').first().textContent()).toContain('Mirai')
    await page.goto('/tags')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect.poll(() => page.url()).toContain('page=2')
    await page.goto('/tags?search=zzzz')
    await expect.poll(() => page.getByText('No matching Tags found.').isVisible()).toBe(true)
    await page.goto('/trends')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/trends/trending')
    expect((await page.getByRole('rowheader').allTextContents()).join()).toContain('ENV Crawler')
    await expect.poll(() => page.getByText('from 1 to 41 a day').first().isVisible()).toBe(true)
    await leave()
  })

  test('what is not there is not found', async () => {
    for (const path of ['/tags/nope', '/trends/best', '/trends/__proto__'])
      expect([path, (await fetch(new URL(path, product.url))).status]).toEqual([path, 404])
  })

  test.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 1440 },
    { colorScheme: 'light', width: 360 },
  ] as const)(
    'every page is accessible and fits: $colorScheme, $width px',
    async ({ colorScheme, width }) => {
      const { page, leave } = await visit(browser, product.url, {
        colorScheme,
        viewport: { width, height: 900 },
      })
      for (const path of [
        '/tags',
        '/tags/env-crawler',
        '/tags/mirai',
        '/trends/trending',
        '/trends/anomalies',
      ]) {
        await page.goto(path)
        expect([path, await violations(page)]).toEqual([path, []])
        expect([path, await sideways(page)]).toEqual([path, []])
      }
      await leave()
    },
  )
})
