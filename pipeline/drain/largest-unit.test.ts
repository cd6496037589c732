import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#model/session.ts'
import { type LaunchedEngine, launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/analytics/launch/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'
import { exampleHttp, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { loadTags } from '#tags/load.ts'
import { sessionLine } from '../spool/session-codec.ts'
import { compileTagging } from '../tag/compile.ts'
import { unitBounds } from './units.ts'

/** The least an engine is ever launched with. */
const memory = 2 ** 30
let dir: string
let engine: LaunchedEngine
let analytics: Analytics

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'analytics-'))
  engine = await launchEngine({ dir, log: silent, memory })
  analytics = openAnalytics({ launched: engine })
  await migrate(analytics)
})
afterAll(async () => {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
})

const talkative = (): Session =>
  exampleSession({
    http: exampleHttp(
      ...Array.from({ length: 1000 }, (_, i) => {
        const path = `/${i}/${'a'.repeat(1900)}`
        return { path, uri: path, userAgent: `${'\u00e9'.repeat(300)}${i}` }
      }),
    ),
  })
const loud = (): Session =>
  exampleSession({
    sourcePayload: new Uint8Array(1024).fill(200),
    destinationPayload: new Uint8Array(1024).fill(65),
  })

/** Requests that hold what many rules look for. */
const suspicious = (): Session =>
  exampleSession({
    http: exampleHttp(
      ...Array.from({ length: 1000 }, (_, i) => ({
        path: '/',
        uri: '/',
        bodyStart: `%3c%3fphp ${'cmd=x;id&file=../../etc/passwd'.repeat(12)}${i}`,
      })),
    ),
  })

it.each([
  ['requests', talkative],
  ['payloads', loud],
  ['attacks', suspicious],
])('the smallest engine tags and stores the largest unit full of %s', async (name, make) => {
  const { bytes } = unitBounds(memory)
  const sessions: Session[] = []
  for (let held = 0; held < bytes;) {
    const session = make()
    sessions.push(session)
    held += sessionLine(session).length
  }
  const tagging = compileTagging(loadTags())
  await expect(insertSessions(analytics, { sessions, token: name, tagging })).resolves.toBeUndefined()
})
