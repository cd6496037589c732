import { afterAll, describe, expect, test } from 'vitest'
import { sharedKeyName } from '../keys.ts'
import { type AppStore, openAppStore } from '../open.ts'
import { hostWith } from '../sensors/testing.ts'
import { testDatabases } from '../testing.ts'

/** What goes with somebody who leaves a workspace, on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const day = 86_400_000

describe.each(places)('whoever leaves, on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }
  async function made({ installation: { accounts } }: AppStore, name: string) {
    const user = await accounts.create({
      email: `${name}@example.org`,
      emailVerified: true,
      password: 'phc',
      profile: {},
      offering: null,
      into: { newWorkspace: `Of ${name}`, publish: false },
      now,
    })
    if (!user) throw new Error('The address is taken.')
    return user
  }

  /** Ada's workspace, with Bob in it, who made keys and invited somebody. */
  async function withBob(store: AppStore) {
    const { installation } = store
    const [ada, bob] = [await made(store, 'ada'), await made(store, 'bob')]
    const workspace = ada.activeWorkspace
    const { invites } = installation.accounts
    const of = {
      workspace,
      email: null,
      makesOwner: false,
      inviter: ada.id,
      created: now,
      expires: now + day,
    }
    const join = async () => invites.join({ invite: (await invites.add(of)).invite, user: bob.id, now })
    await join()
    const { keys, people } = installation.workspace(workspace)
    const all = { scopes: ['admin'] as const, now, expires: null }
    const his = await keys.add({ ...all, name: 'his', madeBy: bob.id })
    const hers = await keys.add({ ...all, name: 'hers', madeBy: ada.id })
    const shared = await keys.rotate({ name: sharedKeyName, madeBy: bob.id, now, overlapMs: 0 })
    const invited = { email: 'second@example.org', now, expires: now + day }
    const { token } = await people.invite({ ...invited, inviter: bob.id })
    const { token: byAda } = await people.invite({ ...invited, inviter: ada.id })
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
      const ada = await made(store, 'ada')
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
})
