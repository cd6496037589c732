import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadDemo } from '#cli/demo/command.ts'
import { demoCaptures } from '#demo/captures.ts'
import { sites } from '#demo/addresses.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** The demo's traffic was seen by three simulated sensors, which fare as their stories say and leave with it. */

const hour = 3_600_000
// So that the silent one has a capture of today, and the sessions of an afternoon to show.
const loadedAt = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 24 * hour + 15.5 * hour
let later = 0
let inside: Inside

const key = () => readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
const call = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, inside.url), {
    ...init,
    headers: { key: key(), ...(init.body && { 'content-type': 'application/json' }) },
  })
const json = async (path: string, init?: RequestInit) =>
  (await (await call(path, init)).json()) as Record<string, never>

interface Listed {
  id: string
  name: string
  status: string
  reason: string
  since: string | null
  is_demo: boolean
  last_heartbeat: string
  last_batch: string
  lag_ms: number
  country: string
  trace: number[]
}
const listed = async (): Promise<Listed[]> => (await json('/api/workspace/sensors'))['sensors'] ?? []
const lastDay = (now: number) => demoCaptures(now).slice(-3)

beforeAll(async () => {
  inside = await openInside({}, {}, () => loadedAt + later)
  await loadDemo({ url: inside.url, key: key() }, lastDay)
  await inside.deps.drained()
})
afterAll(() => inside.close())

test('one is well, one tells why it is not, one is silent and says what was wrong last', async () => {
  const all = await listed()
  expect(all.map(({ name, status, reason, is_demo }) => [name, status, reason, is_demo])).toEqual([
    ['Demo Heron', 'online', '', true],
    ['Demo Kestrel', 'degraded', expect.stringMatching(/^Clock off: .*74 s slow/), true],
    [
      'Demo Otter',
      'offline',
      expect.stringMatching(/^No heartbeat since .* 10:00 UTC\. Its last error: Disk full: .*ENOSPC/),
      true,
    ],
  ])
  for (const { trace, lag_ms: lag, country } of all) {
    expect(Math.max(...trace)).toBeGreaterThan(0)
    expect([lag, country]).toEqual([900, expect.stringMatching(/\w/)])
  }
  // The silent one saw nothing after its last word.
  const [, , silent] = all
  expect(silent?.trace.slice(-5)).toEqual([0, 0, 0, 0, 0])
})

test('time goes by without an agent: those that are heard stay so, and the silence of the other is told once', async () => {
  const [{ id: workspace } = { id: '' }] = await inside.deps.installation.workspaces.list()
  const { people } = inside.deps.installation.workspace(workspace)
  const told = async () =>
    (await people.changes(100)).filter(({ act }) => act === 'sensor.silent').map(({ subject }) => subject)
  await vi.waitFor(async () => expect(await told()).toEqual(['sensor Demo Otter']), 60_000)
  later = 2 * hour
  const [heron, , otter] = await listed()
  expect(heron?.status).toBe('online')
  expect(loadedAt + later - Date.parse(heron?.last_heartbeat ?? '')).toBeLessThan(15_000)
  expect(Date.parse(otter?.last_heartbeat ?? '')).toBe(loadedAt - 5.5 * hour)
  later = 0
})

test('a session names its sensor and leads to its packets, and the packets of a sensor are a file', async () => {
  const [heron] = await listed()
  const detail = await json(`/api/workspace/sensors/${heron?.id}`)
  expect(detail['listening']).toContainEqual({ port: 22, transport: 'tcp', protocol: 'ssh' })
  const [session] = detail['latest'] as unknown as { id: string; sensor: string; source_ip: string }[]
  expect(session?.sensor).toBe(heron?.id)
  const packets = await call(`/api/workspace/sessions/${session?.id}/export`)
  const { conversations } = await dissected(new Uint8Array(await packets.arrayBuffer()))
  // Who asks for its head alone, or leaves before it is sent, keeps no place and no file.
  const path = `/api/workspace/sessions/${session?.id}/export`
  for (let asked = 0; asked < 3; asked++) expect((await call(path, { method: 'HEAD' })).status).toBe(200)
  await vi.waitFor(() => expect(inside.limits.counts.inUse('exports')).toBe(0))
  await vi.waitFor(() => expect(readdirSync(join(inside.dataFolder, 'pcaps', 'incoming'))).toEqual([]))
  expect(conversations.map(({ source }) => source.ip)).toEqual([session?.source_ip])

  const asked = {
    from: new Date(loadedAt - 24 * hour).toISOString(),
    to: new Date(loadedAt).toISOString(),
    sensors: [heron?.id],
  }
  const { uuid } = await json('/api/workspace/sensors/pcap', { method: 'POST', body: JSON.stringify(asked) })
  await vi.waitFor(
    async () =>
      expect(await json(`/api/workspace/sensors/pcap/${uuid}`)).toMatchObject({ state: 'completed' }),
    { timeout: 600_000, interval: 200 },
  )
  const file = await call(`/api/workspace/sensors/pcap/${uuid}/file`)
  const all = await dissected(new Uint8Array(await file.arrayBuffer()))
  const own = new Set(sites[0]?.addresses)
  expect(all.conversations.length).toBeGreaterThan(20)
  expect(all.conversations.every(({ destination }) => own.has(destination.ip))).toBe(true)
})

test('another profile is worn at once; a load that is taken up again doubles nothing', async () => {
  const [, kestrel] = await listed()
  const to = { method: 'PUT', body: JSON.stringify({ profile: 'printer' }) }
  const changed = await json(`/api/workspace/sensors/${kestrel?.id}`, to)
  expect(changed['worked_by']).toBe(changed['config_version'])
  expect(changed['listening']).toContainEqual(expect.objectContaining({ port: 9100 }))
  expect(changed['history']).toHaveLength(2)
  const capture = lastDay(loadedAt)[0]!
  const again = await call(`/api/demo/captures/${capture.name}?sensor=demo-1&part=1&parts=3`, {
    method: 'PUT',
    body: Buffer.concat([...capture.bytes()]),
  })
  expect(await again.json()).toMatchObject({ is_repeated: true })
  expect(await listed()).toHaveLength(3)
})

test('removing the demo removes them, and another load has others', async () => {
  const before = await listed()
  expect((await call('/api/demo', { method: 'DELETE' })).status).toBe(200)
  expect(await listed()).toEqual([])
  later = hour
  await loadDemo({ url: inside.url, key: key() }, lastDay)
  await inside.deps.drained()
  const after = await listed()
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(after.map(({ id }) => id)).not.toContain(before[0]?.id)
  expect(Math.max(...after.flatMap(({ trace }) => trace))).toBeGreaterThan(0)
}, 600_000)
