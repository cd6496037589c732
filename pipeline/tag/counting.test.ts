import type { Session } from '#model/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '#store/analytics/query/define.ts'
import { dueDays, settleDay } from '#store/analytics/rebuild/settle.ts'
import { insertSessions, noTagging } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { proofsOverTime } from '#tags/proof/over-time.ts'
import { compileCounting, nameOfRules } from './compile.ts'

const tags = loadTags().filter(({ count }) => count)

const carried = defineQuery({
  name: 'tags by session',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, tags FROM {db}.sessions',
})

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

describe('rules over time', () => {
  test('every one has sessions that fire it together and ones alike that do not', () => {
    expect(tags.length).toBeGreaterThanOrEqual(10)
    expect(new Set(proofsOverTime.map(({ slug }) => slug))).toEqual(new Set(tags.map(({ slug }) => slug)))
  })

  // The demo's month is stored after it has passed, its oldest day first.
  test.each([
    { origin: 'live', daysAgo: 0, network: '198.51.100' },
    { origin: 'demo', daysAgo: 29, network: '198.18.0' },
  ] as const)(
    'the engine gives the tag of $origin traffic, $daysAgo days old, to those that must have it, and to no other',
    async ({ origin, daysAgo, network }) => {
      const rules = { name: nameOfRules(tags), tagging: noTagging, counting: compileCounting(tags) }
      // Each series has an address of its own, so that they do not count together.
      const sets = proofsOverTime.flatMap(({ slug, fires, spares }) => [
        { slug, sessions: fires, must: true },
        { slug, sessions: spares, must: false },
      ])
      let number = 0
      const sessions = sets.flatMap(({ sessions }, index) =>
        sessions.map((session) => ({
          ...session,
          id: (++number).toString(16).padStart(32, '0'),
          origin,
          firstPacket: session.firstPacket - daysAgo * 86_400_000,
          lastPacket: session.lastPacket - daysAgo * 86_400_000,
          source: { ...session.source, ip: `${network}.${index + 1}` },
        })),
      )
      const byDay = Map.groupBy(sessions, ({ firstPacket }) => Math.floor(firstPacket / 86_400_000))
      for (const [day, some] of byDay)
        await insertSessions(analytics, {
          sessions: some,
          token: `series-${origin}-${day}`,
          tagging: noTagging,
        })
      for (const day of (await dueDays(analytics, rules.name)).due) await settleDay(analytics, day, rules)
      const found = new Map((await analytics.app.run(carried, {})).map((row) => [row.id, row.tags]))
      const dayOf = ({ firstPacket }: Session): number => Math.floor(firstPacket / 86_400_000)
      const wrong = sets.filter(({ slug, must }, index) => {
        const mine = sessions.filter(({ source }) => source.ip === `${network}.${index + 1}`)
        // The whole series carries it, not only those after the count was reached; a day is not told by the next one.
        const expected = must ? mine.filter((one) => dayOf(one) === dayOf(mine.at(-1) ?? one)) : []
        const carrying = mine.filter(({ id }) => found.get(id)?.includes(slug))
        return carrying.map(({ id }) => id).join() !== expected.map(({ id }) => id).join()
      })
      expect(wrong.map(({ slug, must }) => `${slug} ${must ? 'does not fire for all' : 'fires'}`)).toEqual([])
    },
  )
})
