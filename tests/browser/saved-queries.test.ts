import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson } from '../api/account-browser.ts'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { openInside, operatorKey, type Inside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { open } from './first-owner.ts'
import { openBrowser } from './open.ts'
import { signIn, signOut } from './sign-in.ts'
import { toast, undo, undone } from './undoing.ts'
import { sideways, visit, type Visitor } from './visitor.ts'

/** Saved queries: a visitor's stay in the browser, an account's are in all of its browsers and in no other. */

let inside: Inside
let browser: Browser

beforeAll(async () => {
  ;[inside, browser] = await Promise.all([openInside(), openBrowser()])
  const product = { url: inside.url, key: await operatorKey(inside) }
  await upload(product, captureOf([webVisit('198.18.6.1', { uri: '/' }, Date.now() - 5000)]))
  await waitUntilIdle(product)
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
})

/** Somebody with an account, at a browser that does not know them yet. */
async function somebody(email: string): Promise<Visitor> {
  await makePerson(inside, { email })
  return visit(browser, inside.url)
}

/** Opens the page of a query, and its menu. */
async function openMenu(visitor: Visitor, path: string): Promise<Page> {
  const page = await open(visitor, path)
  await page.locator('summary', { hasText: 'Saved' }).click()
  return page
}
const list = (page: Page, place = 'Saved in your account') => page.getByRole('list', { name: place })
const texts = (page: Page, place?: string) => list(page, place).getByRole('link').allInnerTexts()
const atBrowser = ({ page }: Visitor) =>
  page.evaluate(() => localStorage.getItem('noisefloor-saved-queries') ?? '[]')

describe('of a visitor', () => {
  test('are saved in the browser, named, removed and brought back', async () => {
    const visitor = await visit(browser, inside.url)
    const page = await openMenu(visitor, '/query/port%3A80?sort=ip')
    await page.getByText('Nothing is saved in this browser yet.').waitFor()
    await page.getByRole('button', { name: 'Save this query' }).click()
    await toast(page, 'Saved in this browser').waitFor()
    const here = () => texts(page, 'Saved in this browser')
    await expect.poll(here).toEqual(['port:80'])
    await page.getByRole('button', { name: 'Rename port:80' }).click()
    await page.getByLabel('Name of the query').fill('Web')
    await page.keyboard.press('Enter')
    await expect.poll(here).toEqual(['Web\nport:80'])
    await page.getByRole('button', { name: 'Forget Web' }).click()
    await toast(page, 'Removed from this browser').waitFor()
    await undo(page).click()
    await expect.poll(() => atBrowser(visitor)).toContain('"name":"Web"')
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })

  test('where the browser keeps nothing, that is said', async () => {
    const visitor = await visit(browser, inside.url)
    await visitor.page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const page = await openMenu(visitor, '/query/port%3A80')
    await page.getByRole('button', { name: 'Save this query' }).click()
    await page.getByText('This browser keeps nothing').waitFor()
    await visitor.leave()
  })
})

describe('of an account', () => {
  test('are seen in its other browsers, renamed, removed and brought back there', async () => {
    const email = 'one@example.org'
    const ada = await somebody(email)
    await signIn(ada, email)
    const page = await openMenu(ada, '/query/port%3A80?sort=ip')
    await page.getByRole('button', { name: 'Save this query' }).click()
    await toast(page, 'Saved in your account').waitFor()
    await expect.poll(() => texts(page)).toEqual(['port:80'])
    expect(await page.getByRole('button', { name: 'This query is saved' }).isDisabled()).toBe(true)
    expect(await atBrowser(ada)).toBe('[]')

    const elsewhere = await visit(browser, inside.url)
    await signIn(elsewhere, email)
    const other = await openMenu(elsewhere, '/query/last_seen%3A1d')
    await expect.poll(() => texts(other)).toEqual(['port:80'])
    expect(await list(other).getByRole('link').getAttribute('href')).toBe('/query/port%3A80?sort=ip')
    await other.getByRole('button', { name: 'Rename port:80' }).click()
    expect(await violations(other)).toEqual([])
    await other.getByLabel('Name of the query').fill('<b>Web</b>')
    await other.getByRole('button', { name: 'Keep' }).click()
    await toast(other, 'Renamed').waitFor()
    await undone(other)
    await openMenu(elsewhere, '/query/last_seen%3A1d')
    await expect.poll(() => texts(other)).toEqual(['port:80'])
    await other.getByRole('button', { name: 'Save this query' }).click()
    await expect.poll(() => texts(other)).toEqual(['last_seen:1d', 'port:80'])
    await other.getByRole('button', { name: 'Forget last_seen:1d' }).click()
    await expect.poll(() => texts(other)).toEqual(['port:80'])
    await openMenu(elsewhere, '/query/last_seen%3A1d')
    await other.getByRole('button', { name: 'Rename port:80' }).click()
    await other.getByLabel('Name of the query').fill('Web servers')
    await other.getByRole('button', { name: 'Keep' }).click()
    await expect.poll(() => texts(other)).toEqual(['Web servers\nport:80'])
    await other.getByRole('button', { name: 'Forget Web servers' }).click()
    await toast(other, 'Removed from your account').waitFor()
    await undone(other)

    await openMenu(ada, '/query/last_seen%3A2d')
    await expect.poll(() => texts(page)).toEqual(['Web servers\nport:80'])
    await page.getByRole('button', { name: 'Rename Web servers' }).click()
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect([width, await violations(page), await sideways(page)]).toEqual([width, [], []])
    }
    expect([ada.problems, elsewhere.problems]).toEqual([[], []])
    await ada.leave()
    await elsewhere.leave()
  })

  test('stand in the search by their names, and open as they were shown', async () => {
    const email = 'two@example.org'
    const ada = await somebody(email)
    await signIn(ada, email)
    const { page } = ada
    const kept = { name: 'Web, worst first', gnql: 'port:80', view: '?sort=severity' }
    const headers = { origin: inside.url }
    expect((await page.request.post('/api/user/queries', { data: kept, headers })).status()).toBe(200)
    await page.keyboard.press('Control+k')
    const saved = page
      .getByRole('dialog', { name: 'Search' })
      .getByRole('group', { name: 'Saved' })
      .getByRole('option')
    await expect.poll(() => saved.count()).toBe(1)
    await page.keyboard.type('worst')
    await expect.poll(() => saved.count()).toBe(1)
    await saved.getByText(kept.name).click()
    await page.waitForURL('**/query/port%3A80?sort=severity')
    expect(await page.evaluate(() => localStorage.getItem('noisefloor-recent-searches'))).toBeNull()
    expect(ada.problems).toEqual([])
    await ada.leave()
  })

  test('and so are recent searches: the browser’s move there, are seen in others, and can be forgotten', async () => {
    const email = 'recent@example.org'
    const ada = await somebody(email)
    await ada.page.goto('/cheat-sheet')
    await ada.page.evaluate(() =>
      localStorage.setItem('noisefloor-recent-searches', '[{"dataset":"ips","text":"port:80"}]'),
    )
    await signIn(ada, email)
    const left = () => ada.page.evaluate(() => localStorage.getItem('noisefloor-recent-searches'))
    await expect.poll(left).toBe('[]')
    const elsewhere = await visit(browser, inside.url)
    await signIn(elsewhere, email)
    const { page } = elsewhere
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await page.keyboard.press('Control+k')
    await recent.filter({ hasText: 'port:80' }).waitFor()
    await page.keyboard.insertText('tor:true')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/query/tor*')
    await ada.page.keyboard.press('Control+k')
    const first = ada.page.getByRole('group', { name: 'Recent' }).getByRole('option').first()
    await first.filter({ hasText: 'tor:true' }).waitFor()
    await ada.page.getByRole('option', { name: 'Forget all recent searches' }).click()
    await expect.poll(() => first.count()).toBe(0)
    expect(await (await page.request.get('/api/user/searches')).json()).toEqual({ searches: [] })
    expect([...ada.problems, ...elsewhere.problems]).toEqual([])
    await Promise.all([ada.leave(), elsewhere.leave()])
  })

  test('that cannot be reached are said to be, and nothing is lost', async () => {
    const email = 'three@example.org'
    const ada = await somebody(email)
    await signIn(ada, email)
    const { page } = ada
    const headers = { origin: inside.url }
    await page.request.post('/api/user/queries', { data: { gnql: 'port:80' }, headers })
    const answering = (status: number) =>
      page.route('**/api/user/queries**', (route) => route.fulfill({ status, json: { message: 'Not now.' } }))
    await answering(403)
    await openMenu(ada, '/query/last_seen%3A2d')
    await page.getByText('The queries in your account did not arrive. Not now.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/api/user/queries**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => texts(page)).toEqual(['port:80'])
    await page.route('**/api/user/queries/**', (route) =>
      route.fulfill({ status: 403, json: { message: 'Not now.' } }),
    )
    await page.getByRole('button', { name: 'Forget port:80' }).click()
    await toast(page, 'Not now.').waitFor()
    await expect.poll(() => texts(page)).toEqual(['port:80'])
    await ada.leave()
  })
})

describe('at a sign-in', () => {
  test('those of the browser are taken over once, without doubles, and gone after signing out', async () => {
    const email = 'four@example.org'
    const ada = await somebody(email)
    const page = await openMenu(ada, '/query/last_seen%3A1d')
    await page.getByRole('button', { name: 'Save this query' }).click()
    await expect.poll(() => atBrowser(ada)).toContain('last_seen:1d')
    await openMenu(ada, '/query/port%3A80?sort=ip')
    await page.getByRole('button', { name: 'Save this query' }).click()
    await expect.poll(() => atBrowser(ada)).toContain('port:80')

    const elsewhere = await visit(browser, inside.url)
    await signIn(elsewhere, email)
    await openMenu(elsewhere, '/query/port%3A80')
    await elsewhere.page.getByRole('button', { name: 'Save this query' }).click()
    await expect.poll(() => texts(elsewhere.page)).toEqual(['port:80'])

    await Promise.all([
      toast(page, 'Saved in your account now: 2 queries of this browser').waitFor(),
      signIn(ada, email),
    ])
    expect(await atBrowser(ada)).toBe('[]')
    await openMenu(ada, '/query/last_seen%3A2d')
    await expect.poll(() => texts(page)).toHaveLength(2)
    await openMenu(elsewhere, '/query/last_seen%3A2d')
    await expect.poll(() => texts(elsewhere.page)).toHaveLength(2)

    await signOut(ada)
    await openMenu(ada, '/query/last_seen%3A2d')
    await page.getByText('Nothing is saved in this browser yet.').waitFor()
    expect(await page.content()).not.toContain('last_seen:1d')
    expect([ada.problems, elsewhere.problems]).toEqual([[], []])
    await ada.leave()
    await elsewhere.leave()
  })

  test('those that the account does not take stay in the browser, and are said to', async () => {
    const email = 'five@example.org'
    const ada = await somebody(email)
    const { page } = ada
    await open(ada, '/cheat-sheet')
    await page.evaluate(() =>
      localStorage.setItem(
        'noisefloor-saved-queries',
        JSON.stringify([
          { gnql: 'port:(', view: '' },
          { gnql: 'port:80', view: '' },
        ]),
      ),
    )
    await Promise.all([page.getByText('Only in this browser still: 1 query.').waitFor(), signIn(ada, email)])
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') calls.push(request.url())
    })
    await openMenu(ada, '/query/last_seen%3A2d')
    await expect.poll(() => texts(page)).toEqual(['port:80'])
    expect(await texts(page, 'Only in this browser')).toEqual(['port:('])
    // Its answer is known: it is not offered again.
    expect(calls).toEqual([])
    await signOut(ada)
    await openMenu(ada, '/query/last_seen%3A2d')
    await expect.poll(() => texts(page, 'Saved in this browser')).toEqual(['port:('])
    await ada.leave()
  })

  test('a server that does not answer takes nothing away, and the next page tries again', async () => {
    const email = 'six@example.org'
    const ada = await somebody(email)
    const page = await openMenu(ada, '/query/port%3A80')
    await page.getByRole('button', { name: 'Save this query' }).click()
    await expect.poll(() => atBrowser(ada)).toContain('port:80')
    let refused = 0
    await page.route('**/api/user/queries', (route) => {
      refused += 1
      return route.fulfill({ status: 501, json: { message: 'Not now.' } })
    })
    await signIn(ada, email)
    await expect.poll(() => refused).toBeGreaterThan(0)
    expect(await atBrowser(ada)).toContain('port:80')
    await page.unroute('**/api/user/queries')
    await open(ada, '/cheat-sheet')
    await expect.poll(() => atBrowser(ada)).toBe('[]')
    await openMenu(ada, '/query/last_seen%3A2d')
    await expect.poll(() => texts(page)).toEqual(['port:80'])
    await ada.leave()
  })
})
