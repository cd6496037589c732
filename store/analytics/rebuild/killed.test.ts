import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CatalogueTag, writeTagCatalogue } from '../tag-catalogue/write.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import type { Session } from '#model/session.ts'
import { defineQuery } from '../query/define.ts'
import { exampleHttp, exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { type Tagging } from '../sessions/tagging.ts'
import { refreshTagCounts } from '../tag-counts/refresh.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import type { Counting } from './threshold-tags.ts'
import { type Derived, derived } from './derived.ts'
import { rebuild } from './rebuild.ts'
import { staleDays, type Rules, retagIfTouched, retagBy } from './stale-days.ts'
import { makeWhole } from './ensure-balanced.ts'

/** A process that dies: before its n-th statement that changes something it throws, and whatever it had sent stays done. */
let left = Infinity
const dying = ({ sql }: { sql: string }): void => {
  if (!/^\s*(SELECT|WITH)\b/.test(sql) && --left < 0) throw new Error('killed')
}

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: dying })
  await writeTagCatalogue(analytics, catalogue)
})
afterAll(() => analytics.close())
beforeEach(() => clear())

const tag = (slug: string, intention: CatalogueTag['intention']): CatalogueTag => ({
  slug,
  name: slug,
  category: 'activity',
  intention,
  cves: [],
})
const catalogue = [tag('old', 'unknown'), tag('new', 'malicious'), tag('busy', 'suspicious')]
const counting: Counting[] = [
  { slug: 'busy', of: 'sessions', atLeast: 3, within: 60, base: { sql: '1', params: {} } },
]
const rules = (slug: string): Rules => ({ name: slug, tagging: tagging(slug), counting })
const tagging = (slug: string): Tagging => ({ sql: `[{slug: String}]`, params: { slug } })

const derivedTables = ['ip_day', 'tag_day', 'ip_life', 'ip_dirty', 'ips', 'terms', 'tag_counts', 'tag_stale']
const clear = async (tables = ['sessions', 'tagged_days', ...derivedTables]): Promise<void> => {
  left = Infinity
  for (const table of tables) await analytics.migrator.command(`TRUNCATE TABLE {local}.${table}`)
}

let units = 0
/** Three sessions of one address within a minute, and one of another. */
const drawn = () => [
  ...[0, 10, 20].map((second) =>
    exampleSession({ firstPacket: exampleNow - second * 1000, http: exampleHttp({ path: '/a' }) }),
  ),
  exampleSession({ from: '2001:db8::9', port: 22 }),
]
const insert = (sessions = drawn(), token = `unit-${++units}`): Promise<void> =>
  insertSessions(analytics, { sessions, token, tagsOf: () => ['old'] })

const retagStale = async (by: Rules): Promise<void> => {
  for (const day of (await staleDays(analytics, by.name)).due) await retagIfTouched(analytics, day, by)
}

/** Tags every day anew, whatever it carries. */
const retagAgain = async (by: Rules): Promise<void> => {
  const { due } = await staleDays(analytics, `${by.name}, all once more`)
  expect(due.length).toBe(days.length)
  for (const day of due) {
    await retagBy(analytics, day, by)
    // Marks all addresses, also those that nothing changed for.
    await rebuild(analytics, day)
  }
}

const carried = defineQuery({
  name: 'tags and ids of sessions',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: 'SELECT toString(tuple(id, tags)) AS row FROM {db}.sessions ORDER BY row',
})

interface ServerStatus extends Derived {
  sessions: string[]
}
const status = async (): Promise<ServerStatus> => {
  await refreshDocuments(analytics, { now: exampleNow })
  await refreshTagCounts(analytics, { now: exampleNow })
  const sessions = (await analytics.app.run(carried, {})).map(({ row }) => row)
  return { sessions, ...(await derived(analytics)) }
}

/**
 * Process after process settles what is due; the n-th dies before its n-th change, and the last has nothing left to die of.
 * What one leaves is what the next goes on with, and in the end nothing may differ from sessions tagged at once.
 */
async function dieEverywhere(by: Rules): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    left = deaths
    const over = await retagStale(by).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Error && error.message === 'killed')) throw error
        return false
      },
    )
    left = Infinity
    if (!over) {
      // Documents are made in between, and take the marks.
      await refreshDocuments(analytics, { now: exampleNow })
      continue
    }
    expect((await staleDays(analytics, by.name)).due).toEqual([])
    return deaths
  }
}

const days = [0, 1, 2]
const onEveryDay = (): Session[][] =>
  days.map((ago) => drawn().map((one) => ({ ...one, firstPacket: one.firstPacket - ago * 86_400_000 })))

describe('a process that dies before any one of its changes', () => {
  it('leaves days of old rules such that the next ones give every session its new tags', async () => {
    for (const sessions of onEveryDay()) await insert(sessions)
    await retagStale(rules('old'))
    await status()
    expect(await dieEverywhere(rules('new'))).toBeGreaterThan(10)
    const found = await status()
    await retagAgain(rules('new'))
    expect(found).toEqual(await status())
    expect(found.sessions.filter((row) => row.includes("['busy','new']")).length).toBe(3 * days.length)
  }, 240_000)

  it('leaves days that sessions came for such that counts over time and records follow', async () => {
    const late: Session[] = []
    for (const [first, second, third, other] of onEveryDay()) {
      await insert([first!, second!, other!])
      late.push(third!)
    }
    await retagStale(rules('old'))
    for (const session of late) await insert([session])
    await status()
    expect(await dieEverywhere(rules('old'))).toBeGreaterThan(10)
    const found = await status()
    await retagAgain(rules('old'))
    expect(found).toEqual(await status())
    expect(found.sessions.filter((row) => row.includes('busy')).length).toBe(3 * days.length)
  }, 240_000)
})

describe('a unit of which a dead process stored the sessions and not what follows from them', () => {
  const day = { origin: 'live', day: '2026-03-15' } as const
  const view = defineQuery({
    name: 'the text of a view',
    params: z.object({}),
    row: z.object({ text: z.string() }),
    sql: `SELECT create_table_query AS text FROM system.tables WHERE database = '{local}' AND name = 'sessions_to_ip_day'`,
  })

  it('counts once when a rebuild came before its repetition', async () => {
    const sessions = drawn()
    await insert(sessions, 'whole')
    const wanted = await status()
    await clear()
    const [{ text = '' } = {}] = await analytics.migrator.run(view, {})
    await analytics.migrator.command('DROP VIEW {local}.sessions_to_ip_day SYNC')
    await insert(sessions, 'half')
    await analytics.migrator.command(text)
    await rebuild(analytics, day)
    await insert(sessions, 'half')
    await makeWhole(analytics, day)
    expect(await status()).toEqual(wanted)
  })
})
