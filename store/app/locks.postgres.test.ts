import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { type AppStore, openAppStore } from './open.ts'
import { startTestPostgres, type TestPostgres } from './testing.ts'
import type { SharedLocks } from './locks.ts'

/** Two processes on one PostgreSQL, as two stores opened on it. */
let postgres: TestPostgres
let stores: AppStore[] = []
beforeAll(async () => {
  postgres = await startTestPostgres()
  const url = await postgres.freshDatabase()
  stores = [await openAppStore({ url }), await openAppStore({ url })]
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await postgres.stop()
})

const claim = (name: string, act: (one: SharedLocks, other: SharedLocks) => Promise<void>): void =>
  test(name, async () => {
    const [one, other] = stores.map(({ locks }) => locks)
    return act(one!, other!)
  })

const exclusive = { shared: false }

/** An act that says when it begins, and ends when told to. */
function act(said: string[], name: string) {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    said.push(`${name} begins`)
    begun.resolve()
    await over.promise
    said.push(`${name} ends`)
  }
  return { run, begun: begun.promise, end: over.resolve }
}

claim('one process at a time holds a lock', async (one, other) => {
  const said: string[] = []
  const [a, b] = [act(said, 'a'), act(said, 'b')]
  const first = one.withLock('documents', a.run, exclusive)
  await a.begun
  const second = other.withLock('documents', b.run, exclusive)
  await sleep(100)
  a.end()
  await b.begun
  b.end()
  await Promise.all([first, second])
  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

claim('what is shared goes on together, and not beside what is not', async (one, other) => {
  const said: string[] = []
  const [a, b, c] = [act(said, 'a'), act(said, 'b'), act(said, 'c')]
  const shared = [
    one.withLock('sessions', a.run, { shared: true }),
    other.withLock('sessions', b.run, { shared: true }),
  ]
  await Promise.all([a.begun, b.begun])
  const alone = other.withLock('sessions', c.run, exclusive)
  await sleep(100)
  for (const { end } of [a, b, c]) end()
  await Promise.all([...shared, alone])
  expect(said.slice(-2)).toEqual(['c begins', 'c ends'])
})

claim('an act that fails gives its lock back and says why', async (one, other) => {
  const failing = one.withLock('counts', () => Promise.reject(new Error('no space')), exclusive)
  await expect(failing).rejects.toThrow('no space')
  expect(await other.withLock('counts', async () => 'free', exclusive)).toBe('free')
})

claim('of two processes one leads, the other takes over when it ends', async (one, other) => {
  const first = await one.electLeader('background')
  const second = await other.electLeader('background')
  expect([first.leads(), second.leads()]).toEqual([true, false])
  await first.stop()
  const deadline = Date.now() + 600_000
  while (!second.leads() && Date.now() < deadline) await sleep(50)
  expect([first.leads(), second.leads()]).toEqual([false, true])
  await second.stop()
})

claim('a lock whose connection broke is not called held: the act is to be done again', async (one, other) => {
  const held = one.withLock(
    'documents',
    async () => {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`.execute(
        stores[1]!.db,
      )
      await sleep(50)
    },
    exclusive,
  )
  await expect(held).rejects.toMatchObject({ code: 'busy' })
  expect(await other.withLock('documents', async () => 'free', exclusive)).toBe('free')
})

test('a connection that breaks between two statements refuses the next one, and nothing else', async () => {
  const [one, other] = stores
  const broken = one!.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
    await sql`SELECT pg_terminate_backend(${rows[0]!.pid})`.execute(other!.db)
    // It hears of that while it is asked nothing.
    await sleep(500)
    await sql`SELECT 1`.execute(transaction)
  })
  await expect(broken).rejects.toThrow()
  expect((await sql`SELECT 1 AS one`.execute(one!.db)).rows).toEqual([{ one: 1 }])
})
