import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#services/sign-in/password.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { commandLine, localKeyOf } from '../product/command-line.ts'
import { inviteIn } from '../product/outbox.ts'
import { browserAt, mailTo, ownerEmail, ownerToken, password } from './account-browser.ts'

/** Workspaces over HTTP: their keys and logs, and what the operator does with accounts. Who comes to one: invitations.test.ts. */

let inside: Inside
const browser = () => browserAt(() => inside.url)
const lastMail = (to: string) => mailTo(inside, to)

/** The owner of the first workspace, signed in; somebody else has a workspace of their own. */
const owner = browser()

beforeAll(async () => {
  inside = await openInside()
  const token = await ownerToken(inside)
  const made = { invite: token, email: ownerEmail, password, first_name: 'Ada', last_name: 'L' }
  expect((await owner.json('/api/auth/signup', 'POST', made)).status).toBe(200)
  await inside.deps.installation.accounts.create({
    email: 'new@example.org',
    emailVerified: true,
    password: await hashPassword('another quiet sentence'),
    profile: {},
    offering: 'enterprise',
    into: { newWorkspace: 'Of their own', publish: false },
    now: Date.now(),
  })
})
afterAll(() => inside.close())

describe('workspaces', () => {
  test('are switched to by members alone, and each has its own key', async () => {
    const local = (await owner.account()).active_workspace
    const made = (await (await owner.json('/api/user/workspaces', 'POST', { name: 'Second' })).json()) as {
      id: string
    }
    expect((await owner.account()).active_workspace).toBe(made.id)
    const rotated = async () =>
      ((await (await owner.json('/api/workspace/key', 'PUT', {})).json()) as { key: string }).key
    const key = await rotated()
    const pinged = (secret: string) => fetch(new URL('/ping', inside.url), { headers: { key: secret } })
    expect((await pinged(key)).status).toBe(200)
    expect((await owner.account()).workspaces.find(({ id }) => id === made.id)?.key).toBe(
      `nf_••••${key.slice(-4)}`,
    )
    expect((await owner.json('/api/user', 'PUT', { active_workspace: local })).status).toBe(200)
    const [there, nowhere] = [
      await owner.ask(`/api/workspace/key?active_workspace=${made.id}`),
      await owner.ask('/api/workspace/key?active_workspace=nobody'),
    ]
    expect([there.status, nowhere.status]).toEqual([404, 404])
    const other = browser()
    await other.signIn('new@example.org', 'another quiet sentence')
    for (const id of [local, made.id, 'nobody'])
      expect((await other.json('/api/user', 'PUT', { active_workspace: id })).status).toBe(404)
  })

  test('are written to by a page that shows another one by no call, and by the one that it shows', async () => {
    const shown = (await owner.account()).active_workspace
    const made = (await (await owner.json('/api/user/workspaces', 'POST', { name: 'Third' })).json()) as {
      id: string
    }
    const state = async () =>
      JSON.stringify([
        await owner.account(),
        await (await owner.ask('/api/workspace/members')).json(),
        await (await owner.ask('/api/workspace/keys')).json(),
        await (await owner.ask('/api/workspace/key')).json(),
      ])
    const before = await state()
    const id = '00000000-0000-7000-8000-000000000000'
    const calls: [path: string, method: string, body?: object][] = [
      ['/api/workspace', 'PUT', { name: 'Taken for the other' }],
      ['/api/workspace', 'DELETE'],
      ['/api/workspace/restore', 'POST', {}],
      ['/api/workspace/key', 'PUT', {}],
      ['/api/workspace/keys', 'POST', { name: 'Sensor', scopes: ['read'] }],
      [`/api/workspace/keys/${id}`, 'DELETE'],
      [`/api/workspace/members/${id}`, 'DELETE'],
      ['/api/workspace/owner', 'PUT', { user: id }],
      ['/api/workspace/invites', 'POST', { email: 'third@elsewhere.example' }],
      [`/api/workspace/invites/${id}`, 'DELETE'],
    ]
    const asked = async ([path, method, body]: (typeof calls)[number], workspace: string) => {
      const answer = await owner.ask(`${path}?active_workspace=${workspace}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return { status: answer.status, said: ((await answer.json()) as { message?: string }).message }
    }
    for (const call of calls)
      for (const workspace of [shown, 'nobody'])
        expect([call, await asked(call, workspace)]).toEqual([
          call,
          { status: 404, said: 'There is no such workspace.' },
        ])
    const rotated = (workspace: string) =>
      owner.json('/api/workspace/key', 'PUT', { active_workspace: workspace, overlap_days: 7 })
    for (const workspace of [shown, 'nobody']) expect((await rotated(workspace)).status).toBe(404)
    expect(await state()).toBe(before)
    expect((await rotated(made.id)).status).toBe(200)
    // Of the one it shows the same calls are done, or refused for reasons of their own.
    for (const call of calls)
      expect((await asked(call, made.id)).said).not.toBe('There is no such workspace.')
    expect(await state()).not.toBe(before)
    await owner.json('/api/user', 'PUT', { active_workspace: shown })
  })

  test('have a key that is told once, and an old one works as long as was chosen', async () => {
    const rotate = async (overlap: number) =>
      (
        (await (await owner.json('/api/workspace/key', 'PUT', { overlap_days: overlap })).json()) as {
          key: string
        }
      ).key
    const works = async (key: string) =>
      (await fetch(new URL('/ping', inside.url), { headers: { key } })).status === 200
    const first = await rotate(0)
    const second = await rotate(7)
    const text = JSON.stringify(await (await owner.ask('/api/workspace/key')).json())
    expect(text).not.toContain(first)
    expect(text).not.toContain(second)
    expect([await works(first), await works(second)]).toEqual([true, true])
    const third = await rotate(0)
    expect([await works(first), await works(second), await works(third)]).toEqual([false, false, true])
    expect((await owner.json('/api/workspace/key', 'PUT', { overlap_days: 8 })).status).toBe(400)
  })

  test('keep a log of who changed what, without a secret', async () => {
    await owner.json('/api/workspace/invites', 'POST', { email: 'guest@elsewhere.example' })
    const { changes } = (await (await owner.ask('/api/workspace/changes')).json()) as {
      changes: { act: string }[]
    }
    expect(changes.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['workspace.key', 'workspace.invite', 'workspace.join']),
    )
    expect(JSON.stringify(changes)).not.toMatch(/nf_[\w-]{20}|argon2/)
  })
})

describe('the log of a workspace', () => {
  test('tells nothing of the other workspaces of its members', async () => {
    const local = (await owner.account()).active_workspace
    const made = (await (
      await owner.json('/api/user/workspaces', 'POST', { name: 'Only between us' })
    ).json()) as { id: string }
    const told = async () => JSON.stringify(await (await owner.ask('/api/workspace/changes')).json())
    expect(await told()).toContain('Only between us')
    await owner.json('/api/user', 'PUT', { active_workspace: local })
    expect(await told()).not.toMatch(new RegExp(`Only between us|${made.id}`))
    await owner.json('/api/user', 'PUT', { active_workspace: made.id })
    expect(await told()).not.toContain(local)
    await owner.json('/api/user', 'PUT', { active_workspace: local })
  })

  test('tells a sign-in where somebody arrives, and not to those who removed them', async () => {
    const other = browser()
    await other.signIn('new@example.org', 'another quiet sentence')
    await owner.json('/api/workspace/invites', 'POST', { email: 'new@example.org' })
    const invite = inviteIn(await lastMail('new@example.org'))
    expect((await other.json(`/api/user/invites/${invite}`, 'PUT')).status).toBe(200)
    const { user } = await other.account()
    expect((await owner.json(`/api/workspace/members/${user.user_id}`, 'DELETE')).status).toBe(200)
    await other.signIn('new@example.org', 'another quiet sentence')
    const newest = async (of: typeof owner) =>
      ((await (await of.ask('/api/workspace/changes')).json()) as { changes: { act: string }[] }).changes[0]
        ?.act
    expect([await newest(owner), await newest(other)]).toEqual(['workspace.member.remove', 'user.sign-in'])
  })
})

describe('the operator', () => {
  const { run } = commandLine(() => inside)

  test('lists accounts, adds one by a link, and changes what it has, by the command line', async () => {
    expect(await run('user', 'list')).toMatch(/^owner@example\.org +Ada L +enterprise$/m)
    const link =
      /\/signup\/invite\/([\w-]+)\/accept/.exec(await run('user', 'add', 'carol@example.org'))?.[1] ?? ''
    const carol = browser()
    const made = { invite: link, email: 'carol@example.org', password, first_name: 'Carol', last_name: 'C' }
    expect((await carol.json('/api/auth/signup', 'POST', made)).status).toBe(200)
    expect((await carol.account()).workspaces).toMatchObject([{ name: 'Local', is_owner: false }])
    const offering = async () => (await carol.account()).user.offering
    expect(await offering()).toBe('enterprise')
    await run('user', 'set', 'carol@example.org', '--offering', 'vip')
    expect(await offering()).toBe('vip')
    await run('user', 'set', 'carol@example.org', '--expires', '2020-01-01')
    expect(await offering()).toBe('community')
    await run('user', 'set', 'carol@example.org', '--trial', '2099-01-01')
    expect(await offering()).toBe('enterprise')
    expect(await run('user', 'list')).toContain('(trial of enterprise until 2099-01-01)')
    for (const words of [['user'], ['user', 'add'], ['user', 'list', 'x'], ['user', 'drop', 'x']])
      await expect(run(...words)).rejects.toMatchObject({ code: 2 })
    await expect(run('user', 'set', 'nobody@example.org', '--offering', 'vip')).rejects.toMatchObject({
      code: 3,
    })
    await expect(run('user', 'set', 'carol@example.org', '--offering', 'gold')).rejects.toMatchObject({
      code: 3,
    })
  })

  test('is nobody who has another workspace', async () => {
    const other = browser()
    await other.signIn('new@example.org', 'another quiet sentence')
    for (const asked of [other.ask('/api/operator/users'), browser().ask('/api/operator/users')])
      expect([401, 403]).toContain((await asked).status)
    expect(
      (await other.json('/api/operator/users', 'PUT', { email: ownerEmail, offering: 'vip' })).status,
    ).toBe(403)
  })

  test('and every key are told whose account and workspace they act for', async () => {
    const answer = await fetch(new URL('/v1/account', inside.url), {
      headers: { key: await localKeyOf(inside) },
    })
    const { user, active_workspace: workspace } = await owner.account()
    expect(await answer.json()).toEqual({ user_id: user.user_id, workspace_id: workspace })
  })
})

describe('an account', () => {
  test('that owns a workspace with others in it is not deleted', async () => {
    await owner.signIn(ownerEmail)
    expect((await owner.ask('/api/user', { method: 'DELETE' })).status).toBe(409)
  })
})
