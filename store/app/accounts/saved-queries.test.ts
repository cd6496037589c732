import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'

/** Queries that accounts keep, the same on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const most = 200

const query = (gnql: string, more: { name?: string; view?: string } = {}) => ({
  name: '',
  gnql,
  view: '',
  ...more,
})

describe.each(places)('saved queries on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }
  async function accountOf({ installation }: AppStore, email = 'ada@example.org') {
    const user = await installation.accounts.create({
      email,
      emailVerified: true,
      password: 'phc',
      profile: {},
      offering: null,
      into: { newWorkspace: 'Of her own', publish: false },
      now,
    })
    if (!user) throw new Error('The address is taken.')
    return installation.account(user.id)
  }

  test('are kept the newest first, each once, also of two who save the same at once', async () => {
    await using store = await opened()
    const { savedQueries } = await accountOf(store)
    const save = (of: ReturnType<typeof query>, at: number) =>
      savedQueries.save({ ...of, now: now + at, most })
    const long = `path:"${'é😀\n'.repeat(4000)}"`
    await save(query('port:23', { name: 'Telnet' }), 0)
    await save(query(long), 1)
    const both = await Promise.all([save(query('tor:true'), 2), save(query('tor:true'), 3)])
    expect(both[0]?.id).toBe(both[1]?.id)
    // The view is the last one; a name stays where none is sent.
    await save(query('port:23', { view: '?sort=ip' }), 4)
    const kept = await savedQueries.list()
    expect(kept.map(({ id: _id, savedAt: _at, ...rest }) => rest)).toEqual([
      query('tor:true'),
      query(long),
      query('port:23', { name: 'Telnet', view: '?sort=ip' }),
    ])
  })

  test('one that was removed comes back where it stood', async () => {
    await using store = await opened()
    const { savedQueries } = await accountOf(store)
    for (const at of [1, 2, 3]) await savedQueries.save({ ...query(`port:${at}`), now: now + at, most })
    const before = await savedQueries.list()
    const middle = before[1]
    if (!middle) throw new Error('It was saved.')
    await savedQueries.remove(middle.id)
    await savedQueries.save({ ...query(middle.gnql), now: now + 9, most, savedAt: middle.savedAt })
    const texts = async () => (await savedQueries.list()).map(({ gnql }) => gnql)
    expect(await texts()).toEqual(before.map(({ gnql }) => gnql))
    // Nothing is saved in the future, where it would stand before all that comes.
    await savedQueries.save({ ...query('port:4'), now: now + 10, most, savedAt: now + 1e9 })
    await savedQueries.save({ ...query('port:5'), now: now + 11, most })
    expect((await texts()).slice(0, 2)).toEqual(['port:5', 'port:4'])
  })

  test('are no more than may be, also saved at once, and one that is there changes all the same', async () => {
    await using store = await opened()
    const { savedQueries } = await accountOf(store)
    const saved = await Promise.all(
      Array.from({ length: 8 }, (_, at) => savedQueries.save({ ...query(`port:${at}`), now, most: 5 })),
    )
    expect(saved.filter((one) => one !== null)).toHaveLength(5)
    const [first] = await savedQueries.list()
    const again = { ...query(first?.gnql ?? '', { name: 'Again' }), now, most: 5 }
    expect(await savedQueries.save(again)).toEqual({ ...first, name: 'Again' })
    expect(await savedQueries.remove(first?.id ?? '')).toBe(true)
    expect(await savedQueries.save({ ...query('port:99'), now, most: 5 })).not.toBeNull()
  })

  test('of a browser are taken over in their order: what is there stays, and gets what it lacks', async () => {
    await using store = await opened()
    const { savedQueries } = await accountOf(store)
    await savedQueries.save({ ...query('port:23', { view: '?sort=ip' }), now: now - 1000, most })
    const queries = [
      query('tor:true', { name: 'Tor' }),
      query('port:23', { name: 'Telnet', view: '?sort=severity' }),
      query('port:80'),
      query('port:443'),
    ]
    const takeOver = (limit = most) => savedQueries.takeOver({ queries, now, most: limit })
    expect(await takeOver(3)).toEqual([query('port:443')])
    await Promise.all([takeOver(), takeOver()])
    expect((await savedQueries.list()).map(({ id: _id, savedAt: _at, ...rest }) => rest)).toEqual([
      query('tor:true', { name: 'Tor' }),
      query('port:80'),
      query('port:443'),
      query('port:23', { name: 'Telnet', view: '?sort=ip' }),
    ])
  })

  test('are their owner’s alone, and gone with the account', async () => {
    await using store = await opened()
    const [ada, eve] = [await accountOf(store), await accountOf(store, 'eve@example.org')]
    const kept = await ada.savedQueries.save({ ...query('port:23'), now, most })
    const id = kept?.id ?? ''
    expect(await eve.savedQueries.list()).toEqual([])
    expect(await eve.savedQueries.rename({ id, name: 'Hers' })).toBeNull()
    expect(await eve.savedQueries.remove(id)).toBe(false)
    // Two may keep the same.
    expect(await eve.savedQueries.save({ ...query('port:23'), now, most })).not.toBeNull()
    expect(await ada.savedQueries.rename({ id, name: 'Telnet' })).toEqual({ ...kept, name: 'Telnet' })
    expect(await ada.savedQueries.list()).toEqual([{ ...kept, name: 'Telnet' }])
    expect(await ada.remove()).toBe(true)
    expect(await store.db.selectFrom('saved_queries').select('gnql').execute()).toHaveLength(1)
  })

  test('one that is not what was written is not shown, and can be saved anew', async () => {
    await using store = await opened()
    const { savedQueries } = await accountOf(store)
    const kept = await savedQueries.save({ ...query('port:23'), now, most })
    await store.db.updateTable('saved_queries').set({ gnql: 'port:24' }).execute()
    expect(await savedQueries.list()).toEqual([])
    expect(await savedQueries.rename({ id: kept?.id ?? '', name: 'x' })).toBeNull()
    expect(await savedQueries.save({ ...query('port:23'), now, most })).toMatchObject(query('port:23'))
    expect(await savedQueries.list()).toHaveLength(1)
  })
})
