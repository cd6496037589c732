import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#app/routes/table.ts'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { type SignedIn, signInOwner } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { visit } from './visitor.ts'

/** A page is whole before its scripts arrive, which on a slow line takes a while: what only they can do waits for them. */

let product: Inside
let browser: Browser
let signedIn: SignedIn

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const visits = [1, 2, 3].map((at) => webVisit(`198.18.7.${at}`, { uri: '/.env' }, Date.now() - 60_000 * at))
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
  signedIn = await signInOwner(browser, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Samples of everything, which do nothing. */
const samples = '/ui'
const paths = [
  ...pages
    .filter(({ module, path }) => module && !path.includes(':') && path !== samples)
    .map(({ path }) => path),
  '/ip/198.18.7.1',
  '/ip/198.18.7.1?tab=timeline',
  '/ip/198.18.7.1?tab=raw',
  '/ip/198.18.7.1/dispute',
  '/ip/203.0.114.9',
  '/query/last_seen%3A30d',
  '/query/last_seen%3A30d?view=stats',
  '/query/last_seen%3A30d?view=map',
  '/query/port%3A',
  '/cves/CVE-2021-44228',
  '/tags/mirai',
]

/**
 * Runs in the page: what looks as if it could be pressed or chosen, and would do nothing. Forms go to the server, popovers are the browser's
 * own, what is written is heard of later (early.test.ts).
 */
const dead = (): string[] =>
  [
    ...document.querySelectorAll<HTMLButtonElement>(
      'button, [role="button"], [type="checkbox"], [type="radio"], select',
    ),
  ]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
    .filter((each) => !['popovertarget', 'command'].some((name) => each.hasAttribute(name)))
    .filter((each) => !each.form || (each.localName === 'button' && each.type === 'button'))
    .map((each) => each.textContent || each.outerHTML)

test.each([
  ['a visitor', false],
  ['the owner', true],
])('%s finds nothing to press that does nothing', async (_, isSignedIn) => {
  const { page, leave } = await visit(browser, product.url, isSignedIn ? { storageState: signedIn } : {})
  await page.route('**/assets/*.js', (route) => route.abort())
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    const here = await page.evaluate(dead)
    if (here.length > 0) found[path] = here
  }
  await leave()
  expect(found).toEqual({})
})
