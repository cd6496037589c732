import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '#store/app/testing.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** A server whose PostgreSQL was stopped. */

let postgres: TestPostgres
let inside: Inside
beforeAll(async () => {
  postgres = await startTestPostgres()
  inside = await openInside({ DATABASE_URL: await postgres.freshDatabase() })
})
afterAll(async () => {
  await inside.close()
  await postgres.stop()
})

test('says that the database does not answer, and that the same may be asked again; the log says why', async () => {
  const ask = () => fetch(new URL('/api/captures', inside.url), { headers: { key: inside.key } })
  expect((await ask()).status).toBe(200)
  await postgres.stop()
  const answer = await ask()
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({
      code: 'busy',
      message: expect.stringContaining('The database does not answer'),
    }),
  ])
  expect(inside.logged.join('')).toMatch(/ECONNREFUSED|ENOENT|terminat/)
})
