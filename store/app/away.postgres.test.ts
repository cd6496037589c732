import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { type AppStore, openAppStore } from './open.ts'
import type { Tables } from './tables.ts'
import { startTestPostgres, type TestPostgres } from './testing.ts'

/** What a store says of a real PostgreSQL that dies, ends a connection, or takes no new ones. */
let postgres: TestPostgres
let url: string
let store: AppStore
beforeEach(async () => {
  postgres = await startTestPostgres()
  url = await postgres.freshDatabase()
  store = await openAppStore({ url })
})
afterEach(async () => {
  await store.close()
  await postgres.stop()
})

async function number(db: Kysely<Tables>, expression: string): Promise<number> {
  const { rows } = await sql<{ is: number }>`SELECT ${sql.raw(expression)} AS is`.execute(db)
  return Number(rows[0]!.is)
}

/** What a long statement fails with. @param end given the process of it while it is under way */
async function longStatement(db: Kysely<Tables>, end: (pid: number) => unknown): Promise<never> {
  const pid = await number(db, 'pg_backend_pid()')
  const asked = sql`SELECT pg_sleep(600)`.execute(db)
  const isUnderWay = `(SELECT count(*) FROM pg_stat_activity WHERE pid = ${pid} AND wait_event = 'PgSleep')`
  const [failed] = await Promise.allSettled([
    asked,
    (async () => {
      while ((await number(store.db, isUnderWay)) === 0) await sleep(20)
      await end(pid)
    })(),
  ])
  throw failed.status === 'rejected' ? failed.reason : new Error('The statement ended well.')
}

const kill = (pid: number): unknown => process.kill(pid, 'SIGKILL')
const terminate = (pid: number): Promise<unknown> => number(store.db, `pg_terminate_backend(${pid})::int`)

async function canConnect(): Promise<boolean> {
  const client = new Client({ connectionString: url })
  const could = await client.connect().then(
    () => true,
    () => false,
  )
  if (could) await client.end()
  return could
}

const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  )
const toldAway = (error: unknown): unknown => ({
  code: (error as { code?: string }).code ?? 'none',
  isAway: isDatabaseAway(error),
})

test('a PostgreSQL that dies amid a statement is away, although its error has no code', async () => {
  const error = await failureOf(store.db.connection().execute((db) => longStatement(db, kill)))
  expect(toldAway(error)).toEqual({ code: 'none', isAway: true })
})

test('a PostgreSQL that dies amid a transaction is away: what ends the transaction fails, too', async () => {
  const error = await failureOf(store.db.transaction().execute((db) => longStatement(db, kill)))
  expect(toldAway(error)).toEqual({ code: 'none', isAway: true })
})

test('a PostgreSQL whose operator ends a connection amid a statement is away', async () => {
  const error = await failureOf(store.db.connection().execute((db) => longStatement(db, terminate)))
  expect(toldAway(error)).toEqual({ code: '57P01', isAway: true })
})

const lock = (): Promise<unknown> => store.locks!.withLock('counts', async () => 'taken', { shared: false })

/** Takes connections until one is refused. */
const oneMore = (): Promise<never> => store.db.connection().execute(oneMore)

test('a PostgreSQL that was stopped is away, also for who wants a lock', async () => {
  await postgres.stop()
  const refused = [await failureOf(oneMore()), await failureOf(lock())]
  expect(refused.map(isDatabaseAway)).toEqual([true, true])
})

test('a PostgreSQL that is stopping and takes no new connections is away, also for who wants a lock', async () => {
  const server = await number(store.db, "split_part(pg_read_file('postmaster.pid'), E'\\n', 1)")
  await store.db.connection().execute(async () => {
    // It waits for the connections that are there, and refuses others.
    process.kill(server, 'SIGTERM')
    while (await canConnect()) await sleep(20)
    const refused = [await failureOf(oneMore()), await failureOf(lock())]
    expect(refused.map(toldAway)).toEqual(refused.map(() => ({ code: '57P03', isAway: true })))
  })
})

test('a statement that is refused for what it says is no matter of a database that is away', async () => {
  const error = await failureOf(number(store.db, 'nothing_such'))
  expect(toldAway(error)).toEqual({ code: '42703', isAway: false })
})
