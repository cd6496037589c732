import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { dataset, dialog, open, searchingAt, type } from './searching.ts'
import { alive, visit } from './visitor.ts'

/** The search modal and pages under plans: a week of one search with a clock that can be moved behind it, and no searches at all. */

let limited: Inside
let refusing: Inside
let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-searches-'))
const clock = { ahead: 0 }

const plansOf = (name: string, visitor: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ visitor }))
  return file
}

beforeAll(async () => {
  const some = { entitlements: ['feature-search-ips', 'feature-search-cves'], searchesPerWeek: 1 }
  const environment = { PLANS_FILE: plansOf('limited.json', some), TRUST_PROXY: 'on' }
  ;[limited, refusing, browser] = await Promise.all([
    openInside(environment, {}, () => Date.now() + clock.ahead),
    openInside({ PLANS_FILE: plansOf('refusing.json', { entitlements: [] }) }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await limited?.close()
  await refusing?.close()
  rmSync(folder, { recursive: true })
})

test('under a plan that limits searches it is said how many are left; a dataset that is not in it cannot be chosen', () =>
  searchingAt(
    browser,
    limited.url,
    async (page) => {
      await open(page)
      await dialog(page).getByText('Limited Searches').waitFor()
      await dialog(page).getByText('0 of 1 searches this week', { exact: true }).waitFor()
      await dialog(page)
        .getByText(/^Resets in \d days?$/)
        .waitFor()
      await dialog(page).getByRole('progressbar').waitFor()
      const reference = dialog(page).getByRole('link', { name: 'GNQL reference' })
      expect(await reference.getAttribute('target')).toBe('_blank')
      expect(await dialog(page).getByRole('radio', { name: 'Tags' }).isDisabled()).toBe(true)
      await page.keyboard.press('Alt+3')
      expect(await dataset(page)).toBe('ips')
      expect(await violations(page)).toEqual([])
    },
    // Somebody else than who has used up theirs.
    { at: '/', extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } },
  ))

test.each(['no-preference', 'reduce'] as const)(
  'under a plan without searches a query is refused in words, with who can help (motion: %s)',
  (reducedMotion) =>
    searchingAt(
      browser,
      refusing.url,
      async (page) => {
        await open(page)
        await dialog(page).getByText('To gain access to additional features').waitFor()
        const alert = dialog(page).getByRole('alert')
        expect(await alert.innerText()).toBe('')
        await page.keyboard.type('port:80')
        await page.keyboard.press('Enter')
        await expect.poll(() => alert.innerText()).toBe('This search is not part of your plan.')
        const shaken = alert.locator('..')
        const animation = await shaken.evaluate((element) => {
          const { animationName, animationIterationCount } = getComputedStyle(element)
          return [animationName, animationIterationCount]
        })
        expect(animation[0]).toBe(reducedMotion === 'reduce' ? 'none' : 'search-shake')
        expect(animation[1]).toBe('1')
        expect(new URL(page.url()).pathname).toBe('/')
        // An address is looked up all the same.
        await type(page, '198.18.6.1')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/ip/198.18.6.1')
      },
      { at: '/', reducedMotion },
    ),
)

test('the page that says that no searches are left comes back by itself when there are some again', async () => {
  const { page, leave } = await visit(browser, limited.url)
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
