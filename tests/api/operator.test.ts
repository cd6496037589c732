import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCtxFor } from '#services/context.ts'
import { listKeys } from '#services/operator/keys.ts'
import { listWorkspaces } from '#services/operator/workspaces.ts'
import { workspaceScope } from '#services/scope.ts'
import { installation } from '#store/app/installation.ts'
import { ownKeyChanges } from '#store/app/key-changes.ts'
import { ownSensorChanges } from '#store/app/sensors/changes.ts'
import { nodeSqliteDialect } from '#store/app/sqlite-dialect.ts'
import type { Tables } from '#store/app/tables.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { commandLine, localKeyOf } from '../product/command-line.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, makeOwner, makePerson, ownerEmail } from './account-browser.ts'

/** What the operator does for workspaces, keys and accounts by the command line, and the log of it. */

let inside: Inside
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-operator-'))
const browser = () => browserAt(() => inside.url)
const owner = browser()
const bob = browser()
const bobEmail = 'bob@example.org'

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(
    PLANS_FILE,
    'offerings: { vip: { searchesPerWeek: 7, entitlements: [feature-api], limits: { feature-feeds: 5 }, fileUploadSize: { ipAnalysis: 20 } } }\nconsumerDomains: [mail.example]\n',
  )
  inside = await openInside({ PLANS_FILE })
  await makeOwner(owner, inside)
  await makePerson(inside, { email: bobEmail, into: { newWorkspace: 'Of Bob', publish: false } })
  await bob.signIn(bobEmail)
  const sent = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    headers: { key: await localKeyOf(inside) },
    body: new Uint8Array(captureOf([webVisit('198.18.4.1', { uri: '/' }, Date.now() - 1000)])),
  })
  expect(sent.status).toBe(200)
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

const { run, listed } = commandLine(() => inside)

/** Somebody new in a workspace of others. */
const joined = (email: string, workspace: string) =>
  makePerson(inside, { email, into: { workspace, isOwner: false } })

test('workspaces are listed, renamed and given another owner among their members', async () => {
  const { workspaces } = await listed<{ workspaces: { id: string; name: string; owner: string }[] }>(
    'workspace',
    'list',
  )
  expect(workspaces).toMatchObject([
    { name: 'Local', owner: ownerEmail, members: 1, keys: 1, captures: 1, publish: true },
    { name: 'Of Bob', owner: bobEmail, members: 1, keys: 0, captures: 0, publish: false },
  ])
  const id = workspaces[1]?.id ?? ''
  await run('workspace', 'rename', id, 'Bob’s', 'own')
  expect(await run('workspace', 'list')).toContain('Bob’s own')
  await expect(run('workspace', 'owner', id, ownerEmail)).rejects.toMatchObject({ code: 3 })
  await expect(run('workspace', 'rename', 'nothing', 'x')).rejects.toMatchObject({ code: 3 })
  await expect(run('workspace', 'rename', id)).rejects.toMatchObject({ code: 2 })
  await joined('carol@example.org', id)
  expect(await run('workspace', 'list')).toMatch(/Bob’s own +owner bob@example\.org +members 2/)
  // Of two changes asked for at once both are made, or none.
  const both = { name: 'Of nobody', owner: ownerEmail }
  expect((await owner.json(`/api/operator/workspaces/${id}`, 'PUT', both)).status).toBe(404)
  expect(await run('workspace', 'list')).toContain('Bob’s own')
  await run('workspace', 'owner', id, 'CAROL@example.org')
  expect(await run('workspace', 'list')).toMatch(/Bob’s own +owner carol@example\.org +members 2/)
  await run('workspace', 'owner', id, bobEmail)
})

test('a workspace that was removed is none any more', async () => {
  const { installation } = inside.deps
  const now = Date.now()
  const { id } = await installation.workspaces.create({ name: 'Gone', publish: false, now })
  await installation.workspace(id).removal.ask({ due: now, askedBy: '' })
  expect(await run('workspace', 'list')).toContain('Gone')
  await installation.workspaces.removeDue(now)
  expect(await run('workspace', 'list')).not.toContain('Gone')
  await expect(run('workspace', 'rename', id, 'Back')).rejects.toMatchObject({ code: 3 })
})

test('what the operator does to a workspace stands in the log of that workspace', async () => {
  const answer = await bob.json('/api/workspace/keys', 'POST', { name: 'Rome', scopes: ['read'] })
  const { key } = (await answer.json()) as { key: string }
  const { keys } = await listed<{ keys: { id: string; name: string }[] }>('key', 'list')
  await run('key', 'revoke', keys.find(({ name }) => name === 'Rome')?.id ?? '')
  const { changes } = (await (await bob.ask('/api/workspace/changes')).json()) as {
    changes: { act: string; actor: string; before: string; after: string }[]
  }
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ act: 'workspace.rename', before: 'Of Bob', after: 'Bob’s own' }),
      expect.objectContaining({ act: 'workspace.owner', before: bobEmail, after: 'carol@example.org' }),
      expect.objectContaining({ act: 'key.revoke', before: `Rome nf_••••${key.slice(-4)}` }),
    ]),
  )
  expect(changes.find(({ act }) => act === 'key.revoke')?.actor).toMatch(/^key /)
})

test('an account that owns a workspace with others in it is not removed, and the log does not say it was', async () => {
  await expect(run('user', 'remove', bobEmail)).rejects.toMatchObject({ code: 3 })
  expect(await run('audit')).not.toContain('user.remove')
  await run('user', 'remove', 'carol@example.org')
  expect(await run('audit')).toMatch(/user\.remove +user \S+: carol@example\.org/)
})

test('keys are listed masked and ended, but for the server’s own', async () => {
  const answer = await bob.json('/api/workspace/keys', 'POST', { name: 'Oslo', scopes: ['ingest'] })
  const { key } = (await answer.json()) as { key: string }
  const works = async () => (await fetch(new URL('/ping', inside.url), { headers: { key } })).status === 200
  expect(await works()).toBe(true)
  const { keys } = await listed<{ keys: { id: string; name: string; masked: string }[] }>('key', 'list')
  const found = keys.find(({ name }) => name === 'Oslo')
  expect(found?.masked).toBe(`nf_••••${key.slice(-4)}`)
  expect(await run('key', 'list')).not.toContain(key)
  const { active_workspace: workspace } = await bob.account()
  const day = '\\d{4}-\\d\\d-\\d\\d'
  const ofBob = await run('key', 'list', workspace)
  expect(ofBob).toMatch(
    new RegExp(`Oslo  ingest  workspace ${workspace}  made ${day} by bob@example\\.org  used ${day}$`, 'm'),
  )
  expect(ofBob).not.toContain('the server')
  expect(await run('key', 'list')).toMatch(/the server's own .* by the server /)
  for (const nothing of ['nothing', '%'])
    await expect(run('key', 'list', nothing)).rejects.toMatchObject({ code: 3 })
  await run('key', 'revoke', found?.id ?? '')
  expect(await works()).toBe(false)
  await expect(run('key', 'revoke', found?.id ?? '')).rejects.toMatchObject({ code: 3 })
  const own = keys.find(({ name }) => name === '')
  await expect(run('key', 'revoke', own?.id ?? '')).rejects.toMatchObject({ code: 3 })
})

test('workspaces and keys are listed with as many statements, however many there are', async () => {
  const { deps } = inside
  const statements: string[] = []
  await using counted = new Kysely<Tables>({
    dialect: nodeSqliteDialect(join(inside.dataFolder, 'noisefloor.db')),
    log: ({ query }) => void statements.push(query.sql),
  })
  const [local] = await deps.installation.workspaces.list()
  const scope = workspaceScope(
    { workspace: local?.id ?? '', keyId: 'k', publish: true, isServers: true },
    deps.plans.own,
  )
  const ctx = writeCtxFor(
    { ...deps, installation: installation(counted, { keys: ownKeyChanges(), sensors: ownSensorChanges() }) },
    { scope },
  )
  const asked = async () => {
    statements.length = 0
    const workspaces = await listWorkspaces(ctx)
    const before = statements.length
    const keys = await listKeys(ctx, {})
    return { workspaces, keys, statements: [before, statements.length - before] }
  }
  const few = await asked()
  for (let at = 0; at < 5; at += 1) {
    const email = `owner${at}@example.org`
    await makePerson(inside, { email, into: { newWorkspace: `Many ${at}`, publish: false } })
    const workspace = (await deps.installation.workspaces.list()).at(-1)?.id ?? ''
    const user = await deps.installation.accounts.ownerOf(workspace)
    const named = {
      name: 'Lima',
      scopes: ['read'],
      madeBy: user?.id ?? '',
      now: deps.clock(),
      expires: null,
    } as const
    await deps.installation.workspace(workspace).keys.add(named)
  }
  const many = await asked()
  expect(many.statements).toEqual(few.statements)
  expect(many.workspaces.slice(-5)).toMatchObject(
    [0, 1, 2, 3, 4].map((at) => ({
      name: `Many ${at}`,
      owner: `owner${at}@example.org`,
      members: 1,
      keys: 1,
    })),
  )
  expect(many.keys.slice(-5)).toMatchObject(
    [0, 1, 2, 3, 4].map((at) => ({ name: 'Lima', madeBy: `owner${at}@example.org` })),
  )
})

test('none of it is a member’s, nor a key’s that members share', async () => {
  const { active_workspace: workspace } = await owner.account()
  const member = browser()
  await joined('member@example.org', workspace)
  await member.signIn('member@example.org')
  const shared = (await (await member.json('/api/workspace/key', 'PUT')).json()) as { key: string }
  const named = (await (
    await member.json('/api/workspace/keys', 'POST', { name: 'all', scopes: ['admin'] })
  ).json()) as { key: string }
  const { user } = await owner.account()
  const calls = [
    ['GET', '/api/operator/users'],
    ['GET', '/api/operator/changes'],
    ['POST', `/api/operator/users/${user.user_id}/reset`],
    ['DELETE', `/api/operator/users/${user.user_id}`],
    ['GET', '/api/operator/keys'],
  ] as const
  for (const [method, path] of calls) {
    const body = method === 'POST' ? { body: '{}' } : {}
    expect([path, (await member.ask(path, { method, ...body })).status]).toEqual([path, 403])
    for (const { key } of [shared, named])
      expect([
        path,
        (await fetch(new URL(path, inside.url), { method, headers: { key }, ...body })).status,
      ]).toEqual([path, 403])
  }
})

describe('an account', () => {
  test('is helped back in by a link, signed out everywhere, and deleted', async () => {
    const token = /token=([\w-]+)/.exec(await run('user', 'reset', bobEmail.toUpperCase()))?.[1] ?? ''
    const chosen = 'another quiet sentence'
    const fresh = browser()
    const answer = await fresh.json('/api/auth/reset-password', 'POST', { token, password: chosen })
    expect(answer.status).toBe(200)
    // The reset ended what was signed in before.
    expect([await bob.status(), await fresh.status()]).toEqual(['unauthenticated', 'authenticated'])
    await run('user', 'sign-out', bobEmail)
    expect(await fresh.status()).toBe('unauthenticated')
    expect((await bob.signIn(bobEmail, chosen)).status).toBe(200)
    await run('user', 'remove', bobEmail)
    expect(await bob.status()).toBe('unauthenticated')
    expect((await bob.signIn(bobEmail, chosen)).status).toBe(401)
    for (const act of ['remove', 'reset', 'sign-out'])
      await expect(run('user', act, bobEmail)).rejects.toMatchObject({ code: 3 })
  })
})

describe('the log', () => {
  test('holds every act of the operator, as NDJSON into a file of its owner alone, without a secret', async () => {
    const out = join(folder, 'changes.ndjson')
    await run('audit', '--out', out)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const rows = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; at: string; act: string })
    expect(rows.map(({ act }) => act)).toEqual(
      expect.arrayContaining([
        'workspace.rename',
        'workspace.key',
        'key.revoke',
        'user.reset',
        'user.sign-out',
        'user.remove',
      ]),
    )
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted())
    expect(readFileSync(out, 'utf8')).not.toMatch(/nf_[\w-]{20}|argon2|token=/)
    const last = rows.at(-1)?.at ?? ''
    expect((await run('audit', '--since', last, '--json')).trim().split('\n').length).toBeLessThan(
      rows.length,
    )
    expect(await run('audit', '--workspace', 'nothing')).toBe('')
    await expect(run('audit', '--since', 'yesterday')).rejects.toMatchObject({ code: 3 })
  })

  test('of a workspace is its members’ to keep, and longer than a page of it', async () => {
    const { accounts } = inside.deps.installation
    const { active_workspace: workspace } = await owner.account()
    const change = { actor: 'x', act: 'x', subject: '', before: '', after: '', address: '', at: Date.now() }
    for (let count = 0; count < 1200; count += 1) await accounts.record({ ...change, workspace })
    await accounts.record({ ...change, workspace: 'another', act: 'theirs' })
    const answer = await owner.ask('/api/workspace/changes/export')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const text = await answer.text()
    expect(text).not.toContain('theirs')
    const ids = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids.length).toBeGreaterThan(1200)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await browser().ask('/api/workspace/changes/export')).status).toBe(401)
    expect((await browser().ask('/api/operator/changes')).status).toBe(401)
    expect((await owner.ask('/api/operator/changes')).status).toBe(200)
  })
})
