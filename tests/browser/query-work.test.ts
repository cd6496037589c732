import { readFile } from 'node:fs/promises'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { noon } from '../product/noon.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { daysChart } from './days-chart.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** What an analyst does with the answer to a query: columns, selected rows, days, the map, and what is taken along. */

let product: Inside
let browser: Browser
const { now, clock } = noon()
const dayMs = 86_400_000
const dayAt = (ago: number): string => new Date(now - ago * dayMs).toISOString().slice(0, 10)

/** Twelve of the United States on six days, two a day, and one of the Netherlands today. */
beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside({}, {}, clock), openBrowser()])
  const visits = Array.from({ length: 12 }, (_, at) =>
    webVisit(`8.8.8.${at + 1}`, { uri: '/' }, now - (at >> 1) * dayMs - 60_000 - at * 1009),
  )
  await upload(product, captureOf([...visits, webVisit('193.0.6.139', { uri: '/' }, now - 90_000)]))
  await waitUntilIdle(product)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const all = '/query/last_seen%3A90d'
const headings = (page: Page) =>
  page.getByRole('region', { name: 'Addresses found' }).getByRole('columnheader').allInnerTexts()
const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const queryOf = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname)
const columns = (page: Page) => page.getByRole('region', { name: 'Columns', exact: true })

const widthOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0

async function chooseColumns(page: Page): Promise<void> {
  await page.goto(`${all}?cols=class,country,last_seen,tags`)
  await page.getByRole('link', { name: 'Columns', exact: true }).click()
  // Each is a page of its own, and the next begins from it.
  for (const [name, cols] of [
    ['ASN', 'class,country,last_seen,tags,asn'],
    ['Move ASN left', 'class,country,last_seen,asn,tags'],
    ['Remove Country', 'class,last_seen,asn,tags'],
  ] as const) {
    await columns(page).getByRole('link', { name, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('cols') === cols)
  }
  await columns(page).getByLabel('Width of ASN in pixels').fill('222')
  await columns(page).getByRole('button', { name: 'Set widths' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('w.asn')).toBe('222')
  expect((await headings(page)).slice(-4).map((text) => text.split(' ')[0])).toEqual([
    'Class',
    'Last',
    'ASN',
    'Tags',
  ])
  // What room is left over goes to all columns.
  expect(await widthOf(page, 'ASN')).toBeGreaterThanOrEqual(222)
  expect(await widthOf(page, 'ASN')).toBeGreaterThan(await widthOf(page, 'Last seen'))
}

test('columns are chosen, moved, made wide and kept for other queries; rows are selected by keys and taken along', async () => {
  const { page, problems, leave } = await visit(browser, product.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await chooseColumns(page)
  await page.getByRole('link', { name: 'Use these columns for every query' }).click()
  await page.getByRole('link', { name: 'Use these columns for every query' }).waitFor({ state: 'detached' })
  await page.goto(`${all}?sort=ip`)
  await alive(page)
  expect((await headings(page)).join(' ')).toMatch(/Class.*Last seen.*ASN.*Tags/)

  const rows = page.getByRole('region', { name: 'Addresses found' }).locator('tbody').getByRole('checkbox')
  await rows.nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.down('Shift')
  await rows.nth(2).click()
  await page.keyboard.up('Shift')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('3 rows selected').waitFor()
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied 3 addresses').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8.8.8.1\n8.8.8.2\n8.8.8.3')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const [heads, ...lines] = (await textOf(file)).split('\r\n')
  expect(heads).toBe('ip,classification,last_seen_timestamp,metadata.asn,tags')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['8.8.8.1', '8.8.8.2', '8.8.8.3', ''])
  await bar.getByRole('link', { name: 'Query these' }).click()
  await total(page, '3 IPs')
  expect(queryOf(page)).toContain('ip:8.8.8.1,8.8.8.2,8.8.8.3')
  expect(problems).toEqual([])
  await leave()
})

test('keys alone move through rows, preview, select, act on a value, save and page; in a field they are letters', async () => {
  const { page, problems, leave } = await visit(browser, product.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const rowOf = (): string | null => new URL(page.url()).searchParams.get('row')
  await page.goto(`${all}?sort=ip`)
  await alive(page)
  // Arrows scroll until a row has the focus.
  await press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await press('j', 'ArrowDown', 'ArrowDown', 'ArrowUp')
  expect(await focused()).toBe('8.8.8.2')

  await press('ArrowRight')
  await expect.poll(rowOf).toBe('8.8.8.2')
  await page
    .getByRole('link', { name: 'Preview 8.8.8.2' })
    .and(page.locator('[aria-expanded=true]'))
    .waitFor()
  await press(']')
  await expect.poll(rowOf).toBe('8.8.8.3')
  expect(await focused()).toBe('8.8.8.3')
  await page
    .getByRole('link', { name: 'Preview 8.8.8.3' })
    .and(page.locator('[aria-expanded=true]'))
    .waitFor()
  await press('[')
  await expect.poll(rowOf).toBe('8.8.8.2')
  await page
    .getByRole('link', { name: 'Preview 8.8.8.2' })
    .and(page.locator('[aria-expanded=true]'))
    .waitFor()
  await press('ArrowLeft')
  await expect.poll(rowOf).toBeNull()
  // The address changes before the page does.
  await page
    .getByRole('link', { name: 'Preview 8.8.8.2' })
    .and(page.locator('[aria-expanded=false]'))
    .waitFor()

  const bar = page.getByRole('region', { name: 'Selected rows' })
  await press('Space', 'j', 'j', 'Shift+Space')
  await bar.getByText('3 rows selected').waitFor()
  await press('k', 'x')
  await bar.getByText('2 rows selected').waitFor()

  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')])
  await tab.waitForURL('**/ip/8.8.8.3')
  await tab.close()

  const menu = page.getByRole('dialog', { name: 'Act on value' })
  await press('.')
  await menu.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await press('d')
  await page.getByText('Copied 8[.]8[.]8[.]3').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8[.]8[.]8[.]3')
  await menu.waitFor({ state: 'hidden' })
  expect(await focused()).toBe('8.8.8.3')
  await press('.')
  await menu.waitFor()
  await press('-')
  await total(page, '12 IPs')
  expect(queryOf(page)).toContain('-8.8.8.3')

  await press('s')
  const save = page.getByRole('button', { name: 'Save this query' })
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true)
  await press('Escape')
  await save.waitFor({ state: 'hidden' })

  await press('/')
  const editor = page.locator('main textarea[name=gnql]')
  const before = await editor.inputValue()
  await page.keyboard.type(' so.[]+-e')
  expect(await editor.inputValue()).toBe(`${before} so.[]+-e`)
  expect(await page.context().pages()).toHaveLength(1)
  expect(problems).toEqual([])
  await leave()
})

test('days are read and chosen on the chart by pointer and by keys, and its picture and numbers are taken along', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  await page.goto(all)
  await alive(page)
  await total(page, '13 IPs')
  const { chart: brush, place, over } = await daysChart(page)
  await page.mouse.move(...over(0))
  await page.getByText(/: 3 \(/).waitFor()
  await page.mouse.move(...over(4))
  await page.mouse.down()
  await page.mouse.move(...over(2), { steps: 4 })
  await page.getByText(/^Enter or let go: IPs last seen from /).waitFor()
  await page.mouse.up()
  await total(page, '6 IPs')
  expect(queryOf(page)).toContain(`last_seen:>=${dayAt(4)} first_seen:<=${dayAt(2)}`)

  await page.goto(all)
  await alive(page)
  await brush.focus()
  for (const key of ['End', 'ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await total(page, '4 IPs')
  expect(queryOf(page)).toContain(`last_seen:>=${dayAt(2)} first_seen:<=${dayAt(1)}`)

  await page.goto(all)
  await alive(page)
  const download = async (name: string): Promise<Download> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^chart_ips-seen-per-day_\d{8}T\d{6}Z\.(csv|png)$/)
    return file
  }
  const table = (await textOf(await download('IPs seen per day as CSV'))).split('\r\n')
  expect(table[0]).toBe('day,malicious,suspicious,unknown,benign')
  const counts = new Map(
    table.slice(1, -1).map((line) => {
      const [day = '', ...numbers] = line.split(',')
      return [day, numbers.reduce((sum, one) => sum + Number(one), 0)]
    }),
  )
  expect([0, 1, 5].map((ago) => counts.get(dayAt(ago)))).toEqual([3, 2, 2])
  const picture = await readFile(await (await download('IPs seen per day as PNG')).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // At twice the pixels of the page, as wide as the chart and its margins.
  expect(picture.readUInt32BE(16)).toBeGreaterThan(2 * place.width)
  expect(problems).toEqual([])
  await leave()
})

test('the map leads to a country, has its numbers beside it, and nothing of it is wider than a phone', async () => {
  const { page, problems, leave } = await visit(browser, product.url, {
    viewport: { width: 390, height: 844 },
  })
  await page.goto(all)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).click()
  const map = page.getByRole('group', { name: /^IPs by country: 2 countries, most in United States \(12\)/ })
  await map.waitFor()
  expect(await sideways(page)).toEqual([])
  expect(await violations(page)).toEqual([])
  await page.getByRole('rowheader', { name: 'Netherlands' }).waitFor()
  await map.getByRole('link', { name: 'United States: 12' }).focus()
  await page.keyboard.press('Enter')
  await total(page, '12 IPs')
  expect(queryOf(page)).toContain('country:"United States"')
  expect(problems).toEqual([])
  await leave()
})

test('without scripts columns, days and the map are links and fields', async () => {
  const { page, problems, leave } = await visit(browser, product.url, { javaScriptEnabled: false })
  await chooseColumns(page)
  await page.goto(all)
  await page.getByRole('link', { name: 'Table and range' }).click()
  await page.getByLabel('Last seen from').fill(dayAt(4))
  await page.getByLabel('and first seen until').fill(dayAt(2))
  await page.getByRole('button', { name: 'Narrow' }).click()
  await total(page, '6 IPs')
  expect(await page.getByRole('button', { name: /as (CSV|PNG)$/ }).count()).toBe(0)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).click()
  await page.getByRole('link', { name: 'United States: 6' }).waitFor()
  expect(problems).toEqual([])
  await leave()
})

const textOf = async (file: Download): Promise<string> => readFile(await file.path(), 'utf8')

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
    await page.goto('/search?q=193.0.6.139,%20192.0.2.77%0A192.0.2.78')
    await page.getByText('2 of 3 addresses were not seen').waitFor()
    await page.getByRole('link', { name: '192.0.2.77', exact: true }).click()
    await page.waitForURL('**/ip/192.0.2.77')
    await leave()
  }
})
