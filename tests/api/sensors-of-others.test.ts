import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { uuidV7 } from '#store/identifier.ts'
import { type Agent, agentAt, batchOf, beat, enrolling } from '../product/agent.ts'
import { eventually } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** Sensors, profiles, packets and tokens of one workspace, asked for by another that has all rights of its own. */

interface Holder {
  browser: AccountBrowser
  workspace: string
  key: string
  sensor: string
  agent: Agent
  install: string
  profile: string
  pcap: string
  batch: string
}

let inside: Inside
let ada: Holder
let eve: Holder

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  ada = await holder('ada@example.org', '198.18.40.1')
  eve = await holder('eve@example.org', '198.18.40.2')
})
afterAll(() => inside.close())

const made = async <T>(answer: Response): Promise<T> => {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

const draft = {
  name: 'Printer of the hall',
  description: 'A printer.',
  author: 'Somebody',
  tier: 'community',
  categories: ['printer'],
  operating_system: 'its own',
  cves: [],
  ports: [{ port: 9100, transport: 'tcp', protocol: 'http' }],
  credentials: [],
  device: { address: '192.168.1.50' },
}

const packets = '/api/workspace/sensors/pcap'
const wanted = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})

/** Somebody with a sensor that saw `source`, a profile of a device, and a file of packets. */
async function holder(email: string, source: string): Promise<Holder> {
  const browser = browserAt(() => inside.url)
  await makePerson(inside, { email })
  await browser.signIn(email)
  const workspace = (await browser.account()).active_workspace
  const post = async <T>(path: string, body: unknown) => made<T>(await browser.json(path, 'POST', body))
  const { key } = await post<{ key: string }>('/api/workspace/keys', { name: 'all', scopes: ['admin'] })
  const { id: profile } = await post<{ id: string }>('/api/workspace/profiles', draft)
  const install = await post<{ id: string; command: string }>('/api/workspace/sensors/installs', {})
  const token = /nfi_[\w-]{43}/.exec(install.command)?.[0] ?? ''
  const one = await post<{ sensor_id: string; sensor_token: string }>('/api/sensor/enroll', enrolling(token))
  const agent = agentAt(inside.url, one.sensor_token)
  await agent.json('/api/sensor/heartbeat', 'POST', beat())
  const batch = uuidV7(Date.now())
  const seen = connection('GET / HTTP/1.1\r\n\r\n', '', { source, at: Date.now() - 5000 })
  await made(await agent.put(batchOf(seen), { id: batch }))
  // Until what was sent can be asked for.
  const { uuid: pcap } = await eventually(
    async () => (await (await browser.json(packets, 'POST', wanted())).json()) as { uuid?: string },
    ({ uuid }) => uuid !== undefined,
  )
  return {
    browser,
    workspace,
    key,
    sensor: one.sensor_id,
    agent,
    install: install.id,
    profile,
    pcap: pcap ?? '',
    batch,
  }
}

/** As the same answer reads for something that nobody has. */
const asOfNobody = (text: string, id: string): string =>
  text.replaceAll(id, '…').replaceAll(/"request_id":"[^"]*"/g, '')

test('every call that names one is answered as for one that nobody has', async () => {
  const nobody = uuidV7(Date.now())
  const sensors = '/api/workspace/sensors'
  const calls: [method: string, path: (id: string) => string, id: keyof Holder, body?: unknown][] = [
    ['GET', (id) => `${sensors}/${id}`, 'sensor'],
    ['PUT', (id) => `${sensors}/${id}`, 'sensor', { name: 'Mine' }],
    ['DELETE', (id) => `${sensors}/${id}`, 'sensor'],
    ['GET', (id) => `${sensors}/${id}/live?after=0`, 'sensor'],
    ['GET', (id) => `${sensors}/installs/${id}`, 'install'],
    ['GET', (id) => `${packets}/${id}`, 'pcap'],
    ['GET', (id) => `${packets}/${id}/file`, 'pcap'],
    ['POST', (id) => `${packets}/${id}/cancel`, 'pcap', {}],
    ['DELETE', (id) => `${packets}/${id}`, 'pcap'],
    ['GET', (id) => `/api/workspace/profiles/${id}`, 'profile'],
    ['PUT', (id) => `/api/workspace/profiles/${id}`, 'profile', draft],
    ['DELETE', (id) => `/api/workspace/profiles/${id}`, 'profile'],
    ['GET', (id) => `/api/workspace/profiles/image?profile=${id}`, 'profile'],
    ['GET', (id) => `/v1/personas/${id}`, 'profile'],
    ['GET', (id) => `/v1/workspaces/${eve.workspace}/sensors/${id}`, 'sensor'],
    ['PUT', (id) => `/v1/workspaces/${eve.workspace}/sensors/${id}`, 'sensor', { name: 'Mine' }],
    ['DELETE', (id) => `/v1/workspaces/${eve.workspace}/sensors/${id}`, 'sensor'],
    ['GET', (id) => `/v1/workspaces/${id}/sensors`, 'workspace'],
    ['GET', (id) => `/v1/workspaces/${id}/sensors/activity`, 'workspace'],
    ['GET', (id) => `/v1/workspaces/${id}/sensors/bootstrap/script`, 'workspace'],
    ['GET', (id) => `/v1/workspaces/${id}/sensors/unbootstrap/script`, 'workspace'],
    ['GET', (id) => `/v1/personas?workspace=${id}`, 'workspace'],
  ]
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, inside.url), {
      method,
      headers: { key: eve.key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  for (const [method, path, name, body] of calls) {
    const id = String(ada[name])
    const [theirs, noOnes] = [await ask(method, path(id), body), await ask(method, path(nobody), body)]
    expect([method, path('…'), theirs.status]).toEqual([method, path('…'), 404])
    expect(asOfNobody(theirs.text, id)).toBe(asOfNobody(noOnes.text, nobody))
  }
  const kept = await ada.browser.ask(`${sensors}/${ada.sensor}`)
  expect(await kept.json()).toMatchObject({ profile: { id: 'linux-server' }, config_version: 1 })
})

test('nothing of one’s own can be made of theirs', async () => {
  const refused = async (method: string, path: string, body: unknown) =>
    (await eve.browser.json(path, method, body)).status
  const { profile } = ada
  expect(await refused('PUT', `/api/workspace/sensors/${eve.sensor}`, { profile })).toBe(400)
  expect(await refused('POST', '/api/workspace/sensors/installs', { profile })).toBe(400)
  const theirs = { ...wanted(), sensors: [ada.sensor] }
  expect(await refused('POST', packets, theirs)).toBe(404)
  const estimate = await eve.browser.json(`${packets}/estimate`, 'POST', theirs)
  expect(await estimate.json()).toMatchObject({ sessions: 0, captures: 0 })
})

test('lists, exports and activity hold what is one’s own', async () => {
  for (const path of [
    '/api/workspace/sensors',
    '/api/workspace/sensors/map',
    '/api/workspace/sensors/export?file_format=json',
    '/api/workspace/profiles',
    packets,
    `/v1/workspaces/${eve.workspace}/sensors`,
    `/v1/workspaces/${eve.workspace}/sensors/activity`,
    '/v1/personas',
  ]) {
    const answer = await fetch(new URL(path, inside.url), { headers: { key: eve.key } })
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    for (const id of [ada.sensor, ada.profile, ada.pcap, ada.workspace, '198.18.40.1'])
      expect([path, text.includes(id)]).toEqual([path, false])
  }
})

test('a sensor learns nothing of the batches of another, and its token opens nothing else', async () => {
  expect((await eve.agent.get(`/api/sensor/batches/${ada.batch}`)).status).toBe(404)
  expect((await ada.agent.get(`/api/sensor/batches/${ada.batch}`)).status).toBe(200)
  // The same name is another batch.
  const seen = connection('GET /2 HTTP/1.1\r\n\r\n', '', { source: '198.18.40.3', at: Date.now() - 5000 })
  expect(await made(await eve.agent.put(batchOf(seen), { id: ada.batch }))).toMatchObject({
    sessions: 1,
    is_repeated: false,
  })
  for (const path of ['/api/workspace/sensors', packets, '/v1/personas', '/api/sensor/transporter/next'])
    expect([path, (await eve.agent.get(path)).status]).toEqual([path, 401])
})
