import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

let product: Inside
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const isBefore = (request: Request) => request.headers()['purpose'] === 'prefetch'
const pathOf = (request: Request) => new URL(request.url()).pathname

/** How often pages were opened, by the server's own count. */
async function views(page: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', product.url), { headers: { key: await key() } })).text()
  return Number(new RegExp(`page_views_total\\{page="${page}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

async function key(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return (await readFile(`${product.dataFolder}/local-key`, 'utf8')).trim()
}

async function visiting(journey: (page: Page, asked: Request[]) => Promise<void>): Promise<string[]> {
  const { page, problems, leave } = await visit(browser, product.url)
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await journey(page, asked)
  await leave()
  return problems
}

test('the data of what the header leads to is there before it is opened, is counted when it is opened, and is not sent again', async () => {
  const problems = await visiting(async (page, asked) => {
    await page.goto('/tags')
    await alive(page)
    const cves = () => asked.filter((request) => pathOf(request) === '/cves.data')
    await expect.poll(() => cves().map(isBefore)).toEqual([true])
    const first = await (await cves()[0]?.response())?.allHeaders()
    expect(first?.['etag']).toMatch(/^W\/"/)
    // The page that is open, and links that nobody points at, are left alone.
    expect(asked.filter(isBefore).map(pathOf)).not.toContain('/tags.data')
    const before = await views('cves')
    await page.getByRole('navigation', { name: 'Query' }).getByRole('link', { name: 'CVEs' }).click()
    await page.getByRole('heading', { level: 1, name: /CVEs/ }).waitFor()
    expect(cves().map(isBefore)).toEqual([true, false])
    expect(await cves()[1]?.allHeaders()).toMatchObject({ 'if-none-match': first?.['etag'] })
    expect(await views('cves')).toBe(before + 1)
  })
  expect(problems).toEqual([])
})

test('a link of the page is asked for once somebody has pointed at it for a second', async () => {
  await visiting(async (page, asked) => {
    await page.goto('/')
    await alive(page)
    const link = page.locator('main').getByRole('link', { name: 'category:"hosting"' }).first()
    const there = () => asked.some((request) => isBefore(request) && pathOf(request).includes('hosting'))
    // Both at once: on a slow machine a second may pass between two movements.
    await link.evaluate((element) => {
      for (const name of ['pointerover', 'pointerout'])
        element.dispatchEvent(new PointerEvent(name, { bubbles: true }))
    })
    await page.waitForTimeout(1500)
    expect(there()).toBe(false)
    await link.hover()
    await expect.poll(there).toBe(true)
  })
})

test('a slow connection is left to what is opened, and a failure is one warning', async () => {
  await visiting(async (page, asked) => {
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } })",
    )
    await page.goto('/tags')
    await alive(page)
    await page.waitForTimeout(2000)
    expect(asked.filter(isBefore)).toEqual([])
  })
  await visiting(async (page) => {
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.route('**/cves.data', (route) => route.abort())
    await page.goto('/tags')
    await alive(page)
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringContaining('could not be fetched before: /cves.data')])
  })
})
