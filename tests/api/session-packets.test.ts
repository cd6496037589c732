import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dissected } from '#packet/testing/dissected.ts'
import { listSessions, type ListedSession } from '#store/analytics/sessions/list.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** From a session to its packets. */

let inside: Inside
let sessions: ListedSession[] = []
const at = Date.now() - 60_000
const capture = captureOf([1, 2, 3].map((n) => webVisit(`198.18.6.${n}`, { uri: `/${n}` }, at + n)))

const call = (path: string, key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()) =>
  fetch(new URL(path, inside.url), { headers: { key } })

beforeAll(async () => {
  inside = await openInside()
  const key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  const sent = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    headers: { key },
    body: new Uint8Array(capture),
  })
  expect(sent.status).toBe(200)
  const [{ id: workspace } = { id: '' }] = await inside.deps.installation.workspaces.list()
  await vi.waitFor(async () => {
    sessions = await listSessions(inside.deps.analytics, scopeOf({ workspace }), { kind: 'all' }, { size: 9 })
    expect(sessions).toHaveLength(3)
  }, 600_000)
})
afterAll(() => inside.close())

test.each(['/api/workspace/sessions', '/v3/sessions'])(
  '%s/{id}/export is its packets and nobody else’s, also when it is said when it began',
  async (base) => {
    for (const { id, src_ip: source, first_packet: began } of sessions)
      for (const query of ['', `?at=${new Date(began).toISOString()}`]) {
        const answer = await call(`${base}/${id}/export${query}`)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/vnd.tcpdump.pcap',
        ])
        const { conversations } = await dissected(new Uint8Array(await answer.arrayBuffer()))
        expect(conversations.map((one) => one.source.ip)).toEqual([source])
        expect(conversations[0]?.http?.requests).toHaveLength(1)
      }
  },
)

test('a session that is not there, or began at another time, is not found; visitors are not told', async () => {
  const [{ id } = { id: '' }] = sessions
  expect((await call(`/api/workspace/sessions/${'0'.repeat(32)}/export`)).status).toBe(404)
  expect((await call(`/api/workspace/sessions/${id}/export?at=2026-01-01T00:00:00Z`)).status).toBe(404)
  expect((await call(`/api/workspace/sessions/${id}/export`, '')).status).toBe(401)
})

test('nothing of it stays on the disk', async () => {
  const folder = join(inside.dataFolder, 'pcaps')
  await vi.waitFor(() =>
    expect(
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([]),
  )
})
