import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '#demo/exchange.ts'
import { syn } from '#demo/speak/syn.ts'
import { telnetLogin } from '#demo/speak/telnet.ts'
import { visit as webTurns } from '#demo/speak/http.ts'
import { captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { openBrowser, userAgent } from './open.ts'
import { alive, sideways, visit } from './visitor.ts'

const attacker = '198.18.9.9'
const markup = '<script>alert(1);document.title="owned"</script>'
const breakout = '"><img src=x onerror=alert(2)><svg onload=alert(3)>\'}{${7*7}'
const link = 'javascript:alert(4)//https://evil.test/x'
/** On the wire, text beyond Latin-1 is UTF-8. */
const wire = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const unseen = wire('a\u202egnp.exe\u2066\u200b\x1b[31m\x07z')
const long = 'A'.repeat(8_000)

/** Requests and a login that put every trick into every field an address page shows. */
function attack(at: number): Exchange[] {
  const tricks = [markup, breakout, link, unseen, long]
  const requests = tricks.map((trick, index): Exchange => {
    const headers = {
      Referer: trick,
      Origin: trick,
      Authorization: trick,
      Cookie: `${trick.replaceAll(';', '')}=1`,
      'Content-Type': trick,
      'x"><img/src=x/onerror=alert(5)>': '1',
    }
    const shape = {
      uri: `/${trick.replaceAll(' ', '+')}?${trick.replaceAll(' ', '+')}`,
      userAgent: trick,
      headers,
    }
    const plain = webVisit(attacker, shape, at + index)
    return {
      ...plain,
      play: {
        kind: 'tcp',
        outcome: 'open',
        syn: syn.linux,
        turns: webTurns({ ...shape, host: trick }),
      },
    }
  })
  const login = {
    ...webVisit(attacker, { uri: '/' }, at + 100),
    destinationPort: 23,
    play: {
      kind: 'tcp',
      outcome: 'open',
      syn: syn.linux,
      turns: telnetLogin(markup, breakout, [unseen, long, link]),
    },
  } satisfies Exchange
  return [...requests, login]
}

let product: Inside
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([openInside(), openBrowser()])
  await upload(product, captureOf(attack(Date.now() - 60_000)), 'name=%3Cscript%3Ealert(6)%3C/script%3E')
  await waitUntilIdle(product)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const typed = encodeURIComponent(`useragent:"${breakout.replaceAll('"', String.raw`\"`)}"`)
const places = [
  '/',
  `/ip/${attacker}`,
  `/ip/${attacker}?tab=raw`,
  '/query/port%3A80',
  `/query/${typed}`,
  `/query/${encodeURIComponent(`${markup} ${breakout} \u202e\u0000(`)}`,
  `/query/${encodeURIComponent(long)}`,
  `/ip/${encodeURIComponent(breakout)}`,
  `/${encodeURIComponent(markup)}`,
  `/search?q=${encodeURIComponent(link)}`,
  `/settings/set?theme=dark&back=${encodeURIComponent('//evil.test/')}`,
  `/query/port%3A80?after=${encodeURIComponent(breakout)}`,
]

describe.each([
  ['with scripts', true],
  ['with scripts off', false],
])('an attacker’s text, seen %s', (_, javaScriptEnabled) => {
  test('does nothing: no dialog, no request to outside, no error, no broken policy, no sideways scroll', async () => {
    const { page, problems, leave } = await visit(browser, product.url, {
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    })
    for (const place of places) {
      await page.goto(place)
      if (javaScriptEnabled) await alive(page)
      for (const details of await page.locator('main details:not([open]) > summary').all()) {
        if (await details.isVisible()) await details.click()
      }
      const found = await page.evaluate(() => ({
        outside: [...document.querySelectorAll('[href], [src], [action]')]
          .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
          .filter((target) => /^\s*(javascript|data|vbscript):/i.test(target) || target.startsWith('//')),
        handlers: document.querySelectorAll('[onerror], [onload], img, iframe, object, embed, main script')
          .length,
        unseen: /(?![\t\n])[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069]/u.exec(
          document.documentElement.innerText + document.title,
        ),
        owned: document.title === 'owned',
      }))
      expect({ place, ...found }).toEqual({ place, outside: [], handlers: 0, unseen: null, owned: false })
      expect([place, await sideways(page)]).toEqual([place, []])
    }
    await leave()
    expect(problems).toEqual([])
  })
})

test('it is shown, as text, with what cannot be seen written out', async () => {
  const { page, leave } = await visit(browser, product.url)
  await page.goto(`/ip/${attacker}`)
  const agents = page.locator('dt', { hasText: 'User agent' }).locator('xpath=following-sibling::dd')
  const shown = await agents.innerText()
  expect(shown).toContain(markup)
  expect(shown).toContain(breakout)
  expect(shown).toContain(link)
  expect(shown).toContain(String.raw`\x1b[31m\x07z`)
  await leave()
})

test('every trick is a value like any other: its menu adds it to the query, and the query finds the attacker', async () => {
  const { page, problems, leave } = await visit(browser, product.url)
  for (const trick of [markup, breakout, link, String.raw`\x1b[31m`]) {
    await page.goto(`/ip/${attacker}`)
    await alive(page)
    const agents = page.locator('dt', { hasText: 'User agent' }).locator('xpath=following-sibling::dd')
    const value = agents.locator('.value', { hasText: trick })
    await value.hover()
    await value.getByRole('button').click()
    await page
      .getByRole('dialog', { name: 'Act on value' })
      .getByRole('link', { name: 'Add to query' })
      .click()
    await page.getByText('1 IP', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: attacker, exact: true }).count()).toBe(1)
  }
  await leave()
  expect(problems).toEqual([])
})

test('every page carries a policy that runs only its own scripts, by their hashes or by a nonce that is fresh each time', async () => {
  const nonces = new Set<string>()
  let [hashed, pages] = [0, 0]
  for (const place of places) {
    const answer = await fetch(new URL(place, product.url), {
      redirect: 'manual',
      headers: { 'user-agent': userAgent },
    })
    if (answer.status >= 300 && answer.status < 400) {
      expect(answer.headers.get('location')).not.toMatch(/^\s*(\/\/|\\|https?:)/)
      continue
    }
    pages += 1
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'self'.*object-src 'none'/)
    expect(policy).not.toContain('unsafe')
    const allowed = /script-src (.*?) 'strict-dynamic'/.exec(policy)?.[1]?.split(' ') ?? []
    const html = await answer.text()
    const nonce = /^'nonce-([^']+)'$/.exec(allowed[0] ?? '')?.[1]
    if (nonce !== undefined) {
      expect([allowed.length, nonce.length >= 20]).toEqual([1, true])
      nonces.add(nonce)
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
      continue
    }
    hashed += 1
    const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(new Set(scripts)).toEqual(new Set(allowed))
  }
  expect(hashed).toBeGreaterThan(3)
  expect(nonces.size + hashed).toBe(pages)
})
