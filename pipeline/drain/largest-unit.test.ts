import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { type LaunchedEngine, launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'
import { exampleHttp, exampleSession } from '#store/analytics/sessions/example.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { loadTags } from '#tags/load.ts'
import { rowsOfSessions, type SessionRow } from '#store/analytics/sessions/row.ts'
import { FrameGatherer } from '../spool/gather.ts'
import { decodeSessions, unpackedBytes } from '../spool/session-codec.ts'
import { compileRuleSet } from '../tag/rule-set.ts'
import { insertUnit } from './insert-unit.ts'
import { unitBounds } from './units.ts'

/** The least an engine is ever launched with. */
const memory = 2 ** 30
const rules = compileRuleSet(loadTags())
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
  const sessions: SessionRow[] = []
  const held = { bytes: 0 }
  const gatherer = new FrameGatherer(async ({ body }) => {
    held.bytes += unpackedBytes(body)
    sessions.push(...(await decodeSessions(body)))
  })
  while (held.bytes < bytes) await gatherer.add([make()])
  const unit = { token: name, origin: 'live' as const, day: '2026-03-15', sessions, again: false }
  await expect(insertUnit(analytics, unit, false, rules)).resolves.toBe(false)
})

/** As many as fit of the texts that rules look for in bodies. */
function wanted(): string {
  const texts = loadTags()
    .flatMap(({ rule }) =>
      [...rule.matchAll(/http\.body:"([^"]+)"/g)].flatMap(([, text = '']) => text.split('*')),
    )
    .filter(({ length }) => length > 2)
    .toSorted((left, right) => left.length - right.length)
  return [...new Set(texts)].reduce(
    (body, text) => (body.length + text.length < 512 ? body + text : body),
    '',
  )
}

it('a session of requests full of what rules look for is tagged and stored, and holds nobody up', async () => {
  const body = wanted()
  const hostile = exampleSession({
    http: exampleHttp(...Array.from({ length: 500 }, (_, i) => ({ path: '/', bodyStart: `${body}${i}` }))),
  })
  const sessions = [exampleSession(), hostile, exampleSession({ port: 22 })]
  const unit = {
    token: 'hostile',
    origin: 'live' as const,
    day: '2026-03-15',
    sessions: rowsOfSessions(sessions),
    again: false,
  }
  await insertUnit(analytics, unit, false, rules)
  await insertUnit(analytics, unit, true, rules)
  const stored = defineQuery({
    name: 'sessions with their tags',
    params: z.object({ ids: z.array(z.string()) }),
    row: z.object({ id: z.string(), tags: z.array(z.string()) }),
    sql: 'SELECT id, tags FROM {db}.sessions WHERE id IN {ids: Array(String)}',
  })
  const rows = await analytics.app.run(stored, { ids: sessions.map(({ id }) => id) })
  expect(rows).toHaveLength(3)
  expect(rows.find(({ id }) => id === hostile.id)?.tags).toContain('struts-parameter-ognl')
})
