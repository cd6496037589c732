import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cveSources } from '#sources/cve/all.ts'
import { importCveSource } from '#sources/cve/import.ts'
import { makeOwner, browserAt } from '../api/account-browser.ts'
import { agentAt, beat, enrolling } from '../product/agent.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { hostileSessions, tricks } from './hostile-sessions.ts'
import { openBrowser } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

/** Every text that others can write is full of tricks, on every page that shows any of them. */

let inside: Inside
let browser: Browser
const owner = browserAt(() => inside.url)
const attacker = '198.18.9.9'
const cve = 'CVE-2024-0001'
let sensor = ''

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

beforeAll(async () => {
  ;[inside, browser] = await Promise.all([openInside(), openBrowser()])
  await makeOwner(owner, inside)
  const { deps } = inside
  const { active_workspace: workspace } = await owner.account()
  const name = 'hostile'
  const batch = await deps.spool.begin(name)
  if (batch.kind !== 'open') throw new Error('The spool is new.')
  await batch.append(hostileSessions({ source: attacker, workspace, batch: name, now: deps.clock() }))
  await batch.commit({ large: false })
  await importHostileCve()
  sensor = await enrolHostileSensor()
  await vi.waitFor(
    async () =>
      expect(await (await fetch(new URL(`/ip/${attacker}`, inside.url))).text()).toContain('alert(2)'),
    { timeout: 600_000, interval: 200 },
  )
})
afterAll(async () => {
  await browser?.close()
  await inside?.close()
})

async function importHostileCve(): Promise<void> {
  const list = cveSources.find(({ name }) => name === 'cve-list')
  if (!list) throw new Error('There is a list of CVEs.')
  const all = tricks.join(' ')
  const record = (cveId: string) =>
    JSON.stringify({
      dataType: 'CVE_RECORD',
      dataVersion: '5.1',
      cveMetadata: { cveId, state: 'PUBLISHED', datePublished: '2024-03-01T10:00:00' },
      containers: {
        cna: {
          title: all,
          providerMetadata: { orgId: 'x', shortName: tricks[1] },
          descriptions: [{ lang: 'en', value: all }],
          affected: tricks.map((trick) => ({
            vendor: trick,
            product: trick,
            versions: [{ version: trick, status: 'affected', lessThan: trick }],
          })),
          problemTypes: [{ descriptions: [{ type: 'CWE', lang: 'en', cweId: 'CWE-79', description: all }] }],
          references: [{ url: `https://acme.example/${'a'.repeat(3000)}` }, { url: tricks[2] }],
        },
      },
    })
  const text = `${[cve, 'CVE-2024-0002', 'CVE-2024-0003'].map(record).join('\n')}\n`
  await importCveSource(inside.deps.analytics, { ...list, minRows: 1 }, [one(text)], {
    now: inside.deps.clock(),
  })
}

/** What it says of itself must be a line: the tricks of a line's inside are what is left. @returns its id */
async function enrolHostileSensor(): Promise<string> {
  const asked = await owner.json('/api/workspace/sensors/installs', 'POST', {})
  const { command } = (await asked.json()) as { command: string }
  const token = /nfi_[\w-]{43}/.exec(command)?.[0] ?? ''
  const enrolled = await fetch(new URL('/api/sensor/enroll', inside.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      enrolling(token, {
        hostname: `${tricks[0]}${'h'.repeat(200)}`,
        os: tricks[1],
        arch: 'a'.repeat(40),
        agent_version: 'v'.repeat(64),
      }),
    ),
  })
  const made = (await enrolled.json()) as { sensor_id: string; sensor_token: string }
  const beaten = await agentAt(inside.url, made.sensor_token).json(
    '/api/sensor/heartbeat',
    'POST',
    beat({
      agent_version: 'v'.repeat(64),
      checks: [{ name: 'capture', state: 'failed', detail: `${tricks[1]}${'d'.repeat(900)}` }],
      losses: { [`<b>${'l'.repeat(60)}`]: 3 },
    }),
  )
  expect([enrolled.status, beaten.status]).toEqual([201, 200])
  return made.sensor_id
}

const columns = 'class,organization,rdns,actor,tags,ports,os,ja3,ja4,hassh,country,destinations'
const places = (): string[] => [
  '/',
  `/ip/${attacker}`,
  ...['http_path', 'http_user_agent', 'source_rdns'].map(
    (field) => `/ip/${attacker}?tab=timeline&field=${field}`,
  ),
  `/ip/${attacker}?tab=raw`,
  `/query/last_seen%3A90d?cols=${columns}&row=${attacker}`,
  '/query/last_seen%3A90d?view=stats',
  '/tags',
  '/tags/web-client',
  '/trends/active',
  '/cves',
  `/cves/${cve}`,
  '/sensors',
  `/sensors/${sensor}`,
]

/** Words that stand outside of the box they are in, where nothing between cuts them off or scrolls. */
const spilled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node && found.length < 5; node = texts.nextNode()) {
      const holder = node.parentElement
      // What an opened menu holds lies over the page.
      const box = holder?.closest('details > div, section, aside, table, form, header, footer, main')
      if (!holder?.checkVisibility() || !box || (node.textContent ?? '').trim() === '') continue
      let cuts = false
      for (let at: Element | null = holder; at && at !== box.parentElement; at = at.parentElement)
        cuts ||= getComputedStyle(at).overflowX !== 'visible'
      if (cuts) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const [words, place] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
      const isLayer = box.matches('details > div')
      const left = isLayer ? Math.max(place.left, 0) : place.left
      const right = isLayer ? Math.min(place.right, innerWidth) : place.right
      if (words.width > 1 && (words.right > right + 1 || words.left < left - 1))
        found.push(
          `${box.tagName} ${box.getAttribute('aria-label') ?? ''}: ${node.textContent?.slice(0, 60)}`,
        )
    }
    return found
  })

test.each([
  ['with scripts, on a phone', { viewport: { width: 390, height: 844 } }, true],
  ['with scripts off, on a desk', { viewport: { width: 1440, height: 900 } }, false],
])('texts of others do nothing and stay in their boxes: %s', async (_, { viewport }, javaScriptEnabled) => {
  const { page, problems, leave } = await visit(browser, inside.url, { viewport, javaScriptEnabled })
  await page.context().addCookies([...owner.jar].map(([name, value]) => ({ name, value, url: inside.url })))
  if (javaScriptEnabled)
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        console.error(`policy: ${violatedDirective}`),
      ),
    )
  for (const place of places()) {
    const answer = await page.goto(place)
    expect([place, answer?.status()]).toEqual([place, 200])
    if (javaScriptEnabled) await alive(page)
    for (const details of await page.locator('main details:not([open]) > summary').all())
      if (await details.isVisible()) await details.click()
    const found = await page.evaluate(() => ({
      leads: [...document.querySelectorAll('[href], [src], [action]')]
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
        .filter(
          (target) =>
            /^\s*(?:javascript|vbscript|data:text\/html):?/i.test(target) || target.startsWith('//'),
        ),
      made: document.querySelectorAll('[onerror], [onload], img, iframe, object, embed, main script').length,
      unseen: /(?![\t\n])[\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.exec(
        document.documentElement.innerText + document.title,
      ),
      title: document.title === 'owned',
    }))
    expect({ place, ...found }).toEqual({ place, leads: [], made: 0, unseen: null, title: false })
    expect([place, await sideways(page), await spilled(page)]).toEqual([place, [], []])
  }
  await leave()
  expect(problems).toEqual([])
})

test('and they are there: each page shows what it is about', async () => {
  const { page, leave } = await visit(browser, inside.url)
  await page.context().addCookies([...owner.jar].map(([name, value]) => ({ name, value, url: inside.url })))
  for (const [place, text] of [
    [`/ip/${attacker}`, '<script>alert(1)'],
    [`/query/last_seen%3A90d?cols=organization`, attacker],
    [`/cves/${cve}`, 'onerror=alert(2)'],
    [`/sensors/${sensor}`, '<script>alert(1)'],
  ] as const) {
    await page.goto(place)
    expect([place, (await page.locator('main').innerText()).includes(text)]).toEqual([place, true])
  }
  await leave()
})
