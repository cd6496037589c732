import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'
import type { NewAccount } from './accounts.ts'
import { signInMaxAgeSeconds } from '#model/account/sign-in-age.ts'
import { idleMs, longestMs } from './sign-ins.ts'

/** People, sign-ins and invites, the same on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const day = 86_400_000

const somebody = (email: string, more: Partial<NewAccount> = {}): NewAccount => ({
  email,
  emailVerified: false,
  password: 'phc',
  profile: { firstName: 'Ada' },
  offering: null,
  into: { newWorkspace: 'Of her own', publish: false },
  now,
  ...more,
})

describe.each(places)('accounts on %s', (_name, place) => {
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
    { workspace, user, makesOwner = false }: { workspace: string; user: string; makesOwner?: boolean },
  ) => {
    const of = { workspace, email: null, makesOwner, inviter: 'somebody', created: now, expires: now + day }
    const { invite } = await accounts.invites.add(of)
    return accounts.invites.join({ invite, user, now })
  }

  test('an address of mail is one account in any case, also of two who come at once', async () => {
    await using store = await opened()
    const { accounts } = store.installation
    expect(await accounts.isEmpty()).toBe(true)
    const both = await Promise.all(
      ['Ada@Example.org', 'ada@example.ORG'].map((email) => accounts.create(somebody(email))),
    )
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await accounts.create(somebody(' ada@example.org '))).toBeNull()
    expect(await accounts.byEmail('ADA@EXAMPLE.ORG')).toMatchObject({ password: 'phc' })
    expect(await accounts.list()).toHaveLength(1)
    // The workspace of whoever was refused was not made either.
    expect(await store.installation.workspaces.list()).toHaveLength(1)
    expect(await accounts.isEmpty()).toBe(false)
  })

  test('an identity opens one account: who comes by one that is taken is not made, nor anything with them', async () => {
    await using store = await opened()
    const { accounts, workspaces } = store.installation
    const identity = { issuer: 'https://id.example', subject: 'one' }
    const both = await Promise.all(
      ['a', 'b'].map((name) => accounts.create(somebody(`${name}@example.org`, { identity }))),
    )
    const made = both.filter((one) => one !== null)
    expect(made).toHaveLength(1)
    expect(await accounts.userOfIdentity(identity)).toBe(made[0]?.id)
    expect([(await accounts.list()).length, (await workspaces.list()).length]).toEqual([1, 1])
    const workspace = made[0]?.activeWorkspace ?? ''
    const asked = {
      workspace,
      email: null,
      makesOwner: false,
      inviter: 'somebody',
      created: now,
      expires: now + day,
    }
    const { invite, token } = await accounts.invites.add(asked)
    expect(await accounts.createInvited(somebody('c@example.org', { identity }), invite)).toBe('taken')
    expect((await accounts.invites.find(token, now))?.accepted).toBeNull()
  })

  test('whoever comes owns the workspace that was made, and works in it', async () => {
    await using store = await opened()
    const user = await made(store)
    const [own] = await store.installation.account(user.id).workspaces()
    expect(own).toMatchObject({ id: user.activeWorkspace, name: 'Of her own', publish: false, isOwner: true })
    expect((await store.installation.accounts.ownerOf(user.activeWorkspace))?.id).toBe(user.id)
  })

  test('every field keeps what it was given, and nothing else changes', async () => {
    await using store = await opened()
    const user = await made(store)
    const { accounts } = store.installation
    const trial = { endDate: '2026-11-30', offering: 'vip' } as const
    for (const change of [
      { firstName: 'Ünï 😀' },
      { lastName: '' },
      { email: 'Other@example.org', emailVerified: true },
      { offering: 'vip' as const, expires: '2027-01-01', trial },
      { offering: null, expires: null, trial: null },
      { username: 'a', title: 'b', company: 'c', vertical: 'd' },
    ]) {
      const before = await accounts.get(user.id)
      expect(await accounts.change(user.id, change)).toEqual({ ...before, ...change })
      expect(await accounts.get(user.id)).toEqual({ ...before, ...change })
    }
    expect(await accounts.byEmail('ada@example.org')).toBeNull()
    expect(await accounts.change('nobody', { firstName: 'x' })).toBeNull()
  })

  test('a second factor whose row was damaged still guards, by recovery codes alone', async () => {
    await using store = await opened()
    const { id } = await made(store)
    const { secondFactor } = store.installation.account(id)
    const { secondFactors } = store.installation.accounts
    expect(await secondFactor.begin({ seed: 'sealed', now })).toBe(true)
    expect(await secondFactors.get(id)).toBeNull()
    expect(await Promise.all([secondFactor.useStep(7), secondFactor.useStep(7)])).toContain(true)
    expect(await secondFactor.useStep(7)).toBe(false)
    expect(await secondFactors.get(id)).toMatchObject({ seed: 'sealed', lastStep: 7 })
    await store.db.updateTable('second_factors').set({ confirmed: 0 }).where('user', '=', id).execute()
    expect(await secondFactors.get(id)).toMatchObject({ isConfirmed: true, seed: '' })
    expect(await secondFactors.useStep(id, 99)).toBe(false)
    await secondFactor.replaceRecoveryCodes({ hashes: ['one', 'two'], now })
    const taken = await Promise.all(
      ['one', 'one', 'three'].map((hash) => secondFactors.takeRecoveryCode(id, hash)),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('a sign-in is found by its secret alone, until it has idled or lived too long', async () => {
    await using store = await opened()
    const { id: user } = await made(store)
    const { signIns } = store.installation.accounts
    const { signIn, secret } = await signIns.begin({
      user,
      address: '192.0.2.1',
      agent: 'x'.repeat(999),
      now,
    })
    expect(signIn).toMatchObject({ user, created: now, address: '192.0.2.1', agent: 'x'.repeat(300) })
    expect(JSON.stringify(await store.db.selectFrom('sign_ins').selectAll().execute())).not.toContain(secret)
    expect(await signIns.find(secret, now)).toEqual(signIn)
    for (const wrong of ['', 'x', secret.slice(1), `${secret}a`, signIn.id, `' OR 1=1 --`])
      expect(await signIns.find(wrong, now)).toBeNull()
    let at = now
    for (; at + idleMs < now + longestMs; at += idleMs) expect(await signIns.find(secret, at)).not.toBeNull()
    expect(await signIns.find(secret, now + longestMs + 1)).toBeNull()
    const idle = await signIns.begin({ user, address: '', agent: '', now })
    expect(await signIns.find(idle.secret, now + idleMs + 1)).toBeNull()
    // Found to be over it is gone, also for a clock that goes back.
    expect(await signIns.find(idle.secret, now)).toBeNull()
  })

  test('a sign-in outlives by some minutes the age after which an open page refreshes it', async () => {
    await using store = await opened()
    const { id: user } = await made(store)
    const { signIns } = store.installation.accounts
    const { secret } = await signIns.begin({ user, address: '', agent: '', now })
    // Used again in the minute of its beginning, which is not written.
    await signIns.find(secret, now + 59_000)
    const refreshed = now + 59_000 + signInMaxAgeSeconds * 1000
    expect(await signIns.find(secret, refreshed)).not.toBeNull()
    expect(await signIns.find(secret, refreshed + signInMaxAgeSeconds * 1000)).not.toBeNull()
  })

  test('rows of sign-ins that are over are removed, and of no others', async () => {
    await using store = await opened()
    const { id: user } = await made(store)
    const { signIns } = store.installation.accounts
    const begin = (at: number) => signIns.begin({ user, address: '', agent: '', now: at })
    await begin(now - idleMs - 1)
    const { secret } = await begin(now - idleMs)
    await signIns.removeOver(now)
    expect(await store.db.selectFrom('sign_ins').select('id').execute()).toHaveLength(1)
    expect(await signIns.find(secret, now)).not.toBeNull()
  })

  test('a rotated sign-in is the same under another secret', async () => {
    await using store = await opened()
    const { id: user } = await made(store)
    const { signIns } = store.installation.accounts
    const { signIn, secret } = await signIns.begin({ user, address: '', agent: '', now })
    const fresh = (await signIns.rotate(signIn.id, now + day)) ?? ''
    expect(await signIns.find(secret, now + day)).toBeNull()
    expect(await signIns.find(fresh, now + day)).toMatchObject({ id: signIn.id, authenticated: now + day })
    const third = (await signIns.rotate(signIn.id)) ?? ''
    expect(await signIns.find(fresh, now + day)).toBeNull()
    expect(await signIns.find(third, now + day)).toMatchObject({ authenticated: now + day })
    expect(await signIns.rotate('nobody', now)).toBeNull()
  })

  test('a user ends one sign-in, all others or all, and never those of somebody else', async () => {
    await using store = await opened()
    const [ada, bob] = [await made(store), await made(store, 'bob@example.org')]
    const { signIns } = store.installation.accounts
    const begin = async (user: string) =>
      (await signIns.begin({ user, address: '', agent: '', now })).signIn.id
    const [one = '', two = '', three = ''] = [await begin(ada.id), await begin(ada.id), await begin(ada.id)]
    const his = await begin(bob.id)
    const own = store.installation.account(ada.id)
    expect(await own.endSignIn(his)).toBe(false)
    expect(await own.endSignIn(three)).toBe(true)
    expect((await own.signIns(now)).map(({ id }) => id).toSorted()).toEqual([one, two].toSorted())
    await own.endSignIns(one)
    expect((await own.signIns(now)).map(({ id }) => id)).toEqual([one])
    await own.endSignIns()
    expect(await own.signIns(now)).toEqual([])
    expect(await store.installation.account(bob.id).signIns(now)).toHaveLength(1)
  })

  test('an invite is accepted once, and not after its end', async () => {
    await using store = await opened()
    const { id: inviter, activeWorkspace: workspace } = await made(store)
    const { invites } = store.installation.accounts
    const of = { workspace, email: 'next@example.org', makesOwner: false, inviter, created: now }
    const { invite, token } = await invites.add({ ...of, expires: now + day })
    expect(invite.accepted).toBeNull()
    expect(await invites.find(token, now + day)).toEqual(invite)
    expect(await invites.find(token, now + day + 1)).toBeNull()
    expect(await invites.find(invite.id, now)).toBeNull()
    const { id: user } = await made(store, 'guest@example.org')
    const accepted = await Promise.all([1, 2, 3].map(() => invites.join({ invite, user, now })))
    expect(accepted.filter(Boolean)).toHaveLength(1)
    // That it was accepted is told for as long as the link is asked about.
    expect(await invites.find(token, now + 9 * day)).toMatchObject({ accepted: now })
    const people = store.installation.workspace(workspace).people
    const second = await people.invite({ email: 'b@example.org', inviter, now, expires: now + day })
    expect((await people.invites(now)).map(({ id }) => id)).toEqual([second.invite.id])
    expect(await people.removeInvite(second.invite.id)).toBe(true)
    expect(await invites.find(second.token, now)).toBeNull()
  })

  test('a workspace has one owner, who may hand it over to a member alone', async () => {
    await using store = await opened()
    const [ada, bob] = [await made(store), await made(store, 'bob@example.org')]
    const workspace = ada.activeWorkspace
    const { people } = store.installation.workspace(workspace)
    const owners = async () => (await people.members()).filter(({ isOwner }) => isOwner).map(({ id }) => id)
    expect(await people.handOver(bob.id)).toBe(false)
    expect(await owners()).toEqual([ada.id])
    await joining(store, { workspace, user: bob.id })
    // Who comes as another owner is a member.
    const eve = await made(store, 'eve@example.org')
    await joining(store, { workspace, user: eve.id, makesOwner: true })
    expect(await owners()).toEqual([ada.id])
    expect(await people.handOver(bob.id)).toBe(true)
    expect(await owners()).toEqual([bob.id])
  })

  test('a challenge of a passkey counts once, also sent twice at once, and none from before the last use does', async () => {
    await using store = await opened()
    const user = await made(store)
    const { accounts, account } = store.installation
    const passkey = { id: 'k', publicKey: 'p', counter: 0, transports: [], name: 'Laptop', created: now }
    expect(await account(user.id).passkeys.add(passkey)).toBe(true)
    const use = (begun: number, at: number) => accounts.passkeys.used({ id: 'k', counter: 0, begun, now: at })
    const both = await Promise.all([use(now, now + 5), use(now, now + 6)])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await use(now, now + 9)).toBe(false)
    expect(await use(now + 3, now + 10)).toBe(false)
    expect(await use(now + 10, now + 20)).toBe(true)
    expect(await accounts.passkeys.find('k')).toMatchObject({ lastUsed: now + 20 })
  })

  test('what gives rights and was changed in the file gives none', async () => {
    await using store = await opened()
    const user = await made(store)
    const { accounts } = store.installation
    const { signIn, secret } = await accounts.signIns.begin({ user: user.id, address: '', agent: '', now })
    await store.db.updateTable('members').set({ owner: 0 }).execute()
    expect(await accounts.memberships(user.id)).toEqual([])
    await store.db
      .updateTable('sign_ins')
      .set({ created: now + 1 })
      .where('id', '=', signIn.id)
      .execute()
    expect(await accounts.signIns.find(secret, now)).toBeNull()
    await store.db.updateTable('users').set({ offering: 'enterprise' }).execute()
    expect(await accounts.get(user.id)).toBeNull()
    expect(await accounts.byEmail(user.email)).toBeNull()
  })
})
