import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { fillAccount } from './fill-account.ts'
import { open, ownerLink } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit, type Visitor } from './visitor.ts'

/** Whoever an address is of disputes its verdict, the operator answers, and everybody reads that on the page. */

let product: Inside
let browser: Browser
let owner: Visitor
const addresses = { scripted: '198.18.8.1', plain: '198.18.8.2' }
const hostile = '<img src=x onerror=alert(1)> https://evil.test/'

beforeAll(async () => {
  product = await openInside()
  browser = await openBrowser()
  const uri = '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php'
  const at = Date.now() - 60_000
  await upload(
    product,
    captureOf(Object.values(addresses).map((ip) => webVisit(ip, { uri, method: 'POST' }, at))),
  )
  await waitUntilIdle(product)
  owner = await visit(browser, product.url)
  const page = await open(owner, await ownerLink(product))
  await fillAccount(page, {
    address: 'ada@example.org',
    name: ['Ada', 'Lovelace'],
    password: 'a quiet sentence',
  })
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL('**/signup/welcome')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Reloads until a page says it: documents and lists follow an answer within seconds. */
async function says(page: Page, text: string | RegExp, times = 1): Promise<void> {
  const shown = async () => {
    await page.reload()
    return page.getByText(text).count()
  }
  await expect.poll(shown, { timeout: 600_000, interval: 1000 }).toBeGreaterThanOrEqual(times)
}

describe.each([
  ['with scripts', true, addresses.scripted],
  ['without scripts', false, addresses.plain],
])('%s', (_, javaScriptEnabled, ip) => {
  test('a visitor disputes a verdict, the operator sets another one, the page tells both by name, and takes it back', async () => {
    const visitor = await visit(browser, product.url, { javaScriptEnabled })
    const { page } = visitor
    await page.goto(`/ip/${ip}`)
    if (javaScriptEnabled) await alive(page)
    await page.getByRole('link', { name: 'Is this your address?' }).click()
    await page.getByRole('heading', { name: 'Is this your address?' }).waitFor()
    expect(await sideways(page)).toEqual([])
    if (javaScriptEnabled) expect(await violations(page)).toEqual([])
    await page.getByLabel('It is not malicious any more').check()
    await page.getByLabel('Explanation').fill(`We shut it down.\n${hostile}`)
    const email = `owner${javaScriptEnabled}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your dispute waits for an answer.').waitFor()

    const desk = await open(owner, '/account/disputes')
    const dispute = desk.getByRole('article', { name: `Dispute about ${ip}` })
    await dispute.getByText(hostile).waitFor()
    await dispute.getByText(email).waitFor()
    expect(await sideways(desk)).toEqual([])
    expect(await violations(desk)).toEqual([])
    await dispute.locator('summary', { hasText: 'Answer' }).click()
    await dispute.getByLabel('Verdict').selectOption('benign')
    await dispute.getByLabel('Note').fill(`Its owner repaired it. ${hostile}`)
    await dispute.getByRole('button', { name: 'Answer' }).click()
    await dispute.waitFor({ state: 'detached' })

    await page.goto(`/ip/${ip}`)
    await says(page, /Set by the operator on/, 2)
    for (const name of ['Why?', 'History of verdicts']) {
      const panel = page.getByRole('region', { name })
      await panel.getByText(hostile, { exact: false }).first().waitFor()
      expect(await panel.locator('img').count()).toBe(0)
      expect(await panel.locator('a[href*="evil"]').count()).toBe(0)
    }
    await page
      .getByText(/^Benign: set by the operator on [\d-]{10}, which outweighs/)
      .first()
      .waitFor()
    await page.getByText('PHPUnit RCE Attempt').first().waitFor()
    expect(await sideways(page)).toEqual([])
    if (javaScriptEnabled) {
      await alive(page)
      expect(await violations(page)).toEqual([])
    }

    const answers = desk.getByRole('listitem').filter({ hasText: ip })
    await answers.getByRole('button', { name: 'Undo' }).click()
    await answers.getByRole('button', { name: 'Undo' }).last().click()
    await answers.waitFor({ state: 'detached' })
    await says(page, /^Malicious: 1 session showed PHPUnit RCE Attempt/)
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })
})

test('what is wrong with a form is said, and who has no right sees no disputes', async () => {
  const visitor = await visit(browser, product.url, { javaScriptEnabled: false })
  const { page } = visitor
  await page.goto('/ip/192.0.2.1/dispute')
  await page.getByLabel('Something else').check()
  await page.getByLabel('Explanation').fill('It is ours.')
  // A browser takes this for an address of mail.
  await page.getByLabel('Email').fill('a@b')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('This is no address of mail: expected name@example.org.').waitFor()
  expect((await page.goto('/ip/nothing/dispute'))?.status()).toBe(400)
  await page.goto('/account/disputes')
  expect(new URL(page.url()).pathname).toBe('/auth-required')
  expect(owner.problems).toEqual([])
  await visitor.leave()
})
