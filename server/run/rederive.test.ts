import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { ipColumns } from '#store/analytics/tables/ips.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { exampleNow as now, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { rederiveDocuments } from './rederive.ts'

let dir = ''
let analytics: TestAnalytics
let app: AppStore
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-rederive-'))
  analytics = await openTestAnalytics()
  app = await openAppStore({ file: join(dir, 'app.sqlite') })
})
afterAll(async () => {
  await app.close()
  await analytics.close()
  await rm(dir, { recursive: true, force: true })
})

test('documents that an earlier release made otherwise are made anew, once', async () => {
  const stores = { analytics, settings: app.installation.settings }
  await rederiveDocuments(stores)
  await insertSessions(analytics, {
    sessions: [exampleSession({ from: '23.1.0.1' })],
    token: 'one',
  })
  await refreshDocuments(analytics, { now })
  // As if that release had not known the actor's name.
  const columns = ipColumns.map(([name]) => name)
  await analytics.migrator.command(
    `INSERT INTO {local}.ips (${columns.join(', ')}, version, gone, generation)
     SELECT ${columns.map((name) => (name === 'actor' ? "'nobody'" : name)).join(', ')}, version + 1, gone, generation FROM {local}.ips`,
  )
  const actor = async (): Promise<unknown> => (await getDocuments(analytics, ['23.1.0.1']))[0]?.actor
  expect(await actor()).toBe('nobody')
  expect(await rederiveDocuments(stores)).toBe(false)
  expect((await refreshDocuments(analytics, { now })).addresses).toBe(0)

  await app.installation.settings.put('documents made', 'by an earlier release')
  expect(await rederiveDocuments(stores)).toBe(true)
  expect((await refreshDocuments(analytics, { now })).addresses).toBe(1)
  expect(await actor()).toBe('unknown')
  expect(await rederiveDocuments(stores)).toBe(false)
})
