import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { postgresIfAny } from '../testing.ts'
import { failedAttempts, removeOldAttempts } from './failed-attempts.ts'

/** Counting what failed for all that share a database. What follows from the counts: services/sign-in/attempts.test.ts. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-failed-'))
const postgres = await postgresIfAny()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
const now = 1_700_000_000_000
const hour = 3_600_000
let files = 0
const places: [string, () => Promise<{ file: string } | { url: string }>, processes: number][] = [
  ['SQLite', async () => ({ file: join(folder, `${(files += 1)}.db`) }), 1],
]
if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() }), 4])

describe.each(places)('what failed on %s', (_name, place, processes) => {
  async function opened() {
    const at = await place()
    const stores: AppStore[] = []
    for (let each = 0; each < processes; each += 1) stores.push(await openAppStore(at))
    const close = async () => void (await Promise.all(stores.map((store) => store.close())))
    return {
      db: stores[0]!.db,
      all: stores.map((store) => failedAttempts(store.db)),
      [Symbol.asyncDispose]: close,
    }
  }

  test('is counted once each, from however many processes at once, and no two stand at the same place', async () => {
    await using store = await opened()
    const places = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        // In another order each: nobody waits for somebody who waits for him.
        const keys = at % 2 === 0 ? ['a', 'b', 'c'] : ['c', 'b', 'a']
        const before = await store.all[at % store.all.length]!.add(keys, { now, since: now - hour })
        return before.get('b')?.count
      }),
    )
    expect(places.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, at) => at))
    const [first] = store.all
    expect((await first!.read(['a', 'nothing'])).get('a')).toEqual({ count: 100, at: now, isTrusted: false })
    expect((await first!.read(['nothing'])).size).toBe(0)
  })

  test('is kept under no name that could be read', async () => {
    await using store = await opened()
    await store.all[0]!.add(['account ada@example.org'], { now, since: 0 })
    expect(JSON.stringify(await store.db.selectFrom('failed_attempts').selectAll().execute())).not.toContain(
      'ada',
    )
  })

  test('goes after an hour, and the oldest of too many at once; who signed in is kept apart, and longer', async () => {
    await using store = await opened()
    const [counts] = store.all
    for (const [key, at] of [
      ['old', now - hour - 1],
      ['recent', now - hour + 1],
      ['new', now],
    ] as const)
      await counts!.add([key], { now: at, since: 0 })
    await counts!.trust('home', now - 80 * 24 * hour)
    await counts!.trust('once', now - 91 * 24 * hour)
    await removeOldAttempts(store.db, now)
    const keys = ['old', 'recent', 'new', 'home', 'once']
    expect([...(await counts!.read(keys)).keys()].sort()).toEqual(['home', 'new', 'recent'])
    const limits = { failed: 1, trusted: 1 }
    await removeOldAttempts(store.db, now, limits)
    expect([...(await counts!.read(keys)).keys()].sort()).toEqual(['home', 'new'])
  })
})
