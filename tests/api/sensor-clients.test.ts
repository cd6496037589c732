import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '#packet/testing/exchange.ts'
import { batchOf, beat } from '../product/agent.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'
import { base, ownerOfSensors } from './owner-of-sensors.ts'

/** Sensors in the shapes of existing clients. */

let inside: Inside
let workspace: string
const ada = browserAt(() => inside.url)
const { enrolled } = ownerOfSensors(() => inside.url, ada)

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
  workspace = (await ada.account()).active_workspace
})
afterAll(() => inside.close())

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
