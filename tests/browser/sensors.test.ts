import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { makeOwner, browserAt } from '../api/account-browser.ts'
import { type Agent, agentAt, batchOf, beat, enrolling } from '../product/agent.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { violations } from './accessible.ts'
import { openBrowser, userAgent } from './open.ts'
import { alive } from './visitor.ts'

/** Somebody adds a sensor, sees it turn green, and works with it. */

let inside: Inside
let browser: Browser
let page: Page
let agent: Agent
const owner = browserAt(() => inside.url)
const faults: string[] = []

beforeAll(async () => {
  inside = await openInside()
  browser = await openBrowser()
  await makeOwner(owner, inside)
  page = await seenBy({ width: 1440, scheme: 'light' })
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
})

async function seenBy({
  width,
  scheme,
  scripts = true,
}: {
  width: number
  scheme: 'light' | 'dark'
  scripts?: boolean
}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    userAgent,
    javaScriptEnabled: scripts,
  })
  await context.addCookies([...owner.jar].map(([name, value]) => ({ name, value, url: inside.url })))
  const made = await context.newPage()
  made.on('pageerror', (error) => faults.push(`${made.url()}: ${error.message}`))
  made.on('console', (message) => {
    // A refusal is an answer; the browser still notes it.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      faults.push(`${made.url()}: ${message.text()}`)
  })
  return made
}

const to = (path: string): string => new URL(path, inside.url).href

test('a command is made, and turns green by itself when the host is heard', async () => {
  await page.goto(to('/sensors'))
  await page.getByLabel('It looks like').selectOption('home-router')
  await page.getByRole('button', { name: 'Make the command' }).click()
  const command = await page.locator('code').filter({ hasText: 'nfi_' }).innerText()
  await page.getByText('only this machine reaches the server').waitFor()
  await page.getByText('Waiting for first heartbeat').waitFor()
  const token = /nfi_[\w-]{43}/.exec(command)?.[0] ?? ''
  const answer = await fetch(to('/api/sensor/enroll'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(token, { addresses: ['8.8.8.8'] })),
  })
  const made = (await answer.json()) as { sensor_token: string; name: string }
  agent = agentAt(inside.url, made.sensor_token)
  await page.getByText(`${made.name} is enrolled.`).waitFor()
  await agent.json('/api/sensor/heartbeat', 'POST', beat())
  await page.getByText(`${made.name} is online.`).waitFor()
  await page.getByRole('row', { name: made.name }).getByText('Online').waitFor()
})

test('it is renamed where it stands, and what was typed is a name and nothing else', async () => {
  const button = page.getByRole('button', { name: /^Rename / })
  await button.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await button.and(page.locator(':focus')).waitFor()
  await button.click()
  await page.getByLabel('Name', { exact: true }).fill('<b>Door</b>')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('link', { name: '<b>Door</b>' }).click()
  await page.getByRole('heading', { level: 1, name: '<b>Door</b>' }).waitFor()
})

test('another profile is told to the agent at once, and stands in the history', async () => {
  const waiting = agent.get('/api/sensor/config?after=1&wait=25')
  await page.getByLabel('Profile', { exact: true }).selectOption('linux-server')
  await page.getByRole('button', { name: 'Switch profile' }).click()
  expect(await (await waiting).json()).toMatchObject({ version: 2, profile: { id: 'linux-server' } })
  await page.getByRole('heading', { name: 'What it looks like: Linux server' }).waitFor()
  await page.getByText('profile: Linux server').waitFor()
})

test('administrators and ports of other programs are said on its page; what is wrong is said beside the field', async () => {
  const waiting = agent.get('/api/sensor/config?after=2&wait=25')
  const excluded = page.getByLabel('Addresses of administrators')
  const save = page.getByRole('button', { name: 'Save what is left out' })
  await excluded.fill('192.0.2.0/24\nour office')
  await page.getByLabel('Ports of other programs').fill('443, 25')
  await save.click()
  await page.getByText('"our" is no address or block').waitFor()
  expect(await excluded.getAttribute('aria-invalid')).toBe('true')
  await excluded.fill('192.0.2.0/24\n2001:db8::7')
  await page.getByLabel('Ports of other programs').fill('443, ssh')
  await save.click()
  await page.getByText(/^network_ports\.1:/).waitFor()
  await page.getByLabel('Ports of other programs').fill('443, 25')
  await save.click()
  expect(await (await waiting).json()).toMatchObject({
    version: 3,
    capture: { excluded: ['192.0.2.0/24', '2001:db8::7'], network_ports: [25, 443] },
  })
  await page.getByText('ports of other programs: 25, 443').waitFor()
})

test('sessions come as they are seen, wait while the list is paused, and lead to their address', async () => {
  const sees = (source: string) =>
    agent.put(
      batchOf(
        connection('GET / HTTP/1.1\r\nHost: h\r\n\r\n', '', {
          source,
          destination: '10.0.0.7',
          at: Date.now() - 200,
        }),
      ),
    )
  const region = page.getByRole('region', { name: 'Latest sessions', exact: true })
  await region.getByText('live').waitFor()
  await sees('198.18.90.1')
  await region.getByRole('link', { name: '198.18.90.1' }).waitFor()
  await region.getByRole('button', { name: 'Pause' }).click()
  await sees('198.18.90.2')
  await region.getByRole('button', { name: /^Show 1 new session/ }).waitFor()
  expect(await region.getByRole('link', { name: '198.18.90.2' }).count()).toBe(0)
  await region.getByRole('button', { name: 'Go on' }).click()
  await region.getByRole('link', { name: '198.18.90.2' }).waitFor()
})

test('its page leads to its packets, and its profile tells what reached those who use it', async () => {
  await page.getByRole('link', { name: 'Request what it captured' }).click()
  await page.getByRole('heading', { level: 1, name: 'PCAPs' }).waitFor()
  expect(await page.getByRole('checkbox', { name: '<b>Door</b>' }).isChecked()).toBe(true)
  await page.goto(to('/sensors/profiles/linux-server'))
  const seen = page.getByRole('region', { name: 'What reached them' })
  await seen.getByText('2 sessions', { exact: true }).waitFor()
  await page.goto(to('/sensors/profiles/nas'))
  await page.getByRole('region', { name: 'Sensors using it' }).getByText('None.').waitFor()
  expect(await seen.count()).toBe(0)
})

test('a profile is copied, changed and published, and what is wrong with it is said before', async () => {
  await page.goto(to('/sensors/profiles/linux-server'))
  await page.getByRole('link', { name: 'Copy it' }).click()
  const text = page.getByLabel(/^The whole profile as JSON/)
  const before = await text.inputValue()
  await text.fill(before.replace('{', '{,'))
  await page.getByText('This is no JSON').waitFor()
  await text.fill(before.replace('"port": 22,', '"port": 2323,'))
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('It can be published.').waitFor()
  const seen = page.getByRole('list', { name: 'What a scanner would see' }).getByRole('listitem')
  await seen.filter({ hasText: '2323/tcp ssh' }).getByText('SSH-2.0-').waitFor()
  await text.fill(before.replace('"protocol": "ssh"', '"protocol": "gopher"'))
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('It would not be taken').waitFor()
  await page.getByText('ports.0.protocol').waitFor()
  await text.fill(before.replace('"port": 22,', '"port": 0,'))
  await page.getByRole('button', { name: 'Create the profile' }).click()
  await page.getByText(/ports\.0/).waitFor()
  await text.fill(before.replace('"name": "Linux server"', '"name": "Our server"'))
  await page.getByRole('button', { name: 'Create the profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Our server' }).waitFor()
})

test('who leaves a profile while it is being made goes where they went, even where that page is slower', async () => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/workspace/profiles', async (route) => {
    await answer.promise
    await route.continue()
  })
  const tags = Promise.withResolvers<void>()
  await page.route('**/tags.data*', async (route) => {
    await tags.promise
    await route.continue()
  })
  await page.goto(to('/sensors/profiles/create?from=linux-server'))
  await alive(page)
  const asked = page.waitForRequest('**/api/workspace/profiles')
  await page.getByRole('button', { name: 'Create the profile' }).click()
  const made = (await asked).response()
  const leaving = page.waitForRequest('**/tags.data*')
  await page.getByRole('link', { name: 'Tags' }).first().click()
  await leaving
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  answer.resolve()
  const told = await made
  expect(told?.ok()).toBe(true)
  await told?.finished()
  // What the page asks for is answered in turn.
  await page.evaluate(() => fetch('/healthz').then((it) => it.text()))
  tags.resolve()
  await page.waitForURL('**/tags')
  await alive(page)
  expect(sent.filter((path) => path.startsWith('/sensors/profiles/'))).toEqual([])
  await page.unrouteAll()
})

test('a profile of a physical device leads to the image of its transporter', async () => {
  await page.goto(to('/sensors/profiles/create'))
  await page.getByLabel('Begin with').selectOption('an empty one of a physical device')
  await page.getByRole('button', { name: 'Take it' }).click()
  const text = page.getByLabel(/^The whole profile as JSON/)
  await expect.poll(() => text.inputValue()).toContain('192.168.1.50')
  const before = await text.inputValue()
  await text.fill(before.replace('192.168.1.50', '8.8.8.8'))
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('Expected one address of a private network').waitFor()
  await text.fill(before)
  await page.getByRole('button', { name: 'Create the profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'My device' }).waitFor()
  await page.getByText('None has called since this server started').waitFor()
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download its image' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^transporter-[\da-f-]{36}\.tar\.gz$/)
  expect(await download.failure()).toBeNull()
})

test('every page is clean to axe, light and dark, and fits a telephone', async () => {
  const { active_workspace: workspace } = await owner.account()
  const [known] = await inside.deps.installation.workspace(workspace).sensors.list()
  const paths = [
    '/sensors',
    '/sensors?view=map',
    `/sensors/${known?.sensor.id}`,
    '/sensors/profiles',
    '/sensors/profiles/home-router',
    '/sensors/profiles/create?from=home-router',
    '/sensors/profiles/request',
  ]
  for (const look of [
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const) {
    const looked = await seenBy(look)
    for (const path of paths) {
      await looked.goto(to(path))
      expect([path, look.scheme, await violations(looked)]).toEqual([path, look.scheme, []])
      const width = await looked.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width]).toEqual([path, look.width])
    }
    await looked.context().close()
  }
})

test('without scripts lists are searched and pages read', async () => {
  const plain = await seenBy({ width: 1440, scheme: 'light', scripts: false })
  await plain.goto(to('/sensors'))
  await plain.getByLabel(/^Name, host/).fill('door')
  await plain.getByRole('search', { name: 'Search sensors' }).getByRole('button').click()
  await plain.getByRole('link', { name: '<b>Door</b>' }).click()
  await plain.getByRole('heading', { name: 'Checks' }).waitFor()
  await plain.getByRole('link', { name: '198.18.90.1' }).waitFor()
})

test('a removal is asked about, by name, and leads back to the list', async () => {
  await page.goto(to('/sensors'))
  await page.getByRole('link', { name: '<b>Door</b>' }).click()
  await page.getByRole('button', { name: 'Remove this sensor' }).click()
  await page.getByText('Remove <b>Door</b>?').waitFor()
  await page.getByRole('button', { name: 'Remove this sensor' }).click()
  await page.getByText('No sensor yet.').waitFor()
  expect((await agent.json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(401)
  expect(faults).toEqual([])
})
