import { afterAll, describe, expect, test } from 'vitest'
import type { RecentSearch } from '#model/account/recent-search.ts'
import { type AppStore, openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'

/** What accounts searched for lately, the same on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000

const ofIps = (text: string): RecentSearch => ({ dataset: 'ips', text })

describe.each(places)('recent searches on %s', (_name, place) => {
  async function accountOf({ installation }: AppStore, email: string) {
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

  test('are the newest few, each once, in the order they were made', async () => {
    const store = await openAppStore(await place())
    const { recentSearches } = await accountOf(store, 'ada@example.org')
    const texts = async () => (await recentSearches.list()).map(({ dataset, text }) => `${dataset} ${text}`)
    await recentSearches.remember({ searches: [ofIps('tor:true'), ofIps('é😀')], now, most: 3 })
    await recentSearches.remember({
      searches: [{ dataset: 'tags', text: 'tor:true' }],
      now: now + 1,
      most: 3,
    })
    await recentSearches.remember({ searches: [ofIps('é😀')], now: now + 2, most: 3 })
    expect(await texts()).toEqual(['ips é😀', 'tags tor:true', 'ips tor:true'])
    await Promise.all(
      ['a', 'a', 'b'].map((text) =>
        recentSearches.remember({ searches: [ofIps(text)], now: now + 3, most: 3 }),
      ),
    )
    expect((await texts()).sort()).toEqual(['ips a', 'ips b', 'ips é😀'])
    await store.close()
  })

  test('are their owner’s alone, forgotten one by one or all, and gone with the account', async () => {
    const store = await openAppStore(await place())
    const [ada, eve] = [await accountOf(store, 'ada@example.org'), await accountOf(store, 'eve@example.org')]
    await ada.recentSearches.remember({ searches: [ofIps('a'), ofIps('b')], now, most: 8 })
    await eve.recentSearches.remember({ searches: [ofIps('c')], now, most: 8 })
    const [first] = await ada.recentSearches.list()
    expect(await eve.recentSearches.forget(first?.id ?? '')).toBe(false)
    expect(await ada.recentSearches.forget(first?.id ?? '')).toBe(true)
    expect((await ada.recentSearches.list()).map(({ text }) => text)).toEqual(['b'])
    await ada.recentSearches.forgetAll()
    expect(await ada.recentSearches.list()).toEqual([])
    expect(await eve.recentSearches.list()).toHaveLength(1)
    expect(await eve.remove()).toBe(true)
    expect(await eve.recentSearches.list()).toEqual([])
    await store.close()
  })
})
