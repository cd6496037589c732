import { afterAll, describe, expect, test } from 'vitest'
import { sharedKeyName } from '../keys.ts'
import { type AppStore, openAppStore } from '../open.ts'
import { hostWith } from '../sensors/testing.ts'
import { testDatabases } from '../testing.ts'
import type { NewAccount } from './accounts.ts'

/** What goes with somebody who leaves a workspace, on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const day = 86_400_000

const somebody = (email: string): NewAccount => ({
  email,
  emailVerified: true,
  password: 'phc',
  profile: {},
  offering: null,
  into: { newWorkspace: 'Of their own', publish: false },
  now,
})

describe.each(places)('whoever leaves, on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }
  const made = async ({ installation: { accounts } }: AppStore, email = 'ada@example.org') => {
    const user = await accounts.create(somebody(email))
    if (!user) throw new Error('The address is taken.')
    return user
  }

  /** Joins by an invitation of somebody's, without an address. */
  const joining = async (
    { installation: { accounts } }: AppStore,
    { workspace, user }: { workspace: string; user: string },
  ) => {
    const of = { workspace, email: null, makesOwner: false, inviter: 'x', created: now, expires: now + day }
    return accounts.invites.join({ invite: (await accounts.invites.add(of)).invite, user, now })
  }

  /** Ada's workspace, with Bob in it, who made keys and invited somebody. */
  async function withBob(store: AppStore) {
    const { installation } = store
    const [ada, bob] = [await made(store), await made(store, 'bob@example.org')]
    const workspace = ada.activeWorkspace
    const join = async () => joining(store, { workspace, user: bob.id })
    await join()
    const { keys, people } = installation.workspace(workspace)
    const all = { scopes: ['admin'] as const, now, expires: null }
    const his = await keys.add({ ...all, name: 'his', madeBy: bob.id })
    const hers = await keys.add({ ...all, name: 'hers', madeBy: ada.id })
    const shared = await keys.rotate({ name: sharedKeyName, madeBy: bob.id, now, overlapMs: 0 })
    const until = { now, expires: now + day }
    const { token } = await people.invite({ ...until, email: 'second@example.org', inviter: bob.id })
    const { token: byAda } = await people.invite({ ...until, email: 'third@example.org', inviter: ada.id })
    const opens = async () => ({
      his: (await installation.keys.find(his.secret, now)) !== null,
      hers: (await installation.keys.find(hers.secret, now)) !== null,
      shared: (await installation.keys.find(shared.secret, now)) !== null,
      invitation: (await installation.accounts.invites.find(token, now)) !== null,
      hersOfInvitations: (await installation.accounts.invites.find(byAda, now)) !== null,
    })
    return { ada, bob, workspace, people, opens, join }
  }
  const whatStays = { his: false, hers: true, shared: true, invitation: false, hersOfInvitations: true }

  test('leaves no list that nobody can see any more, nor what was made in a workspace of nobody', async () => {
    await using store = await opened()
    const { installation } = store
    const { ada, bob, workspace } = await withBob(store)
    const enter = async (at: string, id: string, user: string, shared: boolean) => {
      const of = { id, user, shared, kind: 'ips' as const, name: id, fileName: '', bytes: 1, input: id }
      await installation.workspace(at).analyses.enter({ ...of, created: now, expires: now + day })
    }
    await enter(workspace, 'his', bob.id, false)
    await enter(workspace, 'his, shared', bob.id, true)
    await enter(workspace, 'hers', ada.id, false)
    await enter(bob.activeWorkspace, 'of nobody', '', true)
    const gone = async () =>
      (await installation.analyses.expired({ now, limit: 9 })).map(({ id }) => id).sort()
    expect(await gone()).toEqual([])
    expect(await installation.account(bob.id).remove()).toBe(true)
    expect(await gone()).toEqual(['his', 'of nobody'])
  })

  test('takes the keys they made and their invitations along, and nobody else’s', async () => {
    await using store = await opened()
    const { bob, people, opens } = await withBob(store)
    expect(Object.values(await opens())).toEqual([true, true, true, true, true])
    expect(await people.remove(bob.id, { leaves: false })).toBe('removed')
    expect(await opens()).toEqual(whatStays)
    expect(await people.remove(bob.id, { leaves: false })).toBe('no member')
  })

  test('does so where they delete their account as well', async () => {
    await using store = await opened()
    const { bob, opens } = await withBob(store)
    expect(await store.installation.account(bob.id).remove()).toBe(true)
    expect(await opens()).toEqual(whatStays)
  })

  test('as the last one takes the sensors along, but for those of the server’s own workspace', async () => {
    for (const isServers of [false, true]) {
      await using store = await opened()
      const { installation } = store
      const ada = await made(store)
      const id = ada.activeWorkspace
      if (isServers) await installation.keys.create({ workspace: id, now })
      const { tokens } = installation.workspace(id).sensors
      const token = async () =>
        (await tokens.create({ profile: 'p', madeBy: ada.id, now, expires: now + day })).secret
      const come = async (by: string) => installation.sensors.enroll(hostWith(by, now))
      const [first, waiting] = [await token(), await token()]
      const secret = (await come(first))?.secret ?? ''
      expect(await installation.sensors.find(secret)).not.toBeNull()
      expect(await installation.account(ada.id).remove()).toBe(true)
      expect([isServers, (await installation.sensors.find(secret)) !== null]).toEqual([isServers, isServers])
      expect([isServers, (await come(waiting)) !== null]).toEqual([isServers, isServers])
    }
  })

  test('is in another workspace that stays, also of two that they leave or delete at once', async () => {
    await using store = await opened()
    const { installation } = store
    const { bob, people: adas, join } = await withBob(store)
    const account = installation.account(bob.id)
    const needsAnother = { needsAnother: true }
    const asked = { due: now + day, askedBy: bob.id }
    const first = installation.workspace(bob.activeWorkspace).removal
    const second = installation.workspace((await account.createWorkspace({ name: 'More', now })).id).removal
    // Beside the one of Ada both may go; then nothing else stays.
    expect(await Promise.all([first.ask(asked, needsAnother), second.ask(asked, needsAnother)])).toEqual([
      true,
      true,
    ])
    expect(await adas.remove(bob.id, { leaves: true })).toBe('only workspace')
    for (let round = 0; round < 10; round += 1) {
      await second.undo()
      await join()
      const [left, deleted] = await Promise.all([
        adas.remove(bob.id, { leaves: true }),
        second.ask(asked, needsAnother),
      ])
      expect([left === 'removed', deleted].filter(Boolean)).toHaveLength(1)
    }
    await installation.workspaces.removeDue(now + day)
    expect(await account.workspaces()).toHaveLength(1)
  })

  test('a removed account leaves no sign-in, membership or token behind', async () => {
    await using store = await opened()
    const { id: user, email, activeWorkspace } = await made(store)
    const { accounts } = store.installation
    const { secret } = await accounts.signIns.begin({ user, address: '', agent: '', now })
    const token = await accounts.mailedTokens.add({
      user,
      email,
      purpose: 'verify-email',
      expires: now + day,
    })
    await store.installation.account(user).remove()
    expect(await accounts.signIns.find(secret, now)).toBeNull()
    expect(await accounts.mailedTokens.take({ token, purpose: 'verify-email', now })).toBeNull()
    expect(await store.installation.workspace(activeWorkspace).people.members()).toEqual([])
    expect(await accounts.create(somebody(email))).not.toBeNull()
  })

  test('an account is not removed while others are in its workspace, and invitations to a deserted one open nothing', async () => {
    await using store = await opened()
    const { installation } = store
    const { id: ada, activeWorkspace: workspace } = await made(store)
    const { id: bob } = await made(store, 'bob@example.org')
    await joining(store, { workspace, user: bob })
    expect(await installation.account(ada).remove()).toBe(false)
    expect(await installation.accounts.get(ada)).not.toBeNull()
    const { people } = installation.workspace(workspace)
    await people.remove(bob, { leaves: false })
    const { invites } = installation.accounts
    const wanted = {
      workspace,
      email: 'bob@example.org',
      makesOwner: false,
      created: now,
      expires: now + day,
    }
    const { token } = await invites.add({ ...wanted, inviter: ada })
    const { token: byOperator } = await invites.add({ ...wanted, makesOwner: true, inviter: '' })
    expect(await installation.account(ada).remove()).toBe(true)
    expect(await invites.find(token, now)).toBeNull()
    expect(await invites.find(byOperator, now)).not.toBeNull()
  })

  test('a workspace never has members and no owner, whoever joins at the moment its owner goes', async () => {
    await using store = await opened()
    const { installation } = store
    const { accounts } = installation
    const { id: bob } = await made(store, 'bob@example.org')
    for (let round = 0; round < 20; round += 1) {
      const ada = await made(store, `ada${round}@example.org`)
      const workspace = ada.activeWorkspace
      const of = { workspace, makesOwner: false, inviter: ada.id, created: now, expires: now + day }
      const [first, second] = [
        await accounts.invites.add({ ...of, email: 'bob@example.org' }),
        await accounts.invites.add({ ...of, email: 'new@example.org' }),
      ]
      const eve = { ...somebody(`eve${round}@example.org`), into: undefined }
      const [isJoined, isMade, isGone] = await Promise.all([
        accounts.invites.join({ invite: first.invite, user: bob, now }),
        accounts.createInvited(eve, second.invite),
        installation.account(ada.id).remove(),
      ])
      const members = await installation.workspace(workspace).people.members()
      const owners = members.filter(({ isOwner }) => isOwner).map(({ id }) => id)
      expect([round, owners]).toEqual([round, isGone ? [] : [ada.id]])
      expect(members.length).toBe(isGone ? 0 : 1 + Number(isJoined) + Number(isMade !== 'gone'))
      // Who came too late has no account either.
      expect(await accounts.byEmail(eve.email)).toEqual(isMade === 'gone' ? null : expect.anything())
    }
  })

  test('leaves no workspace without an owner, also where a member goes at the moment it is handed over to them', async () => {
    await using store = await opened()
    const { installation } = store
    for (let round = 0; round < 20; round += 1) {
      const [ada, bob] = [
        await made(store, `ada${round}@example.org`),
        await made(store, `bob${round}@example.org`),
      ]
      const workspace = ada.activeWorkspace
      await joining(store, { workspace, user: bob.id })
      const { people } = installation.workspace(workspace)
      await Promise.all([
        people.handOver(bob.id),
        round % 2 === 0 ? people.remove(bob.id, { leaves: false }) : installation.account(bob.id).remove(),
      ])
      const owners = (await people.members()).filter(({ isOwner }) => isOwner)
      expect([round, owners.length]).toEqual([round, 1])
    }
  })
})
