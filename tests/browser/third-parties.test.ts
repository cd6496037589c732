import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

/** Somebody else's server: it gives a script that sends what it sees to a second origin, and takes reports of errors. */
interface Others {
  url: string
  asked: { method: string; path: string; body: string }[]
  close(): void
}

async function openOthers(): Promise<Others> {
  const asked: Others['asked'] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ method: request.method ?? '', path: request.url ?? '', body })
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'text/javascript')
      response.end(`fetch('http://localhost:${port}/seen', { method: 'POST', body: location.pathname })`)
    })
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}

let others: Others
let product: Inside
let browser: Browser

beforeAll(async () => {
  others = await openOthers()
  const port = new URL(others.url).port
  product = await openInside({
    ANALYTICS_URL: `${others.url}/a.js`,
    ANALYTICS_ORIGINS: `http://localhost:${port}`,
    GTM_ID: 'GTM-ABC123',
    SENTRY_DSN: `http://key@127.0.0.1:${port}/7`,
  })
  browser = await openBrowser()
})
afterEach(() => void (others.asked.length = 0))
afterAll(async () => {
  await browser?.close()
  await product?.close()
  others?.close()
})

/** A page of a new visitor; what goes to the tag manager is noted and goes no further. */
async function opened(journey: (page: Page, managers: string[]) => Promise<void>): Promise<string[]> {
  const { page, problems, leave } = await visit(browser, product.url, { isNew: true })
  const managers: string[] = []
  await page.route('https://www.googletagmanager.com/**', (route) => {
    managers.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await journey(page, managers)
  await leave()
  return problems
}

const paths = () => others.asked.map(({ path, body }) => (path === '/seen' ? `${path} ${body}` : path))

test('scripts that follow readers are loaded for whoever allowed them, from the next page on, and for nobody else', async () => {
  for (const answer of ['Decline others', 'Dismiss']) {
    const problems = await opened(async (page, managers) => {
      await page.goto('/tags')
      await alive(page)
      const notice = page.getByRole('region', { name: 'Cookies' })
      await notice.getByText(/load scripts of www\.googletagmanager\.com and 127\.0\.0\.1:\d+/).waitFor()
      await notice.getByRole('link', { name: answer }).click()
      await page.goto('/tags')
      await alive(page)
      expect(managers).toEqual([])
    })
    expect([problems, paths()]).toEqual([[], []])
  }
  const problems = await opened(async (page, managers) => {
    await page.goto('/tags')
    await alive(page)
    await page.getByRole('link', { name: 'Allow', exact: true }).click()
    expect([managers, paths()]).toEqual([[], []])
    await page.goto('/tags')
    await expect
      .poll(() => [managers, paths()])
      .toEqual([['https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'], ['/a.js', '/seen /tags']])
    expect(await page.evaluate('dataLayer[0].event')).toBe('gtm.js')
  })
  expect(problems.filter((each) => !each.startsWith('outside: '))).toEqual([])
})

test('an error of a page is reported without what follows readers, and with nothing of who reads', async () => {
  await opened(async (page) => {
    await page.goto('/tags?search=secret-word')
    await alive(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate("setTimeout(() => { throw new Error('a surprise of the page') })")
    await expect.poll(() => others.asked.length).toBeGreaterThan(0)
    const [report] = others.asked
    expect(report).toMatchObject({ method: 'POST', path: expect.stringMatching(/^\/api\/7\/envelope\//) })
    expect(report?.body).toContain('a surprise of the page')
    expect(report?.body).toMatch(/"release":"noisefloor@/)
    expect(report?.body).not.toContain('secret-word')
    expect(report?.body).not.toMatch(/cookie/i)
  })
})
