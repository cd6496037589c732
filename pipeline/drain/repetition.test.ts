import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Session } from '#model/session.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { withLock } from '#store/analytics/locks.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { nightly } from '#store/analytics/retention/nightly.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { refreshTagCounts } from '#store/analytics/tag-counts/refresh.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { compileRuleSet } from '../tag/rule-set.ts'
import { storeUnit, type StoreUnit } from './store-unit.ts'
import { type DrainUnit, splitUnits } from './units.ts'

let analytics: TestAnalytics
let statements: string[] = []
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: ({ sql }) => void statements.push(sql) })
})
afterAll(() => analytics.close())

const product = compileRuleSet([
  { slug: 'web', rule: 'destination.port:80' },
  { slug: 'shell', rule: 'destination.port:22' },
])
const store = (
  unit: DrainUnit,
  again: boolean,
  by: Analytics = analytics,
  retentionDays = 90,
): Promise<void> => {
  const storing: StoreUnit = {
    analytics: by,
    rules: { product, none: compileRuleSet([]).name, own: async () => new Map() },
    retentionDays,
    clock: () => exampleNow,
    onStored: () => undefined,
  }
  return storeUnit(storing, unit, again)
}

const hourMs = 3_600_000
const at = (hours: number, change: Parameters<typeof exampleSession>[0]): Session =>
  exampleSession({ firstPacket: exampleNow - hours * hourMs, ...change })

const before = [at(2, { from: '198.51.100.1' }), at(3, { from: '198.51.100.2', port: 22 })]
/** Of an address known before a tag and hours that are new, one that is new, a forged one, and one that stays in its workspace. */
const broken = [
  at(5, { from: '198.51.100.1' }),
  at(1, { from: '198.51.100.1', port: 22 }),
  at(1, { from: '2001:db8::9', port: 22 }),
  at(1, { from: '198.51.100.3', direction: 'backscatter' }),
  at(1, { from: '198.51.100.4', published: false }),
]

let round = 0
const unitOf = (sessions: readonly Session[]): DrainUnit => {
  const [unit] = splitUnits(`unit-${++round}`, rowsOfSessions(sessions)).units
  return unit ?? expect.fail('no unit')
}

/** Everything that follows from the sessions, with what is made of it in the background. */
const allDerived = async () => {
  await refreshDocuments(analytics, { now: exampleNow })
  await refreshTagCounts(analytics, { now: exampleNow })
  return derived(analytics)
}

const textOfView = defineQuery({
  name: 'the text of a view',
  params: z.object({ name: z.string() }),
  row: z.object({ text: z.string() }),
  sql: `SELECT create_table_query AS text FROM system.tables WHERE database = '{local}' AND name = {name: String}`,
})

/** Runs something while a view has another text, or is away. */
async function withView(rollup: string, sql: string | null, run: () => Promise<void>): Promise<void> {
  const { migrator } = analytics
  const name = `sessions_to_${rollup}`
  const [view] = await migrator.run(textOfView, { name })
  const replace = async (text: string | null): Promise<void> => {
    await migrator.command(`DROP VIEW IF EXISTS {local}.${name} SYNC`)
    if (text !== null) await migrator.command(text)
  }
  await replace(sql && `CREATE MATERIALIZED VIEW {local}.${name} TO {local}.${rollup} AS ${sql}`)
  try {
    await run()
  } finally {
    await replace(view?.text ?? null)
  }
}

/** As of a statement that ended before these rollups: in which order the engine fills them is its business. */
const without = ([rollup, ...others]: readonly string[], run: () => Promise<void>): Promise<void> =>
  rollup === undefined ? run() : withView(rollup, null, () => without(others, run))

const breaking = `SELECT origin, src_ip AS ip FROM {local}.sessions WHERE throwIf(1, 'broken off') = 0`

const tooMuchMemory = defineQuery({
  name: 'more than a statement may have',
  params: z.object({}),
  row: z.object({ n: z.number() }),
  sql: 'SELECT length(groupArray(number)) AS n FROM numbers(10000000)',
})

describe('a unit of which the sessions stand and not all that is added up from them, when it is repeated', () => {
  let wanted: Awaited<ReturnType<typeof allDerived>>
  beforeAll(async () => {
    for (const sessions of [before, broken]) await store(unitOf(sessions), false)
    wanted = await allDerived()
  })

  let unit: DrainUnit
  beforeEach(async () => {
    await removeRows(analytics)
    await store(unitOf(before), false)
    unit = unitOf(broken)
  })

  const isWholeWhenRepeated = async (): Promise<void> => {
    // Documents and counts are made in between, and take what marks there are.
    expect(await allDerived()).not.toEqual(wanted)
    await store(unit, true)
    expect(await allDerived()).toEqual(wanted)
  }

  it.each([[['tag_day']], [['ip_life']], [['tag_day', 'ip_life']], [['ip_day', 'tag_day', 'ip_life']]])(
    'is whole: without %j',
    async (rollups) => {
      await without(rollups, () => store(unit, false))
      await isWholeWhenRepeated()
    },
  )

  it('is whole where the engine gave up among the rollups', async () => {
    await withView('ip_life', breaking, async () => expect(store(unit, false)).rejects.toThrow('THROW_IF'))
    await isWholeWhenRepeated()
  })

  it('is whole where a rollup passed the bounds of a statement, though no attempt came before', async () => {
    const tooMuch: unknown = await analytics.app
      .run(tooMuchMemory, {}, { settings: { max_memory_usage: 1_000_000 } })
      .catch((error: unknown) => error)
    let fails = 1
    const failing: Analytics = {
      ...analytics,
      app: {
        ...analytics.app,
        async insertBlock(...block) {
          if (fails-- <= 0) return analytics.app.insertBlock(...block)
          await without(['tag_day', 'ip_life'], () => analytics.app.insertBlock(...block))
          throw tooMuch
        },
      },
    }
    await store(unit, false, failing)
    expect(await allDerived()).toEqual(wanted)
  })
})

it('a unit that stands whole costs no rebuild when it is repeated, and nothing is looked for when it comes first', async () => {
  await removeRows(analytics)
  const unit = unitOf(broken)
  statements = []
  await store(unit, false)
  const first = statements.splice(0)
  const wanted = await allDerived()
  statements = []
  await store(unit, true)
  expect(statements.filter((sql) => /_staging|PARTITION/.test(sql))).toEqual([])
  expect(statements.filter((sql) => /INSERT INTO \S+(tag_day|ip_life)\b/.test(sql))).toHaveLength(2)
  expect(first.filter((sql) => /tag_day|ip_life/.test(sql))).toEqual([])
  expect(await allDerived()).toEqual(wanted)
})

it('sessions made again of a capture add nothing to days that are past the retention: they were counted while their sessions stood', async () => {
  await removeRows(analytics)
  const sessions = [at(24 * 40, { from: '198.51.100.1' }), at(2, { from: '198.51.100.1' })]
  const [old, recent] = splitUnits('first', rowsOfSessions(sessions)).units as [DrainUnit, DrainUnit]
  await store(old, false)
  await store(recent, false)
  const wanted = await allDerived()
  await nightly(analytics, { now: exampleNow, retentionDays: 30 })
  for (const unit of splitUnits('restored', rowsOfSessions(sessions), true).units)
    await store(unit, false, analytics, 30)
  expect(await allDerived()).toEqual(wanted)
})

it('what stands is added up once more while nobody tags sessions anew: their old tags would come after the new ones', async () => {
  await removeRows(analytics)
  const unit = unitOf(broken)
  await store(unit, false)
  const addings = () => statements.filter((sql) => /INSERT INTO \S+(tag_day|ip_life)\b/.test(sql)).length
  let repeating = Promise.resolve()
  await withLock(analytics, 'sessions', async () => {
    statements = []
    repeating = store(unit, true)
    while (!statements.some((sql) => sql.includes('SELECT DISTINCT id'))) await sleep(5)
    await sleep(300)
    expect(addings()).toBe(0)
  })
  await repeating
  expect(addings()).toBe(2)
})
