import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { analyze, analyzing, file, isRead, list, part, seen, sendFile, startAnalyses } from './analyses.ts'

/** Lists of addresses and the search: how it leads to them, and how it asks for them. */

startAnalyses()

describe('the search', () => {
  const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })

  test('analyzes several addresses by keyboard alone, and takes a file', () =>
    analyzing(
      async (page) => {
        await page.keyboard.press('Control+k')
        const field = search(page).getByLabel('An address or a query')
        await field.waitFor()
        expect(await field.getAttribute('placeholder')).toBe('Addresses, or a query')
        await search(page).getByRole('button', { name: 'Upload file' }).waitFor()
        await page.keyboard.type(`${seen[3]}, 45.67.8.9 2001:db8::1`)
        const jump = search(page).getByRole('option', { name: 'IP Analysis' })
        await jump.waitFor()
        expect(await jump.innerText()).toContain('Analyze 3 addresses')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/ip/analysis/*')
        await part(page, /^All 3/).waitFor()
        await search(page).waitFor({ state: 'hidden' })

        await page.keyboard.press('Control+k')
        await search(page)
          .getByLabel('File', { exact: true })
          .setInputFiles({ ...file, name: 'a.exe' })
        await search(page).getByText('File type not supported').waitFor()
        await field.fill('port:23')
        await search(page).getByText('File type not supported').waitFor({ state: 'detached' })
        await search(page).getByLabel('File', { exact: true }).setInputFiles(file)
        await search(page).getByRole('button', { name: 'Analyze IPs' }).click()
        await isRead(page)
      },
      { at: '/tags' },
    ))

  test('leads nobody on who has closed it and gone elsewhere while a list was sent', () =>
    analyzing(
      async (page) => {
        const answer = Promise.withResolvers<void>()
        await page.route('**/api/ip/analysis', async (route) => {
          await answer.promise
          await route.continue()
        })
        await page.keyboard.press('Control+k')
        await search(page).waitFor()
        await page.keyboard.type(`${seen[3]}, 45.67.8.9`)
        const asked = page.waitForRequest('**/api/ip/analysis')
        await page.keyboard.press('Enter')
        await asked
        await page.keyboard.press('Escape')
        await page.getByRole('link', { name: 'Trends' }).first().click()
        await page.waitForURL('**/trends/trending')
        answer.resolve()
        await page.getByRole('status').getByText('Your list is analyzed').waitFor()
        expect(new URL(page.url()).pathname).toBe('/trends/trending')
      },
      { at: '/tags' },
    ))

  test('a file that is dragged over any page opens it, and is taken where it is dropped', () =>
    analyzing(
      async (page) => {
        const dataTransfer = await page.evaluateHandle((text) => {
          const data = new DataTransfer()
          data.items.add(new File([text], 'dragged.txt', { type: 'text/plain' }))
          return data
        }, list)
        await page.locator('main').dispatchEvent('dragenter', { dataTransfer })
        const zone = search(page).getByRole('form', { name: 'A file of addresses' })
        await zone.waitFor()
        for (const type of ['dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer })
        await search(page).getByText('dragged.txt').waitFor()
        await search(page).getByRole('button', { name: 'Analyze IPs' }).click()
        await isRead(page)
      },
      { at: '/tags' },
    ))

  test('asks for a list by its name, from its page on', () =>
    analyzing(async (page) => {
      await sendFile(page)
      await part(page, /^Suspicious 60/).click()
      await page.waitForURL('**?part=suspicious')
      await page.getByRole('link', { name: 'Query these' }).click()
      await page.waitForURL('**/query/**')
      await expect
        .poll(() => page.getByLabel('GNQL').inputValue())
        .toBe('list:sshd.csv classification:suspicious')
      await page.getByText('60 IPs', { exact: true }).waitFor()
    }))

  test('of a visitor neither takes files nor analyzes: several addresses are a query', () =>
    analyzing(
      async (page) => {
        await page.keyboard.press('Control+k')
        const field = search(page).getByLabel('An address or a query')
        await field.waitFor()
        expect(await field.getAttribute('placeholder')).toBe('An address, or a query')
        expect(await search(page).getByRole('button', { name: 'Upload file' }).count()).toBe(0)
        await page.keyboard.type(`${seen[3]}, ${seen[4]}`)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/query/ip**')
      },
      { at: '/tags', storageState: { cookies: [], origins: [] } },
    ))

  test('with no search left the page of limits says so', () =>
    analyzing(async (page, { problems }) => {
      await page.route('**/api/ip/analysis', (route) =>
        route.fulfill({ status: 429, json: { message: 'Rate limit exceeded. Please try again later.' } }),
      )
      await page.getByLabel('Addresses, or any text that holds them').fill(list)
      await analyze(page).click()
      await page.getByRole('heading', { name: 'We love that you love Noisefloor!' }).waitFor()
      await page.getByText('Rate limit exceeded. Please try again later.').waitFor()
      // React tells of what it caught.
      problems.length = 0
    }))
})

test('a list is followed to its end, also by a page that is drawn later than its answers come', () =>
  analyzing(async (page) => {
    // React draws what it was told of when a message of its own arrives.
    await page.evaluate(() => {
      const post = MessagePort.prototype.postMessage
      MessagePort.prototype.postMessage = function (message: unknown) {
        setTimeout(() => post.call(this, message), 1000)
      }
    })
    await isReadAfter(page, 3)
    await sendFile(page)
    await page.getByText('The list is read.').waitFor()
  }))

test('a list is followed over a server that is away for a while, and through a proxy that hides /healthz', () =>
  analyzing(async (page, { problems }) => {
    await isReadAfter(page, 1)
    let looks = 0
    const isAway = (): boolean => looks > 0 && looks < 4
    await page.route('**/healthz', (route) => {
      looks += 1
      if (looks === 1) return route.fulfill({ status: 503 })
      return isAway() ? route.abort('connectionrefused') : route.fulfill({ status: 404 })
    })
    await page.route('**/ip/analysis/*.data*', (route) =>
      isAway() ? route.abort('connectionrefused') : route.fallback(),
    )
    await sendFile(page)
    await page.getByText('The list is read.').waitFor()
    expect(looks).toBeGreaterThan(3)
    // The browser's own words for each.
    expect(problems.filter((problem) => !/ERR_CONNECTION_REFUSED|status of 503/.test(problem))).toEqual([])
    problems.length = 0
  }))

/** The list is read long before; for the page it is not until it looked so many times. */
async function isReadAfter(page: Page, looks: number): Promise<void> {
  let answers = 0
  await page.route('**/ip/analysis/*.data*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('completed', 'running')
    await route.fulfill(++answers <= looks ? { response: answer, body } : { response: answer })
  })
}
