import { describe, expect, test } from 'vitest'
import { userAgent } from './open.ts'
import { openPages } from './pages.ts'
import { textOf } from './text-of.ts'
import { addThreeVisits } from './three-visits.ts'
import { visit } from './visitor.ts'

const { product, browser } = openPages(addThreeVisits)

describe('the operator’s page of background jobs', () => {
  test('shows each job, and goes on without being loaded again', async () => {
    const { page, problems, leave } = await visit(browser(), product().url)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Resources' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'derives the records of addresses' })
    const rounds = async (): Promise<number> =>
      Number((await row.getByRole('cell').last().textContent())?.replaceAll(',', ''))
    await expect.poll(() => row.getByText(/^(?:waiting|running)$/).count()).toBe(1)
    const before = await rounds()
    expect(before).toBeGreaterThan(0)
    await expect.poll(rounds).toBeGreaterThan(before)
    await leave()
    expect(problems).toEqual([])
  })

  test('is refused to whoever asks through a proxy without a key, and not offered', async () => {
    const through = { 'user-agent': userAgent, 'x-forwarded-for': '198.51.100.7' }
    const fetchPage = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, product().url), { headers })
    const refused = await fetchPage('/sla', through)
    expect([refused.status, textOf(await refused.text())]).toEqual([
      403,
      expect.stringContaining('You do not have access to this page.'),
    ])
    const home = await (await fetchPage('/', through)).text()
    expect(home).not.toContain('href="/sla"')
    expect((await fetchPage('/sla', { ...through, key: product().key })).status).toBe(200)
  })
})
