import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { captureOf, upload, waitUntilIdle } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { journeyAt } from './visitor.ts'

/** A transport without ports scans none: every place says so of the same visits. */

let product: Inside
let browser: Browser
const source = '198.18.6.1'

beforeAll(async () => {
  product = await openInside()
  const ping = {
    at: Date.now() - 5000,
    source,
    sourcePort: 0,
    destination: '203.0.113.9',
    destinationPort: 0,
    ttl: 51,
    play: { kind: 'icmp', payload: new Uint8Array(8), answered: true },
  } as const
  await upload(product, captureOf([ping]))
  await waitUntilIdle(product)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

test('pings are named by their transport, and no port is offered for them', async () => {
  await journeyAt({ browser, url: product.url }, async (page) => {
    await page.goto(`/ip/${source}`)
    await page.getByRole('img', { name: /^icmp: active on 1 day/ }).waitFor({ timeout: 20_000 })
    for (const path of ['/query/last_seen:1d', '/query/last_seen:1d?view=stats', '/tags/icmp-ping']) {
      await page.goto(path)
      await page.getByText(/^(?:1 IP|Latest addresses)$/).waitFor()
      expect([path, await page.locator('a[href*="port%3A0"]').count()]).toEqual([path, 0])
    }
  })
})
