import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { makeAnew } from '../parts/heal.ts'
import { defineQuery } from '../query/define.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { noTagging } from '../sessions/tagging.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '../testing.ts'
import { addNoted } from './add-noted.ts'
import { product } from './notes.ts'
import { removeOrigin } from './remove-origin.ts'
import { type Rules, retagIfTouched, staleDays } from './stale-days.ts'

/** Days that lost sessions and got as many again. */

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())
beforeEach(() => removeRows(analytics))

const rules: Rules = {
  name: 'a',
  tagging: noTagging,
  counting: [{ slug: 'wide', of: 'destinations', atLeast: 3, within: 60, base: { sql: '1', params: {} } }],
}
const origin = 'demo'
const day = new Date(exampleNow).toISOString().slice(0, 10)

/** An address that asks three destinations in a minute. */
const sessions = [1, 2, 3].map((to): Session => ({
  ...exampleSession({ origin, from: '198.18.0.1', firstPacket: exampleNow - to * 1000 }),
  destination: { ip: `192.0.2.${to}`, port: 80, bytes: 1, packets: 1 },
}))

let units = 0
/** As the server does. */
const takeIn = (): Promise<void> =>
  insertSessions(analytics, {
    sessions,
    token: `unit-${++units}`,
    within: (append) => addNoted(analytics, { origin, day, rules: new Map([[product, rules.name]]) }, append),
  })

const retagStale = async (): Promise<void> => {
  for (const stale of (await staleDays(analytics, rules.name)).due)
    await retagIfTouched(analytics, stale, rules)
}

const tags = defineQuery({
  name: 'tags of sessions',
  params: z.object({}),
  row: z.object({ tags: z.array(z.string()) }),
  sql: 'SELECT tags FROM {db}.sessions',
})
const tagsStored = async () => (await analytics.app.run(tags, {})).map((row) => row.tags)
const allWide = sessions.map(() => ['wide'])

describe('sessions that come again carry the tags over time that their sessions show together', () => {
  it('after their origin was removed', async () => {
    await takeIn()
    await retagStale()
    expect(await tagsStored()).toEqual(allWide)
    await removeOrigin(analytics, origin)
    await takeIn()
    await retagStale()
    expect(await tagsStored()).toEqual(allWide)
  })

  it.each([[`('${origin}','${day}')`], ['']])('after a part of theirs was damaged: %j', async (partition) => {
    await takeIn()
    await retagStale()
    await analytics.migrator.command(`ALTER TABLE {local}.sessions DROP PARTITION ('${origin}', '${day}')`)
    await takeIn()
    await makeAnew(analytics, { table: 'sessions', partition })
    await retagStale()
    expect(await tagsStored()).toEqual(allWide)
    expect((await staleDays(analytics, rules.name)).due).toEqual([])
  })
})
