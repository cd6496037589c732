import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openAppStore } from './open.ts'
import { getSettings, putSetting } from './settings.ts'
import { startTestPostgres, type TestPostgres } from './testing.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres({ collation: 'en-US' })
})
afterAll(() => postgres.stop())

test('what is remembered under a prefix is found, however a PostgreSQL orders texts', async () => {
  const store = await openAppStore({ url: await postgres.freshDatabase() })
  for (const key of ['source', 'source/cities', 'source/Tor exits', 'sourceless', 'Source/cities', 'z'])
    await putSetting(store.db, key, key)
  expect([...(await getSettings(store.db, 'source/', z.string()))].sort()).toEqual([
    ['Tor exits', 'source/Tor exits'],
    ['cities', 'source/cities'],
  ])
  await store.close()
})
