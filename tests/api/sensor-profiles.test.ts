import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'
import { base, ownerOfSensors } from './owner-of-sensors.ts'

/** Profiles of a workspace, and those that are shipped. */

let inside: Inside
const ada = browserAt(() => inside.url)
const { told, begun, come, enrolled } = ownerOfSensors(() => inside.url, ada)

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
})
afterAll(() => inside.close())

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

test('that were removed make no sensor of a token that was made for them', async () => {
  const answer = await ada.json('/api/workspace/profiles', 'POST', made)
  const { id } = (await answer.json()) as { id: string }
  const [{ token, id: install }, shipped] = [await begun(id), await begun('home-router')]
  expect((await ada.ask(`/api/workspace/profiles/${id}`, { method: 'DELETE' })).status).toBe(200)
  const refused = await come(token)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({
      detail: 'The profile of this token was removed: make another token.',
    }),
  ])
  expect(await told(`${base}/installs/${install}`)).toMatchObject({ sensor: null })
  expect((await come(shipped.token)).status).toBe(201)
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
  expect(await checked({ ports: [twice, twice, { ...twice, port: 81, protocol: 'gopher' }] })).toMatchObject({
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
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`n${at}`, 1]))
  const told = (await checked({ ...unknown, ports: [{ ['n'.repeat(10_000)]: 1 }] })) as {
    complaints: object[]
  }
  expect(told.complaints.map((one) => JSON.stringify(one).length < 2100)).not.toContain(false)
  const wrong = await ada.json('/api/workspace/profiles', 'POST', { ...made, ports: [{ port: 0 }] })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('ports.0')])
  expect((await ada.json('/api/workspace/profiles/home-router', 'PUT', made)).status).toBe(404)
  expect((await ada.ask('/api/workspace/profiles/home-router', { method: 'DELETE' })).status).toBe(404)
})
