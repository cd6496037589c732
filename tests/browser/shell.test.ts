import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser, userAgent } from './open.ts'
import { textOf } from './text-of.ts'
import { alive, sideways, visit } from './visitor.ts'

let product: Inside
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  const at = Date.now() - 600_000
  const visits = Array.from({ length: 3 }, (_, index) =>
    webVisit(`198.18.1.${index + 1}`, { uri: '/.env' }, at),
  )
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

async function visiting(journey: (page: Page) => Promise<void>, options: Parameters<typeof visit>[2] = {}) {
  const visitor = await visit(browser, product.url, options)
  await journey(visitor.page)
  await visitor.leave()
  expect(visitor.problems).toEqual([])
}

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

test('keys alone move through rows, go to places and show themselves; they can be turned off', async () => {
  await visiting(async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await page.goto('/query/port%3A80')
    await alive(page)
    // Which of the three was last seen is the matter of a second.
    const first = await page.locator('main tbody a[href^="/ip/"]').first().innerText()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/ip/${first}`)
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // The two belong together for a moment only, which a busy machine may take between them.
    await expect
      .poll(async () => {
        await page.keyboard.press('g')
        await page.keyboard.press('t')
        return new URL(page.url()).pathname
      })
      .toBe('/tags')
    await page.goto('/settings/set?keys=off&back=/query/port%3A80')
    await alive(page)
    await page.locator('main tbody a[href^="/ip/"]').first().focus()
    for (const key of ['?', '.', 's', 'e', 'Space']) await page.keyboard.press(key)
    // Whatever a key had opened is there once the menu of the value is, which was asked for last.
    await page.keyboard.press('ContextMenu')
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await page.keyboard.press('c')
    expect(await page.getByRole('button', { name: 'Copy', exact: true }).isVisible()).toBe(true)
    expect(await dialog.count()).toBe(0)
    expect(await page.locator('main details[open]').count()).toBe(0)
    expect(await page.locator('tbody input:checked').count()).toBe(0)
  })
})

test('brackets turn the pages of a list', () =>
  visiting(async (page) => {
    await page.goto('/tags')
    await alive(page)
    for (const [key, link] of [
      [']', '2'],
      ['[', null],
    ] as const) {
      // The address changes before the page does, with its links.
      await page
        .locator(`main a[rel=${key === ']' ? 'next' : 'prev'}]`)
        .first()
        .waitFor()
      await page.keyboard.press(key)
      await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe(link)
    }
  }))

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
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('link', { name: 'Trends' }).first().click()
    await page.waitForURL('**/trends/trending')
    await expect.poll(() => page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  })
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

test('what was just said stays for eight seconds, and for as long as it is pointed at or has the focus', () =>
  visiting(async (page) => {
    await page.clock.install()
    await page.goto('/ui')
    await alive(page)
    const said = page.getByRole('status').getByText('Removed', { exact: true })
    for (const hold of ['hover', 'focus'] as const) {
      await page.getByRole('button', { name: 'Offer to undo' }).click()
      if (hold === 'hover') await said.hover()
      else await page.getByRole('button', { name: 'Undo', exact: true }).focus()
      await page.clock.fastForward(60_000)
      expect([hold, await said.isVisible()]).toEqual([hold, true])
      await page.getByRole('button', { name: 'Offer to undo' }).focus()
      await page.mouse.move(0, 0)
      await page.clock.fastForward(7000)
      expect([hold, await said.isVisible()]).toEqual([hold, true])
      await page.clock.fastForward(1500)
      await said.waitFor({ state: 'detached' })
    }
  }))

test('a bar of progress starts 300 ms after it came; one that came with the page stands there at once', async () => {
  await visiting(
    async (page) => {
      await page.goto('/ui')
      await page.getByRole('progressbar', { name: '42 percent' }).waitFor()
    },
    { javaScriptEnabled: false },
  )
  await visiting(async (page) => {
    await page.clock.install()
    await page.goto('/ui')
    await alive(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    expect(await page.getByRole('progressbar', { name: '42 percent' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Begin anew' }).click()
    const bars = ['60 percent', 'Waiting'].map((name) => page.getByRole('progressbar', { name }))
    for (const bar of bars) await bar.waitFor({ state: 'hidden' })
    await page.clock.runFor(299)
    for (const bar of bars) expect(await bar.isVisible()).toBe(false)
    await page.clock.runFor(1)
    for (const bar of bars) await bar.waitFor()
  })
})

test.each(['light', 'dark'] as const)(
  'every part of the interface is accessible in every state, %s',
  async (colorScheme) => {
    await visiting(
      async (page) => {
        await page.goto('/ui')
        await alive(page)
        expect(await violations(page)).toEqual([])
        expect(await sideways(page)).toEqual([])
        const tip = page.getByRole('tooltip', { name: 'A short text about it' })
        await page.getByRole('button', { name: 'Point at me' }).focus()
        await tip.waitFor()
        await page.keyboard.press('Escape')
        await tip.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Point at me' }).hover()
        await tip.hover()
        expect(await tip.isVisible()).toBe(true)
        await page.mouse.move(0, 0)
        await tip.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Offer to undo' }).click()
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await page.getByText('Brought back').waitFor()
        expect(await page.getByRole('group', { name: /required and not answered/ }).innerText()).toContain(
          'This field is required',
        )
        await page.getByRole('progressbar', { name: 'Waiting' }).waitFor()
        for (const name of [
          'Open a dialog',
          'Open one of long text',
          'Open one with a field that is wrong',
        ]) {
          await page.getByRole('button', { name }).click()
          const dialog = page.getByRole('dialog', { name })
          await dialog.waitFor()
          expect(await violations(page)).toEqual([])
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
        }
        const combobox = page.getByRole('search', { name: 'Combobox', exact: true }).getByRole('combobox')
        await combobox.focus()
        await expect.poll(() => combobox.getAttribute('aria-controls')).not.toBeNull()
        await combobox.fill('tags:')
        await expect.poll(() => combobox.getAttribute('aria-expanded')).toBe('true')
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('Escape')
        expect(await combobox.getAttribute('aria-expanded')).toBe('false')
        for (const name of [/^Map of 6 countries/, /^Map of 0 countries/])
          await page.getByRole('group', { name }).waitFor()
        for (const by of ['day', 'hour'])
          await page.getByRole('region', { name: `Lanes by the ${by}` }).waitFor()
        await page.getByRole('region', { name: 'Activity by day' }).waitFor()
        expect(await page.locator('select[name=select-disabled]').isDisabled()).toBe(true)
      },
      { colorScheme },
    )
  },
)

describe('the operator’s page of background jobs', () => {
  test('shows each job, and goes on without being loaded again', async () => {
    const { page, problems, leave } = await visit(browser, product.url)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Resources' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'derives the records of addresses' })
    const rounds = async (): Promise<number> =>
      Number((await row.getByRole('cell').last().textContent())?.replaceAll(',', ''))
    await expect.poll(() => row.getByText(/^(?:waiting|running)$/).count()).toBe(1)
    const before = await rounds()
    expect(before).toBeGreaterThan(0)
    await expect.poll(rounds, { timeout: 60_000 }).toBeGreaterThan(before)
    await leave()
    expect(problems).toEqual([])
  })

  test('is refused to whoever asks through a proxy without a key, and not offered', async () => {
    const through = { 'user-agent': userAgent, 'x-forwarded-for': '198.51.100.7' }
    const fetchPage = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, product.url), { headers })
    const refused = await fetchPage('/sla', through)
    expect([refused.status, textOf(await refused.text())]).toEqual([
      403,
      expect.stringContaining('You do not have access to this page.'),
    ])
    const home = await (await fetchPage('/', through)).text()
    expect(home).not.toContain('href="/sla"')
    expect((await fetchPage('/sla', { ...through, key: product.key })).status).toBe(200)
  })
})
