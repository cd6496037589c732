import { afterAll, describe, expect, test } from 'vitest'
import { openAppStore } from '../open.ts'
import { testDatabases } from '../testing.ts'
import { claimMs } from './claims.ts'
import { hostWith } from './testing.ts'

const { places, stop } = await testDatabases()
afterAll(stop)

const now = Date.UTC(2026, 10, 27, 12)
const id = '019ac0de-0000-7000-8000-000000000001'

describe.each(places)('claims of a batch on %s', (_name, place) => {
  async function opened() {
    const store = await openAppStore(await place())
    const made = await store.installation.workspaces.create({ name: 'w', publish: true, now })
    const { batches, tokens } = store.installation.workspace(made.id).sensors
    const { secret: token } = await tokens.create({ profile: 'p', madeBy: '', now, expires: now + 1000 })
    const enrolled = await store.installation.sensors.enroll(hostWith(token, now))
    if (!enrolled) throw new Error('not enrolled')
    const sensor = enrolled.sensor.id
    /** Each of these spools claims the batch, all at once; how often which answer was given. */
    const claimed = async (spools: readonly string[], at = now): Promise<Record<string, number>> => {
      const answers = await Promise.all(spools.map((spool) => batches.claim({ sensor, id, spool, now: at })))
      return Object.fromEntries(
        [...Map.groupBy(answers, (one) => one)].map(([answer, all]) => [answer, all.length]),
      )
    }
    return { store, batches, sensor, claimed }
  }

  test('by one server at once are the first and such as come again, never another’s', async () => {
    const { store, claimed } = await opened()
    expect(await claimed(Array.from({ length: 8 }, () => 'a'))).toEqual({ first: 1, again: 7 })
    expect(await claimed(['a', 'b', 'a', 'b'])).toEqual({ again: 2, theirs: 2 })
    await store.close()
  })

  test('that ran out one server gets, however many see it', async () => {
    const { store, claimed } = await opened()
    expect(await claimed(['a'])).toEqual({ first: 1 })
    const later = now + claimMs
    expect(await claimed(['b', 'c', 'd', 'e', 'f'], later)).toEqual({ again: 1, theirs: 4 })
    await store.close()
  })

  test('of one that is safe meanwhile say so', async () => {
    const { store, batches, sensor, claimed } = await opened()
    await claimed(['a'])
    const batch = { sensor, id, capture: 'c', sessions: 1, bytes: 1, received: now, lagMs: 0 }
    const [, ...answers] = await Promise.all([batches.enter(batch), claimed(['a', 'a']), claimed(['a'])])
    for (const answer of answers)
      expect(Object.keys(answer).filter((one) => one !== 'taken' && one !== 'again')).toEqual([])
    expect(await claimed(['a', 'b'])).toEqual({ taken: 2 })
    await store.close()
  })
})
