import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AppStore, openAppStore } from './open.ts'
import { getSetting, putSetting } from './settings.ts'
import { completeTask, enqueueTask, failTask, takeTasks } from './tasks.ts'
import { testDatabases } from './testing.ts'

/** Tasks and their leases, on both databases. */

const { places, stop } = await testDatabases()
afterAll(stop)

const now = 1_700_000_000_000

describe.each(places)('tasks on %s', (_name, place) => {
  async function opened(): Promise<AppStore & AsyncDisposable> {
    const store = await openAppStore(await place())
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }

  test('many workers share the tasks: each is given to exactly one', async () => {
    await using store = await opened()
    for (let index = 0; index < 60; index++)
      await enqueueTask(store.db, { kind: 'mail', payload: { index }, now: now + index })
    await enqueueTask(store.db, { kind: 'other', payload: null, now })
    await enqueueTask(store.db, { kind: 'mail', payload: 'later', now, runAt: now + 10_000 })
    const taken = await Promise.all(
      Array.from({ length: 12 }, () =>
        takeTasks(store.db, { kinds: ['mail'], now: now + 100, leaseMs: 1000, limit: 7 }),
      ),
    )
    const ids = taken.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const rest = await takeTasks(store.db, { kinds: ['mail'], now: now + 100, leaseMs: 1000, limit: 100 })
    expect(ids.length + rest.length).toBe(60)
  })

  test('a lease that ran out is given to another, and the late one can no longer end the task', async () => {
    await using store = await opened()
    await enqueueTask(store.db, { kind: 'k', payload: { a: 1 }, now })
    const take = (at: number) => takeTasks(store.db, { kinds: ['k'], now: at, leaseMs: 1000, limit: 1 })
    const [late] = await take(now)
    expect(late).toMatchObject({ kind: 'k', payload: { a: 1 }, attempt: 1 })
    expect(await take(now + 999)).toEqual([])
    const [second] = await take(now + 1000)
    if (!late || !second) throw new Error('both were due')
    expect(await completeTask(store.db, late)).toBe(false)
    expect(await failTask(store.db, late, { error: 'late', retryAt: now })).toBe(false)
    expect(await failTask(store.db, second, { error: 'no route', retryAt: now + 5000 })).toBe(true)
    expect(await take(now + 4999)).toEqual([])
    const [third] = await take(now + 5000)
    if (!third) throw new Error('due')
    expect(third.attempt).toBe(3)
    expect(await completeTask(store.db, third)).toBe(true)
    expect(await completeTask(store.db, third)).toBe(false)
    expect(await store.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('an act that fails takes its task with it, and others do not slip into its transaction', async () => {
    await using store = await opened()
    const failed = store.db.transaction().execute(async (transaction) => {
      await putSetting(transaction, 'inside', 1)
      await enqueueTask(transaction, { kind: 'k', payload: null, now })
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('no')
    })
    const outside = putSetting(store.db, 'outside', 2)
    await expect(failed).rejects.toThrow('no')
    await outside
    expect(await getSetting(store.db, 'inside', z.number())).toBeNull()
    expect(await getSetting(store.db, 'outside', z.number())).toBe(2)
    expect(await takeTasks(store.db, { kinds: ['k'], now, leaseMs: 1, limit: 1 })).toEqual([])
  })
})
