import { expect, test } from 'vitest'
import { violations } from './accessible.ts'
import { openPages } from './pages.ts'
import { alive, sideways } from './visitor.ts'

/** The parts of the interface as `/ui` shows them. */

const { visiting } = openPages()

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
