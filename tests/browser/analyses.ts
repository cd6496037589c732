import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { type SignedIn, signInOwner } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, visit, type Visitor } from './visitor.ts'

/** What the stories of lists of addresses have in common: a server that saw sixty addresses, and a file that names them. */

let product: Inside
let browser: Browser
/** Signed in, for whoever comes later. */
let signedIn: SignedIn

export const seen = Array.from({ length: 60 }, (_, at) => `198.18.7.${at + 1}`)
/** Sixty addresses that looked for /.env, three nobody saw, one twice, one that is none. */
export const list = [...seen, '45.67.8.9', '45.67.8.10', '10.1.2.3', seen[0], '999.1.2.3'].join('\n')
export const file = { name: 'sshd.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }

/** For the file of tests that calls it. */
export function startAnalyses(): void {
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([openInside(), openBrowser()])
    const at = Date.now() - 600_000
    const visits = seen.map((source, index) =>
      webVisit(
        source,
        { uri: '/.env', userAgent: index < 50 ? 'curl/8.5.0' : 'python-requests/2' },
        at + index,
      ),
    )
    await upload(product, captureOf(visits))
    await waitUntilIdle(product)
    signedIn = await signInOwner(browser, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.close()
  })
}

/** The page must have had no error, and asked nobody outside. */
export async function analyzing(
  story: (page: Page, visitor: Visitor) => Promise<void>,
  { at = '/ip/analysis', ...options }: BrowserContextOptions & { at?: string } = {},
): Promise<void> {
  const visitor = await visit(browser, product.url, { storageState: signedIn, ...options })
  const { page, problems, leave } = visitor
  try {
    await page.goto(at)
    if (options.javaScriptEnabled !== false) await alive(page)
    await story(page, visitor)
    expect(problems).toEqual([])
  } finally {
    await leave()
  }
}

export const analyze = (page: Page) => page.getByRole('button', { name: 'Analyze IPs' })
export const part = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name })
export const rows = (page: Page) =>
  page.getByRole('region', { name: 'Addresses found' }).locator('tbody > tr')
/** The list is read, and all of it is shown. */
export const isRead = (page: Page) => part(page, /^All 63/).waitFor()

export async function sendFile(page: Page): Promise<string> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText(/^sshd\.csv \d+ bytes$/).waitFor()
  await analyze(page).last().click()
  await page.waitForURL('**/ip/analysis/*')
  await isRead(page)
  return new URL(page.url()).pathname
}
