import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { captureOf, eventually, call, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** The search modal: opened, filled in and left by keyboard alone, and what it proposes. */

let product: Inside
let browser: Browser
const crawler = '198.18.6.1'
const other = '198.18.61.2'
const markup = '/<img src=x onerror=alert(1)>\u202e'

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const at = Date.now() - 60_000
  await upload(
    product,
    captureOf([
      webVisit(crawler, { uri: '/.env', userAgent: 'curl/8' }, at),
      webVisit(other, { uri: encodeURI('/boaform/x'), userAgent: 'curl/8' }, at + 10),
      webVisit(other, { uri: markup, userAgent: 'curl/8' }, at + 20),
    ]),
  )
  await waitUntilIdle(product)
  await eventually(
    () => call(product, '/api/suggestions?text=boaform'),
    ({ body }) => JSON.stringify(body).includes('"path"'),
  )
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

interface Story extends BrowserContextOptions {
  at?: string
  on?: Inside
}

/** @returns nothing; the page must have had no error, and asked nobody outside */
async function searching(
  story: (page: Page) => Promise<void>,
  { at = '/tags', on = product, ...options }: Story = {},
): Promise<void> {
  const { page, problems, leave } = await visit(browser, on.url, options)
  try {
    await page.goto(at)
    await alive(page)
    await story(page)
    expect(problems).toEqual([])
  } finally {
    await leave()
  }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByLabel('An address or a query')
const rows = (page: Page, group: string) =>
  dialog(page).getByRole('group', { name: group }).getByRole('option')
const hasFocus = (page: Page) => field(page).evaluate((element) => element === document.activeElement)
const dataset = (page: Page) => dialog(page).getByRole('radio', { checked: true }).inputValue()

/** Where the page has just changed, the dialog is still about to close. */
async function open(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await expect.poll(() => hasFocus(page)).toBe(true)
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(text)
}

describe('opens and closes', () => {
  test('by its button and by Ctrl K; Escape and the backdrop close it, and the focus goes back', () =>
    searching(async (page) => {
      const button = page.getByRole('banner').getByRole('button', { name: 'Search...' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => hasFocus(page)).toBe(true)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      await open(page)
      await page.mouse.click(20, 700)
      await dialog(page).waitFor({ state: 'hidden' })
    }))

  test('with the query of the page, whatever was typed before it was closed', () =>
    searching(
      async (page) => {
        await open(page)
        await expect.poll(() => field(page).inputValue()).toBe('port:80')
        await type(page, 'something else')
        await page.keyboard.press('Escape')
        await open(page)
        await expect.poll(() => field(page).inputValue()).toBe('port:80')
        // Another page closes it.
        await type(page, 'useragent:curl*')
        await page.keyboard.press('Enter')
        await dialog(page).waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Search: useragent:curl*' }).waitFor()
        await open(page)
        await expect.poll(() => field(page).inputValue()).toBe('useragent:curl*')
      },
      { at: '/query/port%3A80' },
    ))

  test('the field neither checks spelling nor completes by itself, and grows to four lines', () =>
    searching(async (page) => {
      await open(page)
      expect(await field(page).getAttribute('spellcheck')).toBe('false')
      expect(await field(page).getAttribute('autocomplete')).toBe('off')
      const height = () => field(page).evaluate((element) => element.getBoundingClientRect().height)
      const one = await height()
      for (let line = 0; line < 8; line += 1) await page.keyboard.press('Shift+Enter')
      expect(await height()).toBeGreaterThan(2 * one)
      expect(await height()).toBeLessThanOrEqual(100)
    }))
})

describe('datasets', () => {
  test('are IPs, CVEs and Tags; another empties the field, and IPs brings the page’s query back', () =>
    searching(
      async (page) => {
        await open(page)
        expect(await dataset(page)).toBe('ips')
        const placeholders = new Set([await field(page).getAttribute('placeholder')])
        for (const [key, chosen] of [
          ['Alt+2', 'cves'],
          ['Alt+3', 'tags'],
        ] as const) {
          await page.keyboard.press(key)
          await expect.poll(() => dataset(page)).toBe(chosen)
          expect(await field(page).inputValue()).toBe('')
          placeholders.add(await field(page).getAttribute('placeholder'))
        }
        expect(placeholders.size).toBe(3)
        await page.keyboard.press('Alt+1')
        await expect.poll(() => field(page).inputValue()).toBe('port:80')
      },
      { at: '/query/port%3A80' },
    ))

  test('an IPv4 address makes it IPs', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.press('Alt+3')
      await page.keyboard.type('198.18.6.1')
      await expect.poll(() => dataset(page)).toBe('ips')
      expect(await field(page).inputValue()).toBe('198.18.6.1')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/ip/198.18.6.1')
    }))

  test('tags: how many match, all of them, and where nothing is typed those that rise and those most carried', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.press('Alt+3')
      await dialog(page).getByText('No Trending tags found.').waitFor()
      await rows(page, 'Popular tags').filter({ hasText: 'ENV Crawler' }).waitFor()
      await page.keyboard.type('zzzz')
      await dialog(page).getByText('No matching Tags found.').waitFor()
      await type(page, 'mirai')
      await rows(page, '2 tags').first().waitFor()
      await dialog(page).getByRole('option', { name: 'View all results' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tags?search=mirai')
      await open(page)
      await page.keyboard.press('Alt+3')
      await page.keyboard.type('env crawl')
      await rows(page, '1 tag').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tags/env-crawler')
    }))

  test('CVEs: by id in any spelling or by name; what is no id leads to the list', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.press('Alt+2')
      await dialog(page).getByText('No Popular CVEs found.').waitFor()
      await page.keyboard.type('log4j')
      await rows(page, 'Matching CVEs').filter({ hasText: 'CVE-2021-44228' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/cves?search=log4j')
      await open(page)
      await page.keyboard.press('Alt+2')
      await type(page, 'zzzqqq')
      await dialog(page).getByText('No matching CVEs found.').waitFor()
      await type(page, 'cve 2021 44228')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/cves/CVE-2021-44228')
    }))
})

describe('proposes', () => {
  test('today’s IPs, fields and popular searches before anything is typed, and what was searched last', () =>
    searching(async (page) => {
      await open(page)
      await rows(page, 'Jump to').filter({ hasText: "View today's IPs" }).waitFor()
      expect(await rows(page, 'Search Ips by').count()).toBeGreaterThan(5)
      expect(await rows(page, 'Popular Searches').allInnerTexts()).toEqual([
        'last_seen:1d',
        'category:"hosting"',
        'tags:"Mirai"',
        'last_seen:1d classification:"malicious"',
      ])
      await page.keyboard.type('port:8080')
      await page.keyboard.press('Enter')
      await page.waitForURL(/8080/)
      await page.goto('/tags')
      await alive(page)
      await open(page)
      await rows(page, 'Recent').filter({ hasText: 'port:8080' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      expect(await dialog(page).getByRole('option', { selected: true }).innerText()).toContain('port:8080')
      await page.keyboard.press('Shift+Delete')
      await expect.poll(() => rows(page, 'Recent').count()).toBe(0)
    }))

  test('the addresses in whatever was pasted, and those that begin as what was typed', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.insertText('Nov 21 sshd[7]: Failed password for root from 203.0.113.9 port 22')
      await rows(page, 'Jump to').filter({ hasText: '203.0.113.9' }).waitFor()
      await type(page, '198.18.6')
      await expect.poll(() => rows(page, 'Addresses').allInnerTexts()).toEqual([crawler, other])
    }))

  test('fields and values of the language, with help beside them; Tab completes', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.type('classif')
      await rows(page, 'Search Ips by').first().waitFor()
      await page.keyboard.press('Tab')
      await expect.poll(() => field(page).inputValue()).toBe('classification:')
      await rows(page, 'Classification').filter({ hasText: 'malicious' }).waitFor()
      await dialog(page).getByRole('region', { name: 'Classification' }).waitFor()
      await page.keyboard.type('susp')
      await page.keyboard.press('Tab')
      await expect.poll(() => field(page).inputValue()).toBe('classification:suspicious ')
      await page.keyboard.press('Enter')
      await page.waitForURL(/classification/)
      await page.getByText('classified suspicious').first().waitFor()
    }))

  test('tags, CVEs and paths by what people call them, each leading on', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.type('log4j')
      await rows(page, 'Tags').filter({ hasText: 'Apache Log4j RCE Attempt' }).waitFor()
      await rows(page, 'CVEs').filter({ hasText: 'CVE-2021-44228' }).waitFor()
      await type(page, 'mirai botnet')
      await rows(page, 'Tags').filter({ hasText: 'Mirai' }).first().waitFor()
      await type(page, 'boaform')
      await rows(page, 'Paths').filter({ hasText: '1 IP' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByText('1 IP', { exact: true }).first().waitFor()
      expect(decodeURIComponent(page.url())).toContain('/query/path:/boaform/x')
    }))

  test('what a source wrote as text, with what cannot be seen written out', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.type('img src')
      const row = rows(page, 'Paths').first()
      await row.waitFor()
      expect(await row.innerText()).toContain('<img src=x onerror=alert(1)>')
      expect(await dialog(page).locator('img').count()).toBe(0)
      expect(await dialog(page).innerText()).not.toContain('\u202e')
    }))

  test('where a query is wrong, once the cursor has left the place, and asks all the same', () =>
    searching(async (page) => {
      await open(page)
      await page.keyboard.type('classification:malicous ')
      await dialog(page).getByText('malicous', { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/malicous/)
    }))
})

test('a query that finds nothing shows what its words are known for, scripts or not', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, leave } = await visit(browser, product.url, { javaScriptEnabled })
    await page.goto('/search?q=mirai%20botnet')
    const known = page.getByRole('region', { name: 'Known by this name' })
    await known.getByRole('link', { name: 'Mirai', exact: true }).click()
    await page.waitForURL('**/tags/mirai')
    await page.goto('/search?q=cve%202021%2044228')
    expect(new URL(page.url()).pathname).toBe('/cves/CVE-2021-44228')
    // Of a list of addresses those that nobody saw are named.
    await page.goto(`/search?q=${crawler},%20192.0.2.77%0A192.0.2.78`)
    await page.getByText('2 of 3 addresses were not seen').waitFor()
    await page.getByRole('link', { name: '192.0.2.77', exact: true }).click()
    await page.waitForURL('**/ip/192.0.2.77')
    await leave()
  }
})

test('without scripts the header has a field that asks', () =>
  (async () => {
    const { page, leave } = await visit(browser, product.url, { javaScriptEnabled: false })
    await page.goto('/tags')
    await page.getByRole('banner').getByLabel('An address or a query').fill('useragent:curl*')
    await page.keyboard.press('Enter')
    await page.getByText('2 IPs').first().waitFor()
    await leave()
  })())

test('where the modal does not arrive, the field comes back', async () => {
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
  await inline.fill(crawler)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/ip/${crawler}`)
  await leave()
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([390, 1440])('at %s px it passes axe and stays inside the window', (width) =>
    searching(
      async (page) => {
        await open(page)
        for (const text of ['', 'classification:', 'log4j', 'c'.repeat(600)]) {
          await type(page, text)
          await dialog(page)
            .getByText(/suggestions?$/)
            .waitFor({ state: 'attached' })
          if (text !== '') await page.keyboard.press('ArrowDown')
          expect([text, await violations(page)]).toEqual([text, []])
          expect(await sideways(page)).toEqual([])
        }
        const box = await dialog(page).boundingBox()
        if (width === 390) expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
        else expect(box?.width).toBe(720)
      },
      {
        colorScheme,
        viewport: { width, height: 844 },
        ...(width === 390 && { hasTouch: true, isMobile: true }),
      },
    ),
  )
})

describe('under a plan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-search-'))
  let hosted: Inside
  beforeAll(async () => {
    const PLANS_FILE = join(folder, 'plans.json')
    const visitor = { entitlements: ['feature-search-ips', 'feature-search-cves'], searchesPerWeek: 10 }
    writeFileSync(PLANS_FILE, JSON.stringify({ visitor }))
    hosted = await openInside({ PLANS_FILE })
  })
  afterAll(async () => {
    await hosted?.close()
    rmSync(folder, { recursive: true })
  })

  test('that limits searches it says how many are left; a dataset that is not in it cannot be chosen', () =>
    searching(
      async (page) => {
        await open(page)
        await dialog(page).getByText('Limited Searches').waitFor()
        await dialog(page).getByText('0 of 10 searches this week', { exact: true }).waitFor()
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
      { on: hosted, at: '/' },
    ))
})

describe('under a plan without searches', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-search-'))
  let hosted: Inside
  beforeAll(async () => {
    const PLANS_FILE = join(folder, 'plans.json')
    writeFileSync(PLANS_FILE, JSON.stringify({ visitor: { entitlements: [] } }))
    hosted = await openInside({ PLANS_FILE })
  })
  afterAll(async () => {
    await hosted?.close()
    rmSync(folder, { recursive: true })
  })

  test.each(['no-preference', 'reduce'] as const)(
    'a query is refused in words, with who can help (motion: %s)',
    (reducedMotion) =>
      searching(
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
        { on: hosted, at: '/', reducedMotion },
      ),
  )
})
