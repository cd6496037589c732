import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import {
  dataset,
  dialog,
  field,
  hasFocus,
  open,
  rows,
  searchingAt,
  seen,
  seenVisits,
  type,
  type Story,
} from './searching.ts'
import { alive, sideways, visit } from './visitor.ts'

/** The search modal: opened, filled in and left by keyboard alone, and what it proposes. */

let product: Inside
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  await seenVisits(product)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const searching = (story: (page: Page) => Promise<void>, how?: Story): Promise<void> =>
  searchingAt(browser, product.url, story, how)

test('a CVE however it is written is where it leads, and no slip of a query', () =>
  searching(async (page) => {
    await open(page)
    await type(page, 'cve 2021 4422 8')
    await dialog(page)
      .getByText(/without a colon it is read as a name/)
      .waitFor()
    await type(page, 'cve 2021 44228')
    await rows(page, 'Jump to').filter({ hasText: 'CVE-2021-44228' }).waitFor()
    expect(
      await dialog(page)
        .getByText(/without a colon/)
        .count(),
    ).toBe(0)
  }))

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
      await expect.poll(() => rows(page, 'Addresses').allInnerTexts()).toEqual([seen.crawler, seen.other])
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
      // What was proposed for its beginning stays until the whole word is answered, and may have other rows.
      const answered = page.waitForResponse((response) => response.url().endsWith('text=boaform'))
      await type(page, 'boaform')
      await answered
      await rows(page, 'Paths').filter({ hasText: '/boaform/x' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await dialog(page).getByRole('option', { selected: true }).filter({ hasText: '/boaform/x' }).waitFor()
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

test('without scripts the header has a field that asks', () =>
  (async () => {
    const { page, leave } = await visit(browser, product.url, { javaScriptEnabled: false })
    await page.goto('/tags')
    await page.getByRole('banner').getByLabel('An address or a query').fill('useragent:curl*')
    await page.keyboard.press('Enter')
    await page.getByText('2 IPs').first().waitFor()
    await leave()
  })())

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
