import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { writeTagCatalogue } from '../tag-catalogue/write.ts'
import { openTestAnalytics } from '../testing.ts'
import { timeline } from './timeline.ts'

const hourMs = 3_600_000

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, [
    { slug: 'login', name: 'Login Finder', category: 'activity', intention: 'malicious', cves: [] },
  ])
  await insertSessions(analytics, {
    sessions: [
      exampleSession({
        from: '198.51.100.1',
        http: exampleHttp({ path: '/login' }),
        firstPacket: exampleNow,
      }),
      exampleSession({ from: '198.51.100.1', port: 23, firstPacket: exampleNow - 30 * hourMs }),
    ],
    token: 'reads',
    tagsOf: ({ http }) => (http ? ['login'] : []),
  })
})
afterAll(() => analytics.close())

test('a timeline gives each session the verdict of its own tags, newest first', async () => {
  const { points } = await timeline(analytics, '198.51.100.1', {
    field: 'classification',
    now: exampleNow,
    days: 3,
    granularityHours: 24,
  })
  expect(points).toEqual([
    { start: Date.UTC(2026, 2, 15), label: 'malicious', data: 1 },
    { start: Date.UTC(2026, 2, 14), label: 'unknown', data: 1 },
  ])
})

test('a timeline counts the sessions of each bucket, as a recount of the raw sessions does', async () => {
  const from = '203.0.113.77'
  // Several within an hour, on both sides of midnight; a session that shows a path twice counts once.
  const raw = [1, 2, 3, 50, 61, 62, 700, 719, 721, 1500, 1501, 2900].map((minutes, at) =>
    exampleSession({
      from,
      port: [22, 80][at % 2] ?? 0,
      firstPacket: exampleNow - minutes * 60_000,
      http: exampleHttp({ path: '/' }, { path: `/${at % 3}` }, { path: '/' }),
    }),
  )
  for (const [day, sessions] of Map.groupBy(raw, ({ firstPacket }) =>
    new Date(firstPacket).toISOString().slice(0, 10),
  ))
    await insertSessions(analytics, { sessions, token: `timeline-${day}` })
  const labels = {
    destination_port: ({ destination }: Session) => [String(destination.port)],
    http_path: ({ http }: Session) => [...new Set(http?.requests.map(({ path }) => path))],
  }
  for (const [field, labelsOf] of Object.entries(labels))
    for (const granularityHours of [1, 6, 24, 720]) {
      const wanted = new Map<string, number>()
      for (const session of raw)
        for (const label of labelsOf(session)) {
          const step = granularityHours * hourMs
          const key = `${Math.floor(session.firstPacket / step) * step} ${label}`
          wanted.set(key, (wanted.get(key) ?? 0) + 1)
        }
      const { points } = await timeline(analytics, from, {
        field: field as keyof typeof labels,
        now: exampleNow,
        days: 3,
        granularityHours,
      })
      expect(new Map(points.map(({ start, label, data }) => [`${start} ${label}`, data]))).toEqual(wanted)
    }
})

test('a timeline of ports names a transport without ports, as the activity of the address does', async () => {
  const from = '203.0.113.78'
  const ping = { from, port: 0, ipProtocol: 1, transport: 'icmp', firstPacket: exampleNow } as const
  await insertSessions(analytics, {
    sessions: [exampleSession(ping), exampleSession({ from, port: 80, firstPacket: exampleNow })],
    token: 'pings',
  })
  const { points } = await timeline(analytics, from, {
    field: 'destination_port',
    now: exampleNow,
    days: 1,
    granularityHours: 24,
  })
  expect(points.map(({ label }) => label)).toEqual(['80', 'icmp'])
})
