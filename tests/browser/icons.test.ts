import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { openBrowser } from './open.ts'
import { alive, visit } from './visitor.ts'

/** A host of a public icon API, which answers a set by its name: `fault` with 500, `none` with 404, others with a square. */
async function openHost(faults: Record<string, number>) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const set = /^\/([a-z-]+)\.json/.exec(url)?.[1] ?? ''
    asked.push(set)
    response.setHeader('access-control-allow-origin', '*')
    response.statusCode = faults[set] ?? 200
    const icons = { square: { body: '<path d="M4 4h16v16H4z"/>' } }
    response.end(JSON.stringify({ prefix: set, icons, width: 24, height: 24 }))
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => server.close(),
  }
}

let folder: string
let hosts: Awaited<ReturnType<typeof openHost>>[]
let withApi: Inside
let without: Inside
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-icons-'))
  const SITE_FILE = join(folder, 'site.yaml')
  const named = ['lucide:mail', 'noisefloor:worm', 'others:square', 'fault:square', 'none:square']
  const social = named.map((icon) => ({ label: icon.replace(':', ' '), url: 'https://example.org', icon }))
  writeFileSync(SITE_FILE, JSON.stringify({ links: { social } }))
  hosts = await Promise.all([openHost({ fault: 500, none: 404 }), openHost({})])
  ;[withApi, without, browser] = await Promise.all([
    openInside({ SITE_FILE, ICON_API: hosts.map(({ url }) => url).join(',') }),
    openInside({ SITE_FILE }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([withApi?.close(), without?.close()])
  for (const host of hosts ?? []) host.close()
  await rm(folder, { recursive: true, force: true })
})

const drawnAt = (page: Page, label: string) =>
  page.getByRole('contentinfo').getByRole('link', { name: label }).locator('svg path').count()

test('icons that an operator names come from this server, and of other sets from hosts of a public API, one after the other', async () => {
  const { page, leave } = await visit(browser, withApi.url)
  await page.goto('/tags')
  await alive(page)
  for (const label of ['lucide mail', 'noisefloor worm', 'others square', 'fault square'])
    await expect.poll(() => drawnAt(page, label), { message: label }).toBeGreaterThan(0)
  const [first, second] = hosts.map(({ asked }) => asked)
  expect(first).toEqual(expect.arrayContaining(['others', 'fault', 'none']))
  // A fault is the next one's; what the first does not have ends there.
  expect(second).toEqual(['fault'])
  expect(await drawnAt(page, 'none square')).toBe(0)
  await leave()
})

test('without such hosts nobody else is asked, and an answer of this server that is none is one warning', async () => {
  const { page, problems, leave } = await visit(browser, without.url)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/icons/noisefloor.json*', (route) => route.fulfill({ status: 200, body: '[]' }))
  await page.goto('/tags')
  await alive(page)
  await expect.poll(() => drawnAt(page, 'lucide mail')).toBeGreaterThan(0)
  await expect.poll(() => warnings).toEqual(['Failed to load custom icons'])
  expect(await drawnAt(page, 'others square')).toBe(0)
  await leave()
  expect(problems).toEqual([])
})
