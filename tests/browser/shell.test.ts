import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './accessible.ts'
import { openPages } from './pages.ts'
import { addThreeVisits } from './three-visits.ts'
import { alive, sideways, visit } from './visitor.ts'

/** What stands around every page: the notice about cookies, the clock, the state of the connection. */

const { visiting, product, browser } = openPages(addThreeVisits)

const cookieOf = async (page: Page, name: string) =>
  (await page.context().cookies()).find((cookie) => cookie.name === name)

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  test('the notice about cookies is answered once, for a year, and can be asked for again', async () => {
    await visiting(
      async (page) => {
        const notice = page.getByRole('region', { name: 'Cookies' })
        await page.goto('/tags')
        if (javaScriptEnabled) await alive(page)
        await notice.getByRole('link', { name: 'Decline others' }).click()
        await notice.waitFor({ state: 'detached' })
        const cookie = await cookieOf(page, 'cookieconsent_status')
        expect(cookie).toMatchObject({ value: 'deny', path: '/' })
        expect(Math.round((Number(cookie?.expires) - Date.now() / 1000) / 86_400)).toBe(365)
        await page.goto('/')
        expect(await notice.count()).toBe(0)
        await page.getByRole('link', { name: 'Cookie choices' }).click()
        await notice.waitFor()
        expect(await cookieOf(page, 'cookieconsent_status')).toBeUndefined()
      },
      { javaScriptEnabled, isNew: true },
    )
  })

  test('a chosen zone and clock show every moment by it, and days stay days of UTC', async () => {
    await visiting(
      async (page) => {
        await page.goto('/settings?back=/ip/198.18.1.1')
        if (javaScriptEnabled) await alive(page)
        await page.getByRole('radio', { name: '12 hours' }).check()
        await page.getByRole('radio', { name: 'Compact' }).check()
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.waitForURL('**/ip/198.18.1.1')
        expect(await page.locator('time').first().innerText()).toMatch(
          /^\d{4}-\d\d-\d\d \d{1,2}:\d\d [AP]M UTC$/,
        )
        expect(await page.locator('html').getAttribute('data-density')).toBe('compact')
        await page.goto('/settings/set?zone=Asia/Kolkata&back=/ip/198.18.1.1')
        const shown = page.locator('time').first()
        expect(await shown.innerText()).toMatch(/UTC\+5:30$/)
        expect(await shown.getAttribute('datetime')).toMatch(/Z$/)
      },
      { javaScriptEnabled },
    )
  })
})

test('the zone in the header leads to the choice of it, and back to the same page with all that its address says', () =>
  visiting(async (page) => {
    const here = '/query/*?view=stats&sort=ip'
    await page.goto(here)
    await alive(page)
    await page.getByRole('link', { name: 'Times are shown in UTC: change' }).click()
    await page.waitForURL('**/settings?back=*')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/query/'))
    expect(page.url()).toBe(new URL(here, page.url()).href)
  }))

test('who reads by the browser’s own zone is shown its moments', async () => {
  await visiting(
    async (page) => {
      await page.goto('/settings/set?zone=browser&back=/ip/198.18.1.1')
      await expect.poll(() => page.locator('time').first().innerText()).toMatch(/UTC\+9$/)
      await page.reload()
      expect(await page.locator('time').first().innerText()).toMatch(/UTC\+9$/)
    },
    { timezoneId: 'Asia/Tokyo' },
  )
})

test('who reads by another zone and has no connection keeps the page, its moments as the server wrote them', async () => {
  const { page, leave } = await visit(browser(), product().url, { timezoneId: 'Asia/Tokyo' })
  await page.goto('/settings/set?zone=browser&browserZone=UTC&back=/cheat-sheet')
  const asked = Promise.withResolvers<void>()
  for (const way of ['**/healthz', '**/*.data'])
    await page.route(way, async (route) => {
      await route.abort()
      asked.resolve()
    })
  await page.goto('/ip/198.18.1.1')
  await asked.promise
  // The browser tells in turn what failed, and the page waits a frame at most before it shows it.
  await page.evaluate(() => fetch('/healthz').catch(() => new Promise(requestAnimationFrame)))
  await alive(page)
  expect(await page.locator('h1').innerText()).toContain('198.18.1.1')
  await leave()
})

test('a page that is cut off, or older than the server, says so; the next page is loaded anew', async () => {
  await visiting(async (page) => {
    const banner = page.getByRole('status', { name: 'Connection' })
    await page.goto('/tags')
    await alive(page)
    await page.context().setOffline(true)
    await banner.getByText('No connection').waitFor()
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    expect(await page.request.get('/builds/latest.json?t=1').then((answer) => answer.json())).toEqual({
      id: await page.evaluate(() => window.__reactRouterManifest?.version),
    })
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'another' } }))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await banner.getByText('A newer version').waitFor()
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('link', { name: 'Trends' }).first().click()
    await page.waitForURL('**/trends/trending')
    await expect.poll(() => page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  })
})

test('an error page tells the number of its request, and copies it once scripts run', async () => {
  for (const javaScriptEnabled of [true, false])
    await visiting(
      async (page) => {
        await page.goto('/ip/999')
        const id = await page.locator('main code').innerText()
        expect(id).toMatch(/^\w{8,}/)
        const copy = page.getByRole('main').getByRole('button', { name: 'Copy', exact: true })
        if (!javaScriptEnabled) return expect(await copy.isVisible()).toBe(false)
        await alive(page)
        await copy.click()
        await page.getByRole('status').getByText('Copied the request id').waitFor()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
      },
      { javaScriptEnabled, permissions: ['clipboard-read', 'clipboard-write'] },
    )
})

test.each(['light', 'dark'] as const)('the shell is accessible and fits, %s', async (colorScheme) => {
  for (const width of [320, 1440])
    await visiting(
      async (page) => {
        await page.goto('/settings')
        await alive(page)
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keys' }).waitFor()
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('Escape')
        expect(await violations(page)).toEqual([])
        expect(await sideways(page)).toEqual([])
      },
      { colorScheme, isNew: true, viewport: { width, height: 800 } },
    )
})
