import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser, userAgent } from './open.ts'
import { alive, onFreshPage, sideways } from './visitor.ts'

/** The language where people meet it: the API's explanations and names, the query page, the cheat sheet, suggestions. */

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

const visiting = (story: (page: Page) => Promise<void>, javaScriptEnabled = true): Promise<void> =>
  onFreshPage({ browser, url: product.url, javaScriptEnabled }, story)

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

describe('over the API', () => {
  test('each row explains itself when asked, and only then', async () => {
    const query = encodeURIComponent('port:80,443 -classification:benign')
    const { body } = await call(product, `/api/ip/query?explain=1&query=${query}`)
    expect((body.data as { explanation: unknown }[])[0]?.explanation).toMatchObject([
      {
        span: { start: 5, end: 11 },
        words: 'on port any of 80, 443',
        excludes: false,
        matched: true,
        values: [{ field: 'raw_data.scan.port', values: ['80'] }],
      },
      { words: 'classified benign', excludes: true, matched: false },
      { span: null, words: 'seen in the last 90 days', matched: true },
    ])
    const plain = await call(product, `/api/ip/query?query=${query}`)
    expect((plain.body.data as object[])[0]).not.toHaveProperty('explanation')
  })

  test('names for completion come from the catalogue and from what was seen, the seen first', async () => {
    const { status, headers, body } = await call(product, '/api/tags/autocomplete')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, max-age=60')
    expect(Object.keys(body).sort()).toEqual(['actors', 'countries', 'cves', 'tags', 'vpn_services'])
    const tags = body.tags as { slug: string; name: string }[]
    expect(tags.length).toBeGreaterThan(200)
    expect(new Set(tags.map(({ slug }) => slug)).size).toBe(tags.length)
    const [seen, next] = tags.slice(0, 2).sort((a, b) => a.slug.localeCompare(b.slug))
    expect([seen, next]).toEqual([
      { slug: 'curl', name: 'curl' },
      { slug: 'env-crawler', name: 'ENV Crawler' },
    ])
    expect(body.actors).not.toContain('unknown')
    expect((body.cves as string[]).every((cve) => /^CVE-\d{4}-\d+$/.test(cve))).toBe(true)
  })
})

test('completion over the API is the pages’ own', async () => {
  const { body } = await call(product, `/api/gnql/complete?text=${encodeURIComponent('tags:"env c')}`)
  expect(body).toMatchObject({
    span: { start: 5, end: 11 },
    help: { field: 'tags' },
  })
  expect((body.items as { insert: string }[])[0]?.insert).toBe('"ENV Crawler" ')
  expect((await call(product, '/api/gnql/complete?text=x&cursor=-1')).status).toBe(400)
})

describe.each([true, false])('with scripts: %s', (scripts) => {
  test('the query stands in words, and each row says why it is there', async () => {
    await visiting(async (page) => {
      await page.goto(`/query/${encodeURIComponent('useragent:curl* -classification:benign')}`)
      await page
        .getByText(
          'with user agent like “curl*”, seen in the last 90 days (the default window), except benign ones',
        )
        .waitFor()
      await page
        .getByRole('link', { name: /^Preview / })
        .first()
        .click()
      await page.getByText('Matches 3 of 3 terms').waitFor()
      await page.getByText('raw_data.http.useragent:').waitFor()
    }, scripts)
  })

  test('a mistake is fixed by its link; nothing found says what excludes', async () => {
    await visiting(async (page) => {
      await page.goto(`/query/${encodeURIComponent('(useragent:curl*')}`)
      await page.getByRole('link', { name: '(useragent:curl*)' }).click()
      await page.getByText('1 IP', { exact: true }).waitFor()
      await page.goto(`/query/${encodeURIComponent('useragent:curl* port:9999')}`)
      await page.getByRole('link', { name: /^Without port:9999 there is 1$/ }).click()
      await page.getByText('1 IP', { exact: true }).waitFor()
    }, scripts)
  })

  test('the cheat sheet filters', async () => {
    await visiting(async (page) => {
      await page.goto('/cheat-sheet')
      await page.getByRole('searchbox', { name: 'Filter' }).fill('sensor_count')
      if (!scripts) await page.getByRole('searchbox', { name: 'Filter' }).press('Enter')
      await page.getByText('1 field.').waitFor()
      await page.getByRole('link', { name: 'metadata.sensor_count:[2 TO 10]' }).click()
      await page.getByText('seen by at least 2 and at most 10 sensors').waitFor()
    }, scripts)
  })
})

test('why a row is there is in sight once it is opened, however wide the table', () =>
  visiting(async (page) => {
    await page.setViewportSize({ width: 1100, height: 900 })
    await page.goto(`/query/${encodeURIComponent('useragent:curl* -classification:benign')}`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: /^Preview / }).click()
    const reasons = page.getByRole('region', { name: 'Why it matches' })
    await page.getByText('raw_data.http.useragent:').waitFor()
    const hidden = () =>
      reasons.evaluate((element) => {
        const scroller = element.closest('.results-region')
        return element.getBoundingClientRect().right - (scroller?.getBoundingClientRect().right ?? 0)
      })
    await expect.poll(hidden).toBeLessThanOrEqual(1)
  }))

describe('suggestions', () => {
  test('what was typed before they arrived is completed when they do', () =>
    visiting(async (page) => {
      for (const late of [/\/suggestions-/, /\/autocomplete/])
        await page.route(late, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1000))
          await route.continue()
        })
      await page.goto('/query/tor:true')
      await page.waitForLoadState('networkidle')
      await alive(page)
      const field = page.getByRole('main').getByRole('textbox').first()
      await field.press('ControlOrMeta+A')
      await page.keyboard.type('tags:env')
      // First without the names, then with them.
      await page.getByRole('option', { name: 'ENV Crawler' }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('tags:env')
    }))

  test('are fetched on the first focus, then complete fields and values by keyboard alone', async () => {
    await visiting(async (page) => {
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(request.url()))
      await page.goto('/', { waitUntil: 'networkidle' })
      expect(fetched.filter((url) => /\/suggestions-|autocomplete/.test(url))).toEqual([])
      await alive(page)
      const field = page.getByRole('combobox', { name: 'An address or a query' })
      await field.focus()
      await page.locator('[role=listbox]').waitFor({ state: 'attached' })
      await field.pressSequentially('tags:env')
      await page.getByRole('option', { name: 'ENV Crawler' }).waitFor()
      await field.press('ArrowDown')
      expect(await field.getAttribute('aria-expanded')).toBe('true')
      const controlled = await field.getAttribute('aria-controls')
      expect(await page.locator(`[id="${controlled}"]`).getAttribute('role')).toBe('listbox')
      const active = await field.getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
      expect(await violations(page, rules)).toEqual([])
      await field.press('Enter')
      await expect.poll(() => field.inputValue()).toBe('tags:"ENV Crawler" ')
      await field.pressSequentially('spoof')
      await page.getByRole('option', { name: 'spoofable' }).first().waitFor()
      await field.press('Tab')
      await expect.poll(() => field.inputValue()).toBe('tags:"ENV Crawler" spoofable:')
      await page.getByRole('option', { name: 'false' }).click()
      await expect.poll(() => field.inputValue()).toBe('tags:"ENV Crawler" spoofable:false ')
      // A search field empties itself on Escape; while the list is open the key is the list's.
      await field.press('ArrowDown')
      await page.getByRole('option', { name: /^AND/ }).waitFor()
      await field.press('Escape')
      await page.getByRole('option', { name: /^AND/ }).waitFor({ state: 'hidden' })
      expect(await field.getAttribute('aria-expanded')).toBe('false')
      expect(await field.getAttribute('aria-activedescendant')).toBeNull()
      await expect.poll(() => field.inputValue()).toBe('tags:"ENV Crawler" spoofable:false ')
      await field.press('Enter')
      await page.getByText('tagged “ENV Crawler”').waitFor()
    })
  })

  test('help in the editor; Enter asks', async () => {
    await visiting(async (page) => {
      await page.goto('/query/last_seen%3A1d')
      await alive(page)
      const editor = page.getByLabel('GNQL')
      await editor.focus()
      await page.locator('main [role=listbox]').waitFor({ state: 'attached' })
      await editor.press('End')
      await editor.pressSequentially(' classif')
      await page.getByRole('option', { name: 'classification', exact: false }).first().waitFor()
      await editor.press('Tab')
      await editor.pressSequentially('susp')
      await page.getByRole('option', { name: 'suspicious' }).first().waitFor()
      await editor.press('Tab')
      await expect.poll(() => editor.inputValue()).toBe('last_seen:1d classification:suspicious ')
      await editor.press('Enter')
      await page.waitForURL(/classification/)
      await page.getByText('seen in the last day, classified suspicious').waitFor()
      // Who asks goes on writing.
      await page.keyboard.type('port:80')
      expect(await editor.inputValue()).toBe('last_seen:1d classification:suspicious port:80')
    })
  })

  test.each(['light', 'dark'] as const)(
    'pass axe in %s on a narrow screen, and stay inside it',
    async (colorScheme) => {
      const context = await browser.newContext({
        baseURL: product.url,
        userAgent,
        colorScheme,
        viewport: { width: 320, height: 640 },
      })
      try {
        const page = await context.newPage()
        await page.goto('/', { waitUntil: 'networkidle' })
        await alive(page)
        const field = page.getByRole('combobox')
        await field.focus()
        await page.locator('[role=listbox]').waitFor({ state: 'attached' })
        await field.pressSequentially('last_seen:')
        await field.press('ArrowDown')
        await page.locator('[aria-selected=true]').waitFor()
        expect(await violations(page, rules)).toEqual([])
        expect(await sideways(page)).toEqual([])
      } finally {
        await context.close()
      }
    },
  )

  test('the slash leads to the page’s query, Ctrl K to the search, and neither takes a letter from a field', async () => {
    await visiting(async (page) => {
      await page.goto('/query/last_seen%3A1d', { waitUntil: 'networkidle' })
      await alive(page)
      await page.keyboard.press('/')
      const editor = page.getByLabel('GNQL')
      await expect.poll(() => editor.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type(' path:/')
      await expect.poll(() => editor.inputValue()).toBe('last_seen:1d path:/')
      await page.keyboard.press('Control+k')
      const search = page.getByRole('dialog').getByLabel('An address or a query')
      await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
    })
  })

  test('without scripts the search is a plain field', async () => {
    await visiting(async (page) => {
      await page.goto('/')
      const field = page.getByLabel('An address or a query')
      expect(await field.getAttribute('role')).toBeNull()
      await field.fill('useragent:curl*')
      await field.press('Enter')
      await page.getByText('1 IP', { exact: true }).waitFor()
    }, false)
  })
})
