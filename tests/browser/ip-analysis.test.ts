import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { violations } from './accessible.ts'
import {
  analyze,
  analyzing,
  file,
  isRead,
  list,
  part,
  rows,
  seen,
  sendFile,
  startAnalyses,
} from './analyses.ts'
import { alive, sideways } from './visitor.ts'

/** A list of addresses from a file or a text to what came of it, and what can be done with that. */

startAnalyses()
const markup = '<img src=x onerror=alert(1)>'

describe('a file', () => {
  test('is chosen, read and looked at part by part; its address leads back to it', () =>
    analyzing(async (page) => {
      const path = await sendFile(page)
      expect(await page.title()).toBe('sshd.csv · IP analysis · Noisefloor')
      await page.getByRole('heading', { level: 1, name: 'sshd.csv' }).waitFor()
      const sent = page.getByRole('region', { name: 'What was sent' })
      expect((await sent.locator('dl').innerText()).replaceAll(/\s+/g, ' ')).toBe(
        'Submitted 64 Unique 63 Duplicates 1 Private or reserved 61 Ignored 1',
      )
      expect(await rows(page).count()).toBe(50)
      // Rows that are selected stay so while they are shown, and not on another page.
      const selected = page.getByRole('region', { name: 'Selected rows' })
      const all = page.getByRole('checkbox', { name: 'Select all rows' })
      await all.check()
      await selected.getByText('50 rows selected').waitFor()
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.getByText('End of 60 IPs.').waitFor()
      await expect.poll(() => selected.innerText()).toBe('')
      expect(await all.isChecked()).toBe(false)
      await all.check()
      await rows(page).first().locator('.opener').press('Enter')
      await page.locator('.opener[aria-expanded=true]').waitFor()
      expect(await selected.innerText()).toContain('10 rows selected')
      await page.goto(`${path}?sort=ip`)
      const first = rows(page).filter({ has: page.getByRole('link', { name: seen[0]!, exact: true }) })
      await first.getByText('2 times, first in line 1', { exact: true }).waitFor()

      await part(page, /^Not observed 3/).click()
      await page.waitForURL('**part=not-observed')
      await page.getByText('All 3 shown.').waitFor()
      // No query finds what was not seen.
      expect(await page.getByRole('link', { name: 'Query these' }).count()).toBe(0)
      expect(await rows(page).allInnerTexts()).toEqual([
        expect.stringContaining('10.1.2.3\tonce, in line 63\tPrivate use'),
        expect.stringContaining('45.67.8.9\tonce, in line 61'),
        expect.stringContaining('45.67.8.10\tonce, in line 62'),
      ])
      await part(page, /^All/).click()
      await page.getByText('60 IPs', { exact: true }).waitFor()
      await page.goto(`${path}?part=not-observed`)
      await page.getByText('All 3 shown.').waitFor()
    }))

  test('is filtered by a query and by facets, which stay within the list and its part', () =>
    analyzing(async (page) => {
      await sendFile(page)
      await part(page, /^Suspicious 60/).click()
      await page.waitForURL('**?part=suspicious')
      await page.getByLabel('GNQL').fill('useragent:curl*')
      await page.getByRole('button', { name: 'Filter the list' }).click()
      await page.getByText('50 IPs', { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('part')).toBe('suspicious')
      const facets = page.getByRole('complementary', { name: 'Filters' })
      await facets.getByRole('link', { name: 'Exclude curl' }).click()
      await page.getByText(/^No address of the part “Suspicious” matches/).waitFor()
      await page.getByRole('link', { name: 'Without a query' }).click()
      await page.getByText('60 IPs', { exact: true }).waitFor()
      expect(page.url()).toMatch(/\/ip\/analysis\/[^/]+\?part=suspicious$/)
    }))

  test('of the part that is shown is exported, and so is what was not taken', () =>
    analyzing(async (page) => {
      const path = await sendFile(page)
      await page.goto(`${path}?part=not-observed`)
      await page.locator('main').getByText('Export', { exact: true }).click()
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Not observed as CSV' }).click(),
      ])
      expect(csv.suggestedFilename()).toMatch(/not-observed.*\.csv$/)
      const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
      expect(lines.map((line) => line.split(',')[0])).toEqual(['ip', '10.1.2.3', '45.67.8.9', '45.67.8.10'])
      await page.getByText('1 text was ignored').click()
      const [ignored] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download ignored texts (CSV)' }).click(),
      ])
      expect(await readFile(await ignored.path(), 'utf8')).toBe(
        'line,column,text,reason\r\n65,1,999.1.2.3,a part is above 255\r\n',
      )
    }))

  test('of another type is refused before it is sent, until something else is chosen', () =>
    analyzing(async (page) => {
      const field = page.getByLabel('File', { exact: true })
      await field.setInputFiles({ ...file, name: 'list.exe' })
      await page.getByText('File type not supported').waitFor()
      expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
      await page.getByLabel('Addresses, or any text that holds them').fill('1')
      await page.getByText('File type not supported').waitFor({ state: 'detached' })
      await field.setInputFiles(file)
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('button', { name: 'Upload file' }).waitFor()
    }))

  test('on a slow line says how far it is, and can be called back', () =>
    analyzing(async (page) => {
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      const limit = (uploadThroughput: number) =>
        network.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        })
      await limit(200_000)
      const buffer = Buffer.alloc(4_000_000, `${list}\n`)
      await page.getByLabel('File', { exact: true }).setInputFiles({ ...file, buffer })
      await analyze(page).last().click()
      await page.getByText(/^[\d.]+ (?:bytes|kB|MB) of 4 MB sent$/).waitFor()
      const bar = page.getByRole('progressbar', { name: 'Sending the list' })
      expect(Number(await bar.getAttribute('value'))).toBeLessThan(100)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await bar.waitFor({ state: 'detached' })
      expect(await page.getByText('No analysis was made').count()).toBe(0)
      await limit(-1)
      await analyze(page).last().click()
      await page.waitForURL('**/ip/analysis/*')
      await isRead(page)
    }))

  test('that is dropped is taken', () =>
    analyzing(async (page) => {
      const transfer = await page.evaluateHandle((text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'dropped.txt', { type: 'text/plain' }))
        return data
      }, list)
      const zone = page.getByRole('form', { name: 'A file of addresses' })
      for (const type of ['dragenter', 'dragover', 'drop'])
        await zone.dispatchEvent(type, { dataTransfer: transfer })
      await page.getByText('dropped.txt').waitFor()
      await analyze(page).last().click()
      await isRead(page)
    }))

  test('is one: of two that are dropped none is taken, and the page says so', () =>
    analyzing(async (page) => {
      const transfer = await page.evaluateHandle(() => {
        const data = new DataTransfer()
        for (const name of ['first.txt', 'second.txt']) data.items.add(new File(['8.8.8.8'], name))
        return data
      })
      const zone = page.getByRole('form', { name: 'A file of addresses' })
      await zone.dispatchEvent('drop', { dataTransfer: transfer })
      await page.getByText('Could not create new Analysis. Try updating your IP list.').waitFor()
      await page.getByText('One file is expected; 2 were dropped.').waitFor()
      expect(await page.getByText('first.txt').count()).toBe(0)
    }))
})

test('a list says what it holds while it is written', () =>
  analyzing(async (page) => {
    const field = page.getByLabel('Addresses, or any text that holds them')
    await field.fill(list)
    await page
      .getByText('63 unique addresses, 1 duplicate, 61 private or reserved, 1 not valid (line 65)')
      .waitFor()
    await field.fill('nothing')
    await page.getByText('No address found yet').waitFor()
  }))

describe('an analysis', () => {
  test('is renamed, shared and deleted where it is listed', () =>
    analyzing(async (page) => {
      await sendFile(page)
      await page.getByRole('link', { name: 'IP analysis' }).click()
      const line = page.getByRole('row', { name: /^sshd\.csv/ }).first()
      await line.getByRole('button', { name: 'Rename sshd.csv' }).click()
      await page.getByLabel('New name').fill(markup)
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      const renamed = page.getByRole('row').filter({ hasText: markup })
      await renamed.getByRole('link', { name: markup }).waitFor()
      await renamed.getByRole('button', { name: /^Share/ }).click()
      await page.getByText('All members of the workspace see it now').waitFor()
      await renamed.getByText('shared', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await renamed.getByText('shared', { exact: true }).waitFor({ state: 'detached' })
      await renamed.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`Delete “${markup}” with all that was sent? This cannot be undone.`).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('This cannot be undone.').waitFor({ state: 'detached' })
      expect(await renamed.count()).toBe(1)
      await renamed.getByRole('button', { name: 'Delete' }).click()
      await renamed.getByRole('button', { name: 'Delete' }).click()
      await renamed.waitFor({ state: 'detached' })
    }))

  test('that is deleted on its page leads to the others; its address says where it went', () =>
    analyzing(async (page) => {
      const path = await sendFile(page)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL('**/ip/analysis')
      await page.goto(path)
      await page.getByText('This data cache seems to have vanished into the ether.').waitFor()
      await page.getByRole('link', { name: 'Your analyses' }).waitFor()
    }))

  test('of a text without an address fails in words', () =>
    analyzing(async (page) => {
      await page.getByLabel('Addresses, or any text that holds them').fill('nothing here')
      await analyze(page).click()
      await page.getByText('This list could not be analyzed.').waitFor()
      await page.getByText('Could not create new Analysis. Try updating your IP list.').waitFor()
    }))

  test('is nobody’s who is not signed in', () =>
    analyzing(
      async (page) => {
        await page.waitForURL('**/auth-required?**')
      },
      { storageState: { cookies: [], origins: [] } },
    ))
})

describe('without scripts', () => {
  const options = { javaScriptEnabled: false }

  test('a text and a file are sent by forms, parts are links, and refusals are told', () =>
    analyzing(async (page) => {
      await page.getByLabel('Addresses, or any text that holds them').fill(list)
      await analyze(page).first().click()
      await page.waitForURL('**/ip/analysis/*')
      await expect
        .poll(async () => {
          await page.reload()
          return part(page, /^All 63/).count()
        })
        .toBe(1)
      await part(page, /^Not observed/).click()
      await page.getByText('All 3 shown.').waitFor()

      await page.goto('/ip/analysis')
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await analyze(page).last().click()
      await page.getByRole('heading', { level: 1, name: 'sshd.csv' }).waitFor()

      await page.goto('/ip/analysis')
      await page.getByLabel('File', { exact: true }).setInputFiles({ ...file, name: 'sshd.exe' })
      await analyze(page).last().click()
      await page.getByText('File type not supported').waitFor()
    }, options))

  test('the search field leads several addresses to the form', () =>
    analyzing(
      async (page) => {
        await page.getByLabel('An address or a query').first().fill(`${seen[3]}, 45.67.8.9`)
        await page.getByLabel('An address or a query').first().press('Enter')
        await page.waitForURL('**/ip/analysis?text=**')
        expect(await page.getByLabel('Addresses, or any text that holds them').inputValue()).toBe(
          `${seen[3]}, 45.67.8.9`,
        )
      },
      { ...options, at: '/tags' },
    ))
})

describe.each(['light', 'dark'] as const)('in %s, on a phone and a desk', (colorScheme) => {
  test.each([390, 1440])('at %i px nothing is in anybody’s way', (width) =>
    analyzing(
      async (page) => {
        expect([await violations(page), await sideways(page)]).toEqual([[], []])
        const path = await sendFile(page)
        expect([await violations(page), await sideways(page)]).toEqual([[], []])
        await page.getByText('1 text was ignored').click()
        await page.locator('main').getByText('Export', { exact: true }).click()
        expect([await violations(page), await sideways(page)]).toEqual([[], []])
        await page.goto(`${path}?part=not-observed`)
        await alive(page)
        expect([await violations(page), await sideways(page)]).toEqual([[], []])
      },
      { colorScheme, viewport: { width, height: 900 } },
    ),
  )
})
