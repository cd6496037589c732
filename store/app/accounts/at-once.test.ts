import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'

/** What is changed by two at once, also by two servers on one PostgreSQL. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const day = 86_400_000

describe.each(places)('of changes at once on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }
  const made = async ({ installation: { accounts } }: AppStore, email = 'ada@example.org') => {
    const user = await accounts.create({
      email,
      emailVerified: false,
      password: 'phc',
      profile: {},
      offering: null,
      into: { newWorkspace: 'Of her own', publish: false },
      now,
    })
    if (!user) throw new Error('The address is taken.')
    return user
  }

  test('none is lost, and a new password drops an address that waits', async () => {
    await using store = await opened()
    const { id } = await made(store)
    const { accounts } = store.installation
    const account = store.installation.account(id)
    await account.newEmail.wait({ email: 'ada@example.net', expires: now + day })
    await Promise.all([
      account.change({ firstName: 'Ada' }),
      account.change({ password: 'another' }),
      account.change({ lastName: 'L' }),
      accounts.change(id, { offering: 'vip' }),
      account.change({ company: 'Engines' }),
    ])
    expect(await account.newEmail.get(now)).toBeNull()
    expect(await account.password()).toBe('another')
    expect(await account.get()).toMatchObject({
      firstName: 'Ada',
      lastName: 'L',
      offering: 'vip',
      company: 'Engines',
    })
  })

  test('no more invitations are kept than there is room for, and one of each address', async () => {
    await using store = await opened()
    const { id: inviter, activeWorkspace } = await made(store)
    const { people } = store.installation.workspace(activeWorkspace)
    const invite = (email: string) =>
      people.invite({ email, inviter, now, expires: now + day }, (waiting) => {
        if (waiting.length >= 3) throw new Error('full')
      })
    const same = await Promise.all([1, 2, 3].map(() => invite('same@example.org')))
    const [kept, ...others] = await people.invites(now)
    expect(others).toEqual([])
    expect(same.map(({ invite: { id } }) => id)).toContain(kept?.id)
    const many = Array.from({ length: 10 }, (_, nth) => invite(`bob${nth}@example.org`))
    const ended = await Promise.allSettled(many)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await people.invites(now)).toHaveLength(3)
  })

  test('an address that waits is confirmed, or dropped by a new password, whichever comes first, and nothing fails', async () => {
    await using store = await opened()
    const { id } = await made(store)
    const account = store.installation.account(id)
    for (let round = 0; round < 20; round += 1) {
      const email = `ada${round}@example.org`
      const token = (await account.newEmail.wait({ email, expires: now + day })) ?? ''
      const [confirmed] = await Promise.all([
        account.newEmail.confirm({ token, now }),
        account.change({ password: `password ${round}` }),
      ])
      expect(await account.newEmail.get(now)).toBeNull()
      expect((await account.get())?.email === email).toBe(confirmed !== null)
      expect(await account.password()).toBe(`password ${round}`)
    }
  })

  test('the last recovery codes work, and those before do not', async () => {
    await using store = await opened()
    const { id } = await made(store)
    const { secondFactor } = store.installation.account(id)
    const sets = Array.from({ length: 8 }, (_, set) =>
      Array.from({ length: 10 }, (_each, nth) => `hash ${set} ${nth}`),
    )
    await Promise.all(sets.map((hashes) => secondFactor.replaceRecoveryCodes({ hashes, now })))
    expect(await secondFactor.recoveryCodesLeft()).toBe(10)
  })

  test('the last key works on, and those before end', async () => {
    await using store = await opened()
    const { id, activeWorkspace } = await made(store)
    const { keys } = store.installation.workspace(activeWorkspace)
    const rotated = await Promise.all(
      Array.from({ length: 8 }, () => keys.rotate({ name: 'one', madeBy: id, now, overlapMs: 0 })),
    )
    const works = await Promise.all(rotated.map(({ secret }) => store.installation.keys.find(secret, now)))
    expect(works.filter((key) => key !== null)).toHaveLength(1)
  })
})
