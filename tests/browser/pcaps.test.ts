import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dissected } from '#packet/testing/dissected.ts'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { type SignedIn, signInOwner } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** From a query over sessions to the file of their packets. */

let product: Inside
let browser: Browser
let signedIn: SignedIn

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const at = Date.now() - 600_000
  await upload(
    product,
    captureOf([1, 2].map((n) => webVisit(`198.18.9.${n}`, { uri: `/${n}` }, at + 1000 * n))),
  )
  await waitUntilIdle(product)
  signedIn = await signInOwner(browser, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

test.each([
  ['light', 390, true],
  ['dark', 1440, true],
  ['light', 1440, false],
] as const)(
  'packets are estimated, requested, downloaded and deleted (%s, %i px, with scripts: %s)',
  async (colorScheme, width, javaScriptEnabled) => {
    const visitor = await visit(browser, product.url, {
      storageState: signedIn,
      colorScheme,
      viewport: { width, height: 900 },
      javaScriptEnabled,
    })
    const { page, problems } = visitor
    const table = page.getByRole('region', { name: 'Files of packets' })
    await page.goto('/sensors/pcaps')
    if (javaScriptEnabled) await alive(page)
    await page.getByText('No packets were requested yet.').waitFor({ state: 'visible' })
    await page.getByLabel('Query over sessions').fill('source.ip:198.18.9.2')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByText('1 session,').waitFor()
    if (javaScriptEnabled) expect([await violations(page), await sideways(page)]).toEqual([[], []])
    await page.getByRole('button', { name: 'Request this file' }).click()
    await expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload()
        return table.getByText('Ready').count()
      })
      .toBe(1)
    if (javaScriptEnabled) expect([await violations(page), await sideways(page)]).toEqual([[], []])
    const coming = page.waitForEvent('download')
    await table.getByRole('link', { name: 'Download' }).click()
    const { conversations } = await dissected(await readFile(await (await coming).path()))
    expect(conversations.map(({ source }) => source.ip)).toEqual(['198.18.9.2'])
    if (javaScriptEnabled) {
      await table.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Delete this file of packets?').waitFor()
      await table.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No packets were requested yet.').waitFor()
    }
    expect(problems).toEqual([])
    await visitor.leave()
  },
)

test('what cannot be asked is said beside the form', async () => {
  const { page, leave } = await visit(browser, product.url, { storageState: signedIn })
  for (const [address, said] of [
    ['?from=2026-11-25T10:00&to=2026-11-24T10:00', 'ends before it begins'],
    [`?from=2026-11-25T10:00&to=2026-11-25T11:00&query=nosuch:1`, 'nosuch'],
    ['?from=yesterday&to=today', 'A time is written as'],
    ['?refused=busy', 'As many files of your workspace as your plan allows'],
  ] as const) {
    await page.goto(`/sensors/pcaps${address}`)
    await page.getByRole('alert').getByText(said).waitFor()
  }
  await leave()
})
