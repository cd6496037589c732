import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'

/** A plan of before, which counts searches by the day (specification §6). */

let inside: Inside
const clock = { ahead: 0 }
const dayMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-legacy-'))
beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(PLANS_FILE, 'offerings: { enterprise: { searchesPerDay: 2 } }\n')
  inside = await openInside(
    { PLANS_FILE, SUPPORT_EMAIL: 'help@example.org' },
    {},
    () => Date.now() + clock.ahead,
  )
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

test('counts to its limit each day, says so in words of its own, and begins anew at 00:00:00 UTC', async () => {
  await makePerson(inside, { email: 'old@example.org' })
  const { ask, signIn } = browserAt(() => inside.url)
  await signIn('old@example.org')
  const look = async () => (await ask('/api/ip/8.8.8.8')).status
  const page = async (path: string) =>
    (await ask(path, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })).text()
  clock.ahead = Math.ceil(Date.now() / dayMs) * dayMs - Date.now()
  expect([await look(), await page('/account/details')]).toEqual([
    200,
    expect.stringContaining('1 of 2 searches today'),
  ])
  expect([await look(), await look()]).toEqual([200, 429])
  const use = (await (await ask('/api/searches')).json()) as { usage_reset: string }
  expect(use).toMatchObject({ usage: 2, limit: 2, per: 'day' })
  expect(use.usage_reset.slice(11)).toBe('00:00:00.000Z')
  expect(Date.parse(use.usage_reset) - inside.deps.clock()).toBeLessThanOrEqual(dayMs)
  const refused = await ask('/api/ip/8.8.8.8')
  expect(refused.headers.get('ratelimit-policy')).toBe('"searches";q=2;qu="seconds";w=86400')
  const text = await page('/ip/8.8.8.8')
  for (const words of ['Your plan has a daily limit of 2 searches.', 'Contact support'])
    expect(text).toContain(words)
  expect(text).not.toContain('Ask for a trial')
  clock.ahead += dayMs
  expect(await look()).toBe(200)
})
