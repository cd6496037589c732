import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Capture,
  capturesSince,
  enterCapture,
  getCapture,
  listCaptures,
  removeCaptures,
  replaceCapture,
  setCaptureKind,
} from './captures.ts'
import { enqueueTask } from './tasks.ts'
import { customRules, customRuleVersions } from './custom-rules.ts'
import { createKey, findKey, removeKey } from './keys.ts'
import { type AppStore, openAppStore } from './open.ts'
import { getSetting, putSetting } from './settings.ts'
import { testDatabases } from './testing.ts'
import { createWorkspace, getWorkspace, listWorkspaces } from './workspaces.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = 1_700_000_000_000

const capture = (workspace: string, id: string, changes: Partial<Capture> = {}): Capture => ({
  id,
  workspace,
  name: 'a.pcap',
  sha256: '00',
  bytes: 5_000_000_000,
  shiftMs: -3_000_000_000,
  sessions: 7,
  report: { packets: 3, skipped: [{ reason: 'x' }] },
  origin: 'live',
  vantage: 'sensor',
  created: now,
  batch: `batch of ${id}`,
  sensor: 'capture',
  published: true,
  days: { 'live 2026-03-15': 7 },
  refused: [{ reason: 'no-time', count: 1 }],
  ...changes,
})

/** The tables as they were before migration 008. */
async function withoutAccounts({ schema }: AppStore['db']): Promise<void> {
  for (const table of [
    'sensor_batches',
    'sensor_changes',
    'sensor_health',
    'sensors',
    'sensor_profiles',
    'install_tokens',
    'analyses',
    'pcaps',
    'removed_packets',
    'operator_answers',
    'disputes',
    'recent_searches',
    'saved_queries',
    'used_tokens',
    'failed_attempts',
    'provider_tokens',
    'workspace_removals',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'identities',
    'search_requests',
    'search_usage',
    'audit_log',
    'mailed_tokens',
    'invites',
    'sign_ins',
    'members',
    'users',
  ])
    await schema.dropTable(table).execute()
  for (const column of ['name', 'tail', 'made_by', 'expires'])
    await schema.alterTable('api_keys').dropColumn(column).execute()
}

describe.each(places)('application state on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }

  test('opening twice migrates once and keeps everything', async () => {
    const at = await place()
    const first = await openAppStore(at)
    const made = await createWorkspace(first.db, { name: 'Ünïcode 😀', publish: false, now })
    await first.close()
    const second = await openAppStore(at)
    expect(await getWorkspace(second.db, made.id)).toEqual(made)
    expect(await getWorkspace(second.db, 'nobody')).toBeNull()
    expect(await listWorkspaces(second.db)).toEqual([made])
    await second.close()
  })

  test('rows of an older release get their checksums when the store is opened', async () => {
    const at = await place()
    const first = await openAppStore(at)
    const { id: workspace } = await createWorkspace(first.db, { name: 'w', publish: true, now })
    const { secret } = await createKey(first.db, { workspace, now })
    for (let id = 0; id < 501; id++) await enterCapture(first.db, capture(workspace, `c${id}`))
    for (const table of ['captures', 'workspaces', 'api_keys'] as const)
      await first.db.schema.alterTable(table).dropColumn('sum').execute()
    for (const table of ['custom_rules', 'custom_rule_versions'] as const)
      await first.db.schema.dropTable(table).execute()
    await first.db.schema.alterTable('jobs').dropColumn('workspace').execute()
    await withoutAccounts(first.db)
    await sql`DELETE FROM kysely_migration WHERE name >= '004-row-sums'`.execute(first.db)
    await first.close()
    const second = await openAppStore(at)
    for (const table of ['captures', 'workspaces', 'api_keys'] as const)
      expect(await second.db.selectFrom(table).select('id').where('sum', 'is', null).execute()).toEqual([])
    expect(await findKey(second.db, secret, now)).toMatchObject({ workspace })
    expect(await getCapture(second.db, 'c500')).toEqual(capture(workspace, 'c500'))
    await second.close()
  })

  test('rules of a workspace are its own, and every change of them is counted', async () => {
    await using store = await opened()
    const [one, other] = [
      (await createWorkspace(store.db, { name: 'one', publish: true, now })).id,
      (await createWorkspace(store.db, { name: 'other', publish: true, now })).id,
    ]
    await customRules(store.db, one).put({ slug: 'b', rule: 'ttl:1' })
    await customRules(store.db, one).put({ slug: 'a', rule: 'ttl:2' })
    await customRules(store.db, one).put({ slug: 'b', rule: 'ttl:3' })
    expect(await customRules(store.db, one).list()).toEqual([
      { slug: 'a', rule: 'ttl:2' },
      { slug: 'b', rule: 'ttl:3' },
    ])
    await customRules(store.db, other).remove('a')
    expect(await customRules(store.db, one).list()).toHaveLength(2)
    expect(await customRuleVersions(store.db)).toEqual(
      new Map([
        [one, 3],
        [other, 1],
      ]),
    )
    await customRules(store.db, one).remove('a')
    expect(await customRuleVersions(store.db, [one])).toEqual(new Map([[one, 4]]))
    expect(await customRuleVersions(store.db, [])).toEqual(new Map())
    expect(await customRules(store.db, one).list()).toEqual([{ slug: 'b', rule: 'ttl:3' }])
  })

  test('tasks of an older release are known as those of the workspace they name', async () => {
    const at = await place()
    const first = await openAppStore(at)
    const payload = { workspace: 'ours', capture: 'a', kind: 'network' }
    await enqueueTask(first.db, { kind: 'capture-kind', payload, now: now - 1 })
    await enqueueTask(first.db, { kind: 'mail', payload: null, now })
    await first.db.schema.alterTable('jobs').dropColumn('workspace').execute()
    await withoutAccounts(first.db)
    await sql`DELETE FROM kysely_migration WHERE name >= '006'`.execute(first.db)
    await first.close()
    const second = await openAppStore(at)
    const { tasks } = second.installation
    const take = { kinds: ['capture-kind', 'mail'], now, leaseMs: 1, limit: 9 }
    expect((await tasks.take(take)).map(({ kind, workspace }) => [kind, workspace])).toEqual([
      ['capture-kind', 'ours'],
      ['mail', ''],
    ])
    await second.close()
  })

  test('a capture whose row is flipped into another valid one is not read', async () => {
    await using store = await opened()
    const { id: workspace } = await createWorkspace(store.db, { name: 'w', publish: true, now })
    await enterCapture(store.db, capture(workspace, 'a'))
    await store.db.updateTable('captures').set({ sessions: 8 }).execute()
    expect(await getCapture(store.db, 'a')).toBeNull()
    // What it was taken at can still be said, and does not hide the damage.
    expect(await setCaptureKind(store.db, { id: 'a', workspace, vantage: 'network' })).toBe(true)
    expect(await getCapture(store.db, 'a')).toBeNull()
    await replaceCapture(store.db, capture(workspace, 'a'))
    expect(await getCapture(store.db, 'a')).toEqual(capture(workspace, 'a', { vantage: 'network' }))
    expect(await setCaptureKind(store.db, { id: 'a', workspace, vantage: 'sensor' })).toBe(true)
    expect(await getCapture(store.db, 'a')).toEqual(capture(workspace, 'a'))
  })

  test('a key is found by its secret alone, which is kept nowhere', async () => {
    await using store = await opened()
    const { id: workspace } = await createWorkspace(store.db, { name: 'w', publish: true, now })
    const { key, secret } = await createKey(store.db, { workspace, now })
    expect(await findKey(store.db, secret, now + 1)).toEqual({ ...key, lastUsed: now + 1 })
    expect(await findKey(store.db, secret, now + 2)).toEqual({ ...key, lastUsed: now + 1 })
    for (const wrong of ['', `${secret}x`, secret.slice(0, -1), secret.toUpperCase(), 'x'.repeat(10_000)])
      expect(await findKey(store.db, wrong, now)).toBeNull()
    expect(JSON.stringify(await store.db.selectFrom('api_keys').selectAll().execute())).not.toContain(secret)
    await removeKey(store.db, key.id)
    expect(await findKey(store.db, secret, now)).toBeNull()
  })

  test('a key or capture of a workspace that does not exist is refused', async () => {
    await using store = await opened()
    await expect(createKey(store.db, { workspace: 'none', now })).rejects.toThrow(/foreign key/i)
  })

  test('a capture is entered once, listed newest first, removed by origin', async () => {
    await using store = await opened()
    const { id: workspace } = await createWorkspace(store.db, { name: 'w', publish: true, now })
    await enterCapture(store.db, capture(workspace, 'a'))
    await enterCapture(store.db, capture(workspace, 'a', { sessions: 9 }))
    await enterCapture(store.db, capture(workspace, 'b', { created: now + 1, origin: 'demo' }))
    expect(await getCapture(store.db, 'a')).toEqual(capture(workspace, 'a'))
    expect((await listCaptures(store.db, { workspace, limit: 10 })).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(await listCaptures(store.db, { workspace: 'other', limit: 10 })).toEqual([])
    // A row that cannot be read hides no other.
    await store.db.updateTable('captures').set({ days: '{"live' }).where('id', '=', 'b').execute()
    const unreadable: string[] = []
    const onUnreadable = (id: string): void => void unreadable.push(id)
    const rest = await listCaptures(store.db, { workspace, limit: 10, onUnreadable })
    expect([rest.map(({ id }) => id), unreadable]).toEqual([['a'], ['b']])
    const page = { since: 0, after: '', limit: 2 }
    expect(await capturesSince(store.db, page)).toEqual({
      captures: [capture(workspace, 'a')],
      unreadable: ['b'],
      next: 'b',
    })
    expect(await getCapture(store.db, 'b')).toBeNull()
    await replaceCapture(store.db, capture(workspace, 'b', { origin: 'demo' }))
    expect(await getCapture(store.db, 'b')).toEqual(capture(workspace, 'b', { origin: 'demo' }))
    expect(await removeCaptures(store.db, 'demo')).toEqual(['b'])
    expect((await listCaptures(store.db, { workspace, limit: 10 })).map(({ id }) => id)).toEqual(['a'])
  })

  test('a setting is what was put last, and its shape is checked when read', async () => {
    await using store = await opened()
    expect(await getSetting(store.db, 'k', z.number())).toBeNull()
    await putSetting(store.db, 'k', 1)
    await putSetting(store.db, 'k', { deep: ['x'] })
    expect(await getSetting(store.db, 'k', z.object({ deep: z.array(z.string()) }))).toEqual({ deep: ['x'] })
    await expect(getSetting(store.db, 'k', z.number())).rejects.toThrow()
  })
})

test('a SQLite file is one process’s own and has no locks', async () => {
  const store = await openAppStore({ file: ':memory:' })
  expect(store.locks).toBe(null)
  await store.close()
})
