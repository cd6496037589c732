import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { journeyAt, type Visiting } from './visitor.ts'

/** A server and a browser for the claims of one file; `prepare` brings in what its pages show. */
export function openPages(prepare: (product: Inside) => Promise<void> = async () => undefined) {
  let product: Inside
  let browser: Browser
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([openInside(), openBrowser()])
    await prepare(product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.close()
  })
  return {
    product: () => product,
    browser: () => browser,
    visiting: (journey: (page: Page) => Promise<void>, options: Visiting = {}) =>
      journeyAt({ browser, url: product.url, ...options }, journey),
  }
}
