import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openAppStore } from './open.ts'
import { postgresIfAny } from './testing.ts'

/** Counting searches, exactly, on both databases and from several connections. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-searches-'))
const postgres = await postgresIfAny()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
const week = Date.parse('2026-11-23T00:00:00Z')
const places: [string, () => Promise<{ file: string } | { url: string }>, processes: number][] = [
  ['SQLite', async () => ({ file: join(folder, 'app.db') }), 1],
]
if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() }), 4])

describe.each(places)('searches on %s', (_name, place, processes) => {
  test('are never more than the limit, however many ask at once', async () => {
    const at = await place()
    const first = await openAppStore(at)
    const stores = [
      first,
      ...(await Promise.all(Array.from({ length: processes - 1 }, () => openAppStore(at)))),
    ]
    for (let round = 0; round < 5; round += 1) {
      const who = `user ${round}`
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          stores[at % stores.length]!.installation.searches.take({ who, week, request: null, limit: 10 }),
        ),
      )
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10)
      expect(await first.installation.searches.used({ who, week })).toBe(10)
    }
    await Promise.all(stores.map((store) => store.close()))
  })

  test('that are refused after all are given back, and a repeated request counts once', async () => {
    const { installation, close } = await openAppStore(await place())
    const { searches } = installation
    const of = { who: 'user a', week, request: null, limit: 2 }
    expect(await searches.take(of)).toEqual({ allowed: true, isCounted: true, used: 1 })
    await searches.giveBack(of)
    expect(await searches.used(of)).toBe(0)
    await searches.giveBack(of)
    expect(await searches.used(of)).toBe(0)
    const named = { ...of, request: 'r1' }
    const all = await Promise.all([1, 2, 3].map(() => searches.take(named)))
    expect(all.filter(({ isCounted }) => isCounted)).toHaveLength(1)
    expect(all.every(({ allowed }) => allowed)).toBe(true)
    // Of somebody else the same name is another request.
    expect(await searches.take({ ...named, who: 'user b' })).toMatchObject({ isCounted: true })
    expect(await searches.take({ ...of, request: 'r2' })).toMatchObject({ allowed: true, used: 2 })
    expect(await searches.take({ ...of, request: 'r3' })).toMatchObject({ allowed: false, used: 2 })
    // What was done before may be repeated although the limit is reached.
    expect(await searches.take({ ...of, request: 'r2' })).toMatchObject({ allowed: true, isCounted: false })
    await close()
  })

  test('begin anew with each week, and a limit of none allows none', async () => {
    const { installation, close } = await openAppStore(await place())
    const { searches } = installation
    const of = { who: 'user w', week, request: null, limit: 1 }
    expect(await searches.take({ ...of, limit: 0 })).toMatchObject({ allowed: false, used: 0 })
    expect(await searches.take(of)).toMatchObject({ allowed: true })
    expect(await searches.take(of)).toMatchObject({ allowed: false })
    expect(await searches.take({ ...of, week: week + 7 * 86_400_000 })).toMatchObject({
      allowed: true,
      used: 1,
    })
    // Long after it nobody asks about a week.
    await searches.take({ ...of, week: week + 70 * 86_400_000 })
    expect(await searches.used(of)).toBe(0)
    await close()
  })
})
