import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'
import { summed } from '../row-sum.ts'

/** What links of mails hold, and addresses that wait, the same on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)
const now = 1_700_000_000_000
const day = 86_400_000

describe.each(places)('what is mailed, on %s,', (_name, place) => {
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

  test('works once, for its purpose, and a new one ends the one before', async () => {
    await using store = await opened()
    const { id: user, email } = await made(store)
    const { mailedTokens } = store.installation.accounts
    const of = { user, email, expires: now + day }
    const first = await mailedTokens.add({ ...of, purpose: 'verify-email' })
    const token = await mailedTokens.add({ ...of, purpose: 'verify-email' })
    const other = await mailedTokens.add({ ...of, purpose: 'reset-password' })
    const take = (text: string, at = now) =>
      mailedTokens.take({ token: text, purpose: 'verify-email', now: at })
    const find = (text: string, at = now) =>
      mailedTokens.find({ token: text, purpose: 'verify-email', now: at })
    for (const wrong of [first, other, '', 'x'.repeat(43)])
      expect([await find(wrong), await take(wrong)]).toEqual([null, null])
    // Looked at as often as wanted, it is not used up.
    for (const _look of [1, 2]) expect(await find(token)).toEqual({ user, email })
    expect(await find(token, now + day + 1)).toBeNull()
    expect(await take(token)).toEqual({ user, email })
    expect(await take(token)).toBeNull()
    const late = await mailedTokens.add({ ...of, purpose: 'verify-email' })
    expect(await take(late, now + day + 1)).toBeNull()
  })

  test('is one link that works, of twenty that are asked for at once', async () => {
    await using store = await opened()
    const { id: user, email } = await made(store)
    const { mailedTokens } = store.installation.accounts
    const purpose = 'reset-password' as const
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => mailedTokens.add({ user, email, purpose, expires: now + day })),
    )
    const taken: unknown[] = []
    for (const token of tokens) taken.push(await mailedTokens.take({ token, purpose, now }))
    expect(taken.filter((one) => one !== null)).toEqual([{ user, email }])
  })

  test('of an older release, which kept several for a purpose, works by the last one', async () => {
    const at = await place()
    const store = await openAppStore(at)
    const { id: user, email } = await made(store)
    await sql`DROP INDEX mailed_tokens_one_link`.execute(store.db)
    await sql`CREATE INDEX mailed_tokens_by_user ON mailed_tokens ("user", purpose)`.execute(store.db)
    for (const table of [
      'sensor_batches',
      'sensor_changes',
      'sensor_health',
      'sensors',
      'sensor_profiles',
      'install_tokens',
      'pcaps',
      'removed_packets',
      'operator_answers',
      'disputes',
      'analyses',
      'recent_searches',
      'saved_queries',
    ])
      await store.db.schema.dropTable(table).execute()
    await sql`DELETE FROM kysely_migration WHERE name >= '016'`.execute(store.db)
    const rows = [1, 3, 3, 2].map((expires, nth) =>
      summed({ hash: `hash ${nth}`, user, email, purpose: 'verify-email', expires }),
    )
    await store.db.insertInto('mailed_tokens').values(rows).execute()
    await store.close()
    const again = await openAppStore(at)
    const left = await again.db.selectFrom('mailed_tokens').select('hash').execute()
    await again.close()
    expect(left).toEqual([{ hash: 'hash 2' }])
  })

  test('makes the address that waits a user’s, once and for that user alone', async () => {
    await using store = await opened()
    const { installation } = store
    const [ada, bob] = [await made(store), await made(store, 'bob@example.org')]
    const [hers, his] = [installation.account(ada.id), installation.account(bob.id)]
    const token = (await hers.newEmail.wait({ email: 'ada@example.net', expires: now + day })) ?? ''
    expect([await hers.newEmail.get(now), await his.newEmail.get(now)]).toEqual(['ada@example.net', null])
    expect(await hers.newEmail.get(now + day + 1)).toBeNull()
    expect(await his.newEmail.confirm({ token, now })).toBeNull()
    const both = await Promise.all([1, 2].map(() => hers.newEmail.confirm({ token, now })))
    expect(both.filter((one) => one !== null)).toMatchObject([
      { before: { email: 'ada@example.org' }, after: { email: 'ada@example.net', emailVerified: true } },
    ])
    expect(await hers.newEmail.get(now)).toBeNull()
    // In another case it is the same address, and the user's own.
    expect(await hers.newEmail.wait({ email: 'Ada@Example.net', expires: now + day })).not.toBeNull()
  })

  test('never takes an address from who has it, whoever of two is faster', async () => {
    await using store = await opened()
    const { installation } = store
    const [ada, bob] = [await made(store), await made(store, 'bob@example.org')]
    const of = { email: 'one@example.org', expires: now + day }
    const own = [ada, bob].map(({ id }) => installation.account(id))
    const tokens = await Promise.all(own.map((each) => each.newEmail.wait(of)))
    const answers = await Promise.all(
      own.map((each, nth) => each.newEmail.confirm({ token: tokens[nth] ?? '', now })),
    )
    expect(answers.filter((one) => one === 'taken')).toHaveLength(1)
    const later = own[answers.indexOf('taken')]
    expect(await later?.newEmail.get(now)).toBe('one@example.org')
    // By now nothing is mailed.
    expect(await later?.newEmail.wait(of)).toBeNull()
    expect(await later?.newEmail.drop()).toBe(true)
    expect(await later?.newEmail.drop()).toBe(false)
  })
})
