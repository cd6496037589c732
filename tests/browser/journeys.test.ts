import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit, type Visitor } from './visitor.ts'

let product: Inside
let browser: Browser

const crawlers = Array.from({ length: 60 }, (_, at) => `198.18.1.${at + 1}`)

/** Sixty addresses look for /.env: the last five without curl, the first one on seven other ports too. */
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const at = Date.now() - 600_000
  const visits = crawlers.map((source, index) =>
    webVisit(
      source,
      { uri: '/.env', userAgent: index < 55 ? 'curl/8.5.0' : 'python-requests/2.31' },
      at + index,
    ),
  )
  const others = Array.from({ length: 7 }, (_, index) => ({
    ...webVisit('198.18.1.1', { uri: '/', userAgent: 'curl/8.5.0' }, at + 100 + index),
    destinationPort: 8080 + index,
  }))
  await upload(product, captureOf([...visits, ...others, webVisit('10.1.2.3', { uri: '/' }, at)]))
  await waitUntilIdle(product)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

async function visiting(
  journey: (page: Page) => Promise<void>,
  options: Parameters<typeof visit>[2] = {},
): Promise<Visitor> {
  const visitor = await visit(browser, product.url, options)
  await journey(visitor.page)
  await visitor.leave()
  expect(visitor.problems).toEqual([])
  return visitor
}

const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const filter = (page: Page, name: string | RegExp) =>
  page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name })

/** The facet that has more values than are shown at first. */
const foldedFacet = (page: Page) => {
  const facet = page.getByRole('complementary', { name: 'Filters' }).locator('section:has(> a)').first()
  return { facet, excluding: facet.getByRole('link', { name: /^Exclude / }) }
}

describe.each([
  ['with scripts', true],
  ['with scripts off', false],
])('a visitor %s', (_, javaScriptEnabled) => {
  test('goes from a tag to its addresses, narrows, leaves out, pages, returns and reads why', async () => {
    await visiting(
      async (page) => {
        const active = page.getByRole('list', { name: 'Most active' })
        // What all tags showed is worked out twice a minute at most.
        await expect
          .poll(async () => {
            await page.goto('/')
            return active.getByRole('link', { name: 'ENV Crawler' }).count()
          })
          .toBe(1)
        await active.getByRole('link', { name: 'ENV Crawler' }).click()
        await page.getByRole('link', { name: 'View all IPs' }).first().click()
        await total(page, '60 IPs')
        await expect.poll(() => decodeURIComponent(page.url())).toContain('/query/tags:"ENV Crawler"')

        await filter(page, 'Exclude curl').click()
        await total(page, '5 IPs')
        await page.goBack()
        await total(page, '60 IPs')
        await filter(page, /^curl/).click()
        await total(page, '55 IPs')
        await expect.poll(() => decodeURIComponent(page.url())).toContain('tags:"ENV Crawler" tags:curl')

        const rows = page.getByRole('table').last().locator('tbody tr')
        await expect.poll(() => rows.count()).toBe(50)
        await page.getByRole('link', { name: 'Next page' }).click()
        await page.getByText('End of 55 IPs.').waitFor()
        await expect.poll(() => rows.count()).toBe(5)
        await page.goBack()
        await page.getByRole('link', { name: 'Next page' }).waitFor()
        await expect.poll(() => rows.count()).toBe(50)

        await page.getByRole('link', { name: '198.18.1.1', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: '198.18.1.1' }).waitFor()
        expect(await page.title()).toBe('198.18.1.1: suspicious · Noisefloor')
        await page.getByRole('link', { name: 'Why?' }).click()
        await expect.poll(() => page.url()).toMatch(/#why$/)
        const why = page.getByRole('region', { name: 'Why?' })
        expect(await why.textContent()).toContain('ENV Crawler')
        expect((await why.boundingBox())?.y).toBeGreaterThanOrEqual(52)
      },
      { javaScriptEnabled },
    )
  })

  test('finds by the search field: an address as pasted, or a query', async () => {
    await visiting(
      async (page) => {
        await page.goto('/')
        await page.getByLabel('An address or a query').fill('hxxp://198[.]18[.]1[.]7/x')
        await page.getByLabel('An address or a query').press('Enter')
        await page.getByRole('heading', { level: 1, name: '198.18.1.7' }).waitFor()
        const banner = page.getByRole('banner')
        if (javaScriptEnabled) await banner.getByRole('button', { name: 'Search...' }).click()
        await page.getByLabel('An address or a query').fill('port:8080 useragent:curl*')
        await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
        await total(page, '1 IP')
        await expect.poll(() => page.getByLabel('GNQL').inputValue()).toBe('port:8080 useragent:curl*')
        await page.getByLabel('GNQL').fill('port:8080 -useragent:curl*')
        await page.getByRole('button', { name: 'Run query' }).click()
        await page.getByText('No address matches').waitFor()
      },
      { javaScriptEnabled },
    )
  })

  test('chooses a theme; the server draws every further page in it, so that nothing flashes', async () => {
    await visiting(
      async (page) => {
        const shade = async () => {
          const drawn = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
          return drawn === 'rgb(13, 17, 25)' ? 'dark' : drawn === 'rgb(251, 249, 245)' ? 'light' : drawn
        }
        const choose = async (name: string) => {
          await page.getByRole('link', { name }).click()
          await page.locator('a[aria-current="true"]', { hasText: name }).waitFor()
        }
        await page.goto('/ip/198.18.1.1?tab=raw')
        await expect.poll(shade).toBe('light')
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect.poll(shade).toBe('dark')
        await choose('Light')
        await expect.poll(() => page.url()).toContain('/ip/198.18.1.1?tab=raw')
        await expect.poll(shade).toBe('light')
        await page.emulateMedia({ colorScheme: 'light' })
        await choose('Dark')
        for (const path of ['/', '/query/port%3A80', '/nowhere']) {
          const answer = await page.goto(path)
          expect(await answer?.text()).toContain('<html lang="en" data-theme="dark"')
          await expect.poll(shade).toBe('dark')
        }
        await choose('System')
        await expect.poll(shade).toBe('light')
      },
      { javaScriptEnabled },
    )
  })
})

describe('a visitor with scripts', () => {
  test('adds a value of the answer to the query by its menu, by keyboard alone', async () => {
    await visiting(async (page) => {
      await page.goto('/query/tags%3Acurl')
      await alive(page)
      // The menu's button stands behind the value that has the focus.
      await page.getByRole('table').last().getByRole('link', { name: '8080', exact: true }).first().focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const menu = page.getByRole('dialog', { name: 'Act on value' })
      await menu.getByRole('link', { name: 'Add to query' }).waitFor()
      // Behind its words stands its key.
      const focused = () => page.evaluate(() => document.activeElement?.firstChild?.textContent)
      await expect.poll(focused).toBe('Add to query')
      await page.keyboard.press('ArrowDown')
      await expect.poll(focused).toBe('Exclude')
      await page.keyboard.press('r')
      await expect.poll(focused).toBe('Replace query')
      await page.keyboard.press('Escape')
      await expect.poll(() => menu.isVisible()).toBe(false)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Act on 8080')
      await page.keyboard.press('Enter')
      await menu.getByRole('link', { name: 'Add to query' }).waitFor()
      await page.keyboard.press('Enter')
      await total(page, '1 IP')
      await expect.poll(() => decodeURIComponent(page.url())).toMatch(/tags:curl port:8080$/)
    })
  })

  test('opens what a facet keeps folded', async () => {
    await visiting(async (page) => {
      await page.goto('/query/last_seen%3A90d')
      await alive(page)
      const { facet, excluding } = foldedFacet(page)
      await expect.poll(() => excluding.count()).toBe(5)
      await facet.getByRole('link', { name: 'Show 8' }).click()
      await expect.poll(() => excluding.count()).toBe(8)
    })
  })

  test('follows the link of a value without loading the page anew', async () => {
    await visiting(async (page) => {
      await page.goto('/query/last_seen%3A90d')
      await alive(page)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      const table = page.getByRole('region', { name: 'Addresses found' })
      const address =
        (await table.getByRole('rowheader').first().getByRole('link').first().textContent()) ?? ''
      await table.getByRole('link', { name: address, exact: true }).click()
      await page.getByRole('heading', { name: address }).waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
    })
  })

  test('skips to the content, and sees where the focus is on every stop, never under the header', async () => {
    await visiting(async (page) => {
      await page.goto('/ip/198.18.1.1')
      await alive(page)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      expect((await skip.boundingBox())?.width).toBeGreaterThan(24)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
      // Down the page and all the way back up: going up is what brings focus under a sticky header.
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stop = 0; stop < 40; stop++) {
          await page.keyboard.press(key)
          const seen = await page.evaluate(() => {
            const element = document.activeElement
            if (!element || element === document.body || element.id === 'content') return null
            const box = element.getBoundingClientRect()
            const header = document.querySelector('header')
            const under =
              header !== null &&
              !header.contains(element) &&
              box.top < header.getBoundingClientRect().bottom - 1
            const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element)
            return {
              what: element.textContent?.slice(0, 40),
              under: under && box.bottom > 0 && element.closest('header.sticky') === null && box.width > 1,
              outlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && opacity === '1',
            }
          })
          if (seen) expect(seen).toEqual({ what: seen.what, under: false, outlined: true })
        }
      }
    })
  })

  test('loads little: the home page brings at most 130 KB of scripts, gzipped', async () => {
    let bytes = 0
    let scripts = 0
    const visitor = await visit(browser, product.url)
    const sizes: Promise<void>[] = []
    visitor.page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return
      scripts += 1
      sizes.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)))
    })
    await visitor.page.goto('/', { waitUntil: 'networkidle' })
    await Promise.all(sizes)
    await visitor.leave()
    expect(scripts).toBeGreaterThan(3)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(130 * 1024)
  })
})

test('at 320 pixels nothing scrolls sideways', async () => {
  await visiting(
    async (page) => {
      for (const path of [
        '/',
        '/ip/198.18.1.1',
        '/ip/198.18.1.1?tab=raw',
        '/query/tags%3Acurl',
        '/nowhere',
      ]) {
        await page.goto(path)
        expect([path, await sideways(page)]).toEqual([path, []])
      }
    },
    { viewport: { width: 320, height: 700 } },
  )
})

test('without scripts a link leads to the page on which all values of a facet stand', async () => {
  await visiting(
    async (page) => {
      await page.goto('/query/last_seen%3A90d')
      const { facet, excluding } = foldedFacet(page)
      expect(await excluding.count()).toBe(5)
      await facet.getByRole('link', { name: 'Show 8' }).click()
      await expect.poll(() => excluding.count()).toBe(8)
    },
    { javaScriptEnabled: false },
  )
})
