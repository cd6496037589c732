import { expect, test } from 'vitest'
import { openPages } from './pages.ts'
import { addThreeVisits } from './three-visits.ts'
import { alive } from './visitor.ts'

/** The keys of every page. */

const { visiting } = openPages(addThreeVisits)

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
        // Asked for again while it is on its way, the router breaks off the first, and says so as an uncaught error.
        await page.waitForURL('**/tags', { timeout: 10_000 }).catch(() => undefined)
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

test('a key opens what there is to export of a page, and Escape gives the focus back', () =>
  visiting(async (page) => {
    await page.goto('/ip/198.18.1.1')
    await alive(page)
    await page.keyboard.press('e')
    const offered = page.getByRole('group', { name: 'Actions' }).getByRole('link', { name: /^STIX/ })
    await offered.waitFor()
    await page.keyboard.press('Escape')
    await offered.waitFor({ state: 'hidden' })
  }))

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

test('the menu of a value that arrives late does not call back who has gone on to write', () =>
  visiting(async (page) => {
    const arrive = Promise.withResolvers<void>()
    await page.route('**/assets/items-*.js', async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.goto('/query/port%3A80')
    await alive(page)
    const value = page.locator('main tbody a[href^="/ip/"]').first()
    const asked = page.waitForRequest('**/assets/items-*.js')
    await value.focus()
    await page.keyboard.press('.')
    await asked
    const editor = page.getByLabel('GNQL')
    await editor.focus()
    const arrived = page.waitForResponse('**/assets/items-*.js')
    arrive.resolve()
    await (await arrived).finished()
    const menu = page.getByRole('dialog', { name: 'Act on value' })
    // Whoever waited for the part hears of it in turn: the menu first, then this.
    await page.evaluate(`import(${JSON.stringify((await asked).url())}).then(() => null)`)
    await alive(page)
    expect(await menu.isVisible()).toBe(false)
    await page.keyboard.type(' tor:true')
    expect(await editor.inputValue()).toContain('tor:true')
    await value.focus()
    await page.keyboard.press('.')
    await menu.waitFor()
  }))
