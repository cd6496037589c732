import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { browserAt, mailTo, makeOwner, makePerson, password } from './account-browser.ts'

/** Named keys with scopes, and the deletion of a workspace, over HTTP with the clock moved. */

let inside: Inside
const clock = { ahead: 0 }
const browser = () => browserAt(() => inside.url)
const owner = browser()
const other = browser()
const day = 86_400_000

beforeAll(async () => {
  inside = await openInside({}, {}, () => Date.now() + clock.ahead)
  await makeOwner(owner, inside)
  await makePerson(inside, { email: 'new@example.org' })
  await other.signIn('new@example.org')
})
afterAll(() => inside.close())

const make = async (of: { name: string; scopes: string[]; expires_days?: number }, who = owner) => {
  const answer = await who.json('/api/workspace/keys', 'POST', of)
  return { status: answer.status, key: ((await answer.json()) as { key?: string }).key ?? '' }
}
const keys = async (who = owner) =>
  ((await (await who.ask('/api/workspace/keys')).json()) as { keys: { id: string; name: string }[] }).keys
const by = async (key: string, path: string, init: RequestInit = {}) =>
  (await fetch(new URL(path, inside.url), { ...init, headers: { key } })).status
const upload = (key: string) => {
  const body = captureOf([webVisit('198.18.7.7', { uri: '/named' }, Date.now() - 1000)])
  return by(key, '/api/ingest/captures?name=named.pcap', { method: 'POST', body: new Uint8Array(body) })
}

describe('a named key', () => {
  test('does what its scopes say, and nothing besides', async () => {
    const [read, ingest, both, admin] = [
      await make({ name: 'read', scopes: ['read'] }),
      await make({ name: 'ingest', scopes: ['ingest'] }),
      await make({ name: 'both', scopes: ['ingest', 'read'] }),
      await make({ name: 'admin', scopes: ['admin'] }),
    ].map(({ key }) => key) as [string, string, string, string]
    const tried: [key: string, [ping: number, stats: number, upload: number, sources: number]][] = [
      [read, [200, 200, 403, 403]],
      [ingest, [200, 403, 200, 403]],
      [both, [200, 200, 200, 403]],
    ]
    for (const [key, expected] of tried)
      expect([
        await by(key, '/ping'),
        await by(key, '/v3/gnql/stats?query=port:80'),
        await upload(key),
        await by(key, '/api/sources/asn', { method: 'DELETE' }),
      ]).toEqual(expected)
    expect(await by(admin, '/v3/gnql/stats?query=port:80')).toBe(200)
    // Every account is not the workspace's.
    expect(await by(admin, '/api/operator/users')).toBe(403)
    expect(await by(both, '/api/operator/users')).toBe(403)
    // No key is a person: it makes no keys and invites nobody.
    for (const key of [read, both, admin]) expect(await by(key, '/api/workspace/keys')).toBe(401)
    expect((await keys()).map(({ name }) => name)).toEqual(['admin', 'both', 'ingest', 'read'])
  })

  test('has a name of its own, some scope and an end that is kept', async () => {
    for (const [of, status] of [
      [{ name: 'read', scopes: ['read'] }, 409],
      [{ name: 'workspace', scopes: ['read'] }, 409],
      [{ name: ' ', scopes: ['read'] }, 400],
      [{ name: 'none', scopes: [] }, 400],
      [{ name: 'none', scopes: ['everything'] }, 400],
      [{ name: 'none', scopes: ['read'], expires_days: 0 }, 400],
      [{ name: 'none', scopes: ['read'], expires_days: 1e9 }, 400],
    ] as const)
      expect([of, (await make({ ...of, scopes: [...of.scopes] })).status]).toEqual([of, status])
    const { key } = await make({ name: 'short', scopes: ['read'], expires_days: 1 })
    expect(await by(key, '/ping')).toBe(200)
    clock.ahead += day - 60_000
    expect(await by(key, '/ping')).toBe(200)
    clock.ahead += 120_000
    expect(await by(key, '/ping')).toBe(401)
  })

  test('is removed at once, by members of its workspace alone', async () => {
    const { key } = await make({ name: 'gone', scopes: ['read'] })
    const id = (await keys()).find(({ name }) => name === 'gone')?.id ?? ''
    const answers = [
      await other.json(`/api/workspace/keys/${id}`, 'DELETE'),
      await other.json('/api/workspace/keys/nothing', 'DELETE'),
    ]
    const told = await Promise.all(
      answers.map(async (one) => [one.status, ((await one.json()) as { message: string }).message]),
    )
    expect(told[0]).toEqual(told[1])
    expect(await keys(other)).toEqual([])
    expect(await by(key, '/ping')).toBe(200)
    expect((await owner.json(`/api/workspace/keys/${id}`, 'DELETE')).status).toBe(200)
    expect(await by(key, '/ping')).toBe(401)
    expect((await owner.json(`/api/workspace/keys/${id}`, 'DELETE')).status).toBe(404)
    // The server's own key is none of them.
    const [local] = await inside.deps.installation.workspaces.list()
    for (const { id: each, name } of await inside.deps.installation
      .workspace(local?.id ?? '')
      .keys.list(Date.now() + clock.ahead))
      if (name === '') expect((await owner.json(`/api/workspace/keys/${each}`, 'DELETE')).status).toBe(404)
  })
})

test('a key that is removed ends at once for a program that asks on over one connection', async () => {
  const { key } = await make({ name: 'asks on', scopes: ['read'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  const ask = async (ip: string): Promise<number | undefined> => {
    const asked = request(new URL(`/v3/ip/${ip}`, inside.url), { agent, headers: { key } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    sockets.add(answer.socket)
    await answer.resume().toArray()
    return answer.statusCode
  }
  const unseen = [1, 2, 3].map((at) => `203.0.113.${at}`)
  for (const ip of unseen) expect([ip, await ask(ip)]).toEqual([ip, 404])
  const id = (await keys()).find(({ name }) => name === 'asks on')?.id ?? ''
  expect((await owner.json(`/api/workspace/keys/${id}`, 'DELETE')).status).toBe(200)
  for (const ip of unseen) expect([ip, await ask(ip)]).toEqual([ip, 401])
  expect(sockets.size).toBe(1)
  agent.destroy()
})

describe('deleting a workspace', () => {
  const remove = (who = owner) => who.ask('/api/workspace', { method: 'DELETE' })
  const job = () => inside.deps.installation.workspaces.removeDue(Date.now() + clock.ahead)

  test('is its owner’s, after a fresh proof, and neither of the server’s own nor of one’s only one', async () => {
    await other.json('/api/user/proof', 'POST', { current_password: password })
    expect((await remove(other)).status).toBe(409)
    expect((await remove()).status).toBe(403)
    await owner.json('/api/user/proof', 'POST', { current_password: password })
    expect((await remove()).status).toBe(409)
  })

  test('waits seven days, can be undone until then, and ends keys and memberships after', async () => {
    expect((await owner.json('/api/user/workspaces', 'POST', { name: 'Short-lived' })).status).toBe(200)
    await owner.json('/api/workspace/invites', 'POST', { email: 'new@example.org' })
    const token =
      /\/signup\/invite\/([\w-]+)\/accept/.exec(await mailTo(inside, 'new@example.org'))?.[1] ?? ''
    expect((await other.json(`/api/user/invites/${token}`, 'PUT')).status).toBe(200)
    const { key } = await make({ name: 'its', scopes: ['read'] })
    const { active_workspace: id } = await owner.account()
    await other.json('/api/user', 'PUT', { active_workspace: id })
    await other.json('/api/user/proof', 'POST', { current_password: password })
    expect((await remove(other)).status).toBe(403)
    await owner.json('/api/user/proof', 'POST', { current_password: password })
    const { due } = (await (await remove()).json()) as { due: number }
    expect(Math.abs(due - Date.now() - clock.ahead - 7 * day)).toBeLessThan(60_000)
    expect(await mailTo(inside, 'new@example.org')).toContain('Ada L deletes the workspace "Short-lived"')
    expect((await other.json('/api/workspace/restore', 'POST')).status).toBe(403)
    clock.ahead += 7 * day - 60_000
    expect(await job()).toEqual([])
    expect((await owner.json('/api/workspace/restore', 'POST')).status).toBe(200)
    expect((await owner.json('/api/workspace/restore', 'POST')).status).toBe(404)
    clock.ahead += 120_000
    expect(await job()).toEqual([])
    expect(await by(key, '/ping')).toBe(200)
    await owner.json('/api/user/proof', 'POST', { current_password: password })
    await remove()
    clock.ahead += 7 * day
    expect(await Promise.all([job(), job()]).then((both) => both.flat())).toEqual([id])
    expect(await by(key, '/ping')).toBe(401)
    const left = await owner.account()
    expect(left.workspaces.map(({ name }) => name)).toEqual(['Local'])
    expect((await owner.json('/api/user', 'PUT', { active_workspace: id })).status).toBe(404)
    // Nobody looked by it for fourteen days: the sign-in is over.
    expect(await other.status()).toBe('unauthenticated')
    await other.signIn('new@example.org')
    expect((await other.account()).workspaces.map(({ name }) => name)).toEqual(['Of their own'])
  })
})
