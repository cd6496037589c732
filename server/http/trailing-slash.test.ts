import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { oneSpelling } from './trailing-slash.ts'

const leadsTo = async (path: string): Promise<string | null> => {
  const app = new OpenAPIHono<Env>()
  app.use(oneSpelling(false))
  return (await app.request(path)).headers.get('location')
}

test('slashes at the end of an address lead to it without them, and those in its midst stay', async () => {
  expect(await leadsTo('/tags/')).toBe('/tags')
  expect(await leadsTo('/tags//?a=1')).toBe('/tags?a=1')
  expect(await leadsTo('/tags//mirai/')).toBe('/tags//mirai')
  expect(await leadsTo('/tags//mirai')).toBe(null)
})

// Where each slash was looked from, this took the server's thread a minute; the limit only ends that.
test('nobody waits for an address that is all slashes', { timeout: 30_000 }, async () => {
  const slashes = '/'.repeat(300_000)
  expect(await leadsTo(`/tags${slashes}mirai/`)).toBe(`/tags${slashes}mirai`)
})
