import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dissected } from '#packet/testing/dissected.ts'
import { listSessions } from '#store/analytics/sessions/list.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { startTestPostgres, type TestPostgres } from '#store/app/testing.ts'
import { captureOf, eventually, upload, waitUntilIdle, webVisit } from './captures.ts'
import { type Inside, openInside } from './inside.ts'
import { type NamedEngine, openNamedEngine } from './named-engine.ts'

/** Two servers on one engine, one PostgreSQL and one folder of files: whoever is asked has what the other took in. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-shared-files-'))
let postgres: TestPostgres
let engine: NamedEngine
let servers: Inside[] = []

beforeAll(async () => {
  postgres = await startTestPostgres()
  engine = await openNamedEngine()
  const environment = {
    DATABASE_URL: await postgres.freshDatabase(),
    CLICKHOUSE_URL: engine.url,
    SECRET_KEY: 'what the two servers of this test share',
    FILES_URL: `file://${folder}`,
  }
  // The first makes the tables.
  servers = [await openInside(environment)]
  servers.push(await openInside(environment))
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await engine?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = Date.now() - 600_000
const sources = ['198.18.9.1', '198.18.9.2']

async function ask(server: Inside, path: string, init: RequestInit = {}): Promise<Response> {
  const [{ key } = { key: '' }] = servers
  return fetch(new URL(path, server.url), {
    ...init,
    headers: { key, 'content-type': 'application/json', ...init.headers },
  })
}

test('the packets of a session are told by a server that did not take them in, and files of packets as well', async () => {
  const [one, other] = servers as [Inside, Inside]
  const sent = await upload(one, captureOf(sources.map((ip, n) => webVisit(ip, { uri: '/' }, at + n))))
  expect(sent.body).toMatchObject({ sessions: 2 })
  await waitUntilIdle(one)
  const [{ id: workspace } = { id: '' }] = await one.deps.installation.workspaces.list()
  const scope = scopeOf({ workspace })
  const sessions = await listSessions(one.deps.analytics, scope, { kind: 'all' }, { size: 9 })
  expect(sessions).toHaveLength(2)
  for (const { id, src_ip: source } of sessions) {
    const answer = await ask(other, `/api/workspace/sessions/${id}/export`)
    const { conversations } = await dissected(new Uint8Array(await answer.arrayBuffer()))
    expect(conversations.map((found) => found.source.ip)).toEqual([source])
  }
  const base = '/api/workspace/sensors/pcap'
  const range = { from: new Date(at - 3_600_000).toISOString(), to: new Date().toISOString() }
  const asked = await ask(other, base, { method: 'POST', body: JSON.stringify(range) })
  const { uuid } = (await asked.json()) as { uuid: string }
  await eventually(
    async () => (await (await ask(one, `${base}/${uuid}`)).json()) as { state: string; error: string },
    ({ state }) => state === 'completed',
  )
  for (const server of servers) {
    const file = await ask(server, `${base}/${uuid}/file`)
    const { conversations } = await dissected(new Uint8Array(await file.arrayBuffer()))
    expect(conversations.map((found) => found.source.ip).toSorted()).toEqual(sources)
  }
})

test('a capture that was sent to one server, and again to the other, counts once', async () => {
  const [one, other] = servers as [Inside, Inside]
  const source = '198.18.9.3'
  const bytes = captureOf([webVisit(source, { uri: '/twice' }, at + 60_000)])
  for (const server of servers) {
    expect((await upload(server, bytes)).status).toBe(200)
    await server.deps.drained()
  }
  const [{ id: workspace } = { id: '' }] = await one.deps.installation.workspaces.list()
  const scope = scopeOf({ workspace })
  const sessions = await listSessions(other.deps.analytics, scope, { kind: 'all' }, { size: 99 })
  expect(sessions.filter(({ src_ip: from }) => from === source)).toHaveLength(1)
})

test('a list that one server was sent is read by either, and both show what came of it', async () => {
  const [one, other] = servers as [Inside, Inside]
  for (const [sentTo, name] of [
    [one, 'one'],
    [other, 'other'],
  ] as const) {
    const sent = await ask(sentTo, '/api/ip/analysis', {
      method: 'POST',
      body: `${sources[0]} 192.0.2.77 ${name}`,
      headers: { 'content-type': 'text/plain' },
    })
    const { uuid } = (await sent.json()) as { uuid: string }
    for (const server of servers) {
      const { counts, data } = await eventually(
        async () =>
          (await (await ask(server, `/api/ip/analysis/${uuid}`)).json()) as {
            state: string
            counts: { all: number }
            data: { ip: string }[]
          },
        ({ state }) => state === 'completed' || state === 'failed',
      )
      expect([counts.all, data.map(({ ip }) => ip)]).toEqual([2, [sources[0]]])
    }
  }
})
