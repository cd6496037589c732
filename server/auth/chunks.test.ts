import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { expect, test } from 'vitest'
import { entitlementIds } from '#model/entitlements.ts'
import type { Env } from '../http/env.ts'
import { forgetChunks, keepChunks } from './chunks.ts'

const name = 'stigg-entitlements'
const app = new Hono<Env>()
  .post('/keep', async (c) => {
    keepChunks(c, { name, value: await c.req.text() }, (one, part) => setCookie(c, one, part, { path: '/' }))
    return c.text('kept')
  })
  .post('/forget', (c) => {
    forgetChunks(c, name)
    return c.text('forgotten')
  })
  .onError((error, c) => c.text(error.message, 500))

/** A browser: what it holds after each answer. */
function browser() {
  const jar = new Map<string, string>()
  const ask = async (path: string, body: string): Promise<string[]> => {
    const cookie = [...jar].map(([of, value]) => `${of}=${value}`).join('; ')
    const answer = await app.request(path, { method: 'POST', body, headers: { cookie } })
    const lines = answer.headers.getSetCookie()
    for (const line of lines) {
      const [, of = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/i.test(line)) jar.delete(of)
      else jar.set(of, value)
    }
    return lines
  }
  /** As a script in the browser puts it together. */
  const whole = () => [...jar.values()].map((part) => decodeURIComponent(part)).join('')
  return { jar, ask, whole }
}

/** Many times as many entitlements as there are. */
const idsOf = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => entitlementIds[at % entitlementIds.length]))

test('many entitlements stand in several cookies, each as short as browsers take it, which together are the list', async () => {
  const { jar, ask, whole } = browser()
  const long = idsOf(120)
  const lines = await ask('/keep', long)
  expect([...jar.keys()]).toEqual([name, `${name}.1`, `${name}.2`])
  expect(whole()).toBe(long)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(4096)
  // Nothing but quotes and commas, which are written longest.
  await ask('/keep', '"'.repeat(4800))
  for (const [of, value] of jar) expect(of.length + value.length).toBeLessThan(4096)
})

test('all entitlements that there are fit into one cookie', async () => {
  const { jar, ask } = browser()
  await ask('/keep', JSON.stringify(entitlementIds))
  expect([...jar.keys()]).toEqual([name])
})

test('cookies of a longer list go when a shorter one is kept, and none is named that the browser does not have', async () => {
  const { jar, ask, whole } = browser()
  await ask('/keep', idsOf(120))
  const short = idsOf(2)
  expect(await ask('/keep', short)).toHaveLength(3)
  expect([...jar.keys()]).toEqual([name])
  expect(whole()).toBe(short)
  expect(await ask('/keep', short)).toHaveLength(1)
})

test('all of them are forgotten together, and a list is never cut', async () => {
  const { jar, ask } = browser()
  await ask('/keep', idsOf(160))
  expect(jar.size).toBe(4)
  await ask('/forget', '')
  expect(jar.size).toBe(0)
  const answer = await app.request('/keep', { method: 'POST', body: idsOf(400) })
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
})
