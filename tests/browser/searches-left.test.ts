import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

/** A week of one search, and a clock that can be moved behind it. */

let inside: Inside
let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-searches-'))
const clock = { ahead: 0 }

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.json')
  const visitor = { entitlements: ['feature-search-ips'], searchesPerWeek: 1 }
  writeFileSync(PLANS_FILE, JSON.stringify({ visitor }))
  ;[inside, browser] = await Promise.all([
    openInside({ PLANS_FILE }, {}, () => Date.now() + clock.ahead),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
  rmSync(folder, { recursive: true })
})

test('the page that says that no searches are left comes back by itself when there are some again', async () => {
  const { page, leave } = await visit(browser, inside.url)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/ip/8.8.8.8')
  await title.getByText('8.8.8.8').waitFor()
  // The search that the page itself is counts as well.
  await alive(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByText('1 of 1 searches this week').waitFor()
  const refused = await page.goto('/ip/1.1.1.1')
  await alive(page)
  expect(refused?.status()).toBe(429)
  await page.getByText('Search Limit Reached').waitFor()
  expect(await title.getByText('1.1.1.1').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  clock.ahead = 7 * 86_400_000
  await title.getByText('1.1.1.1').waitFor()
  await leave()
})
