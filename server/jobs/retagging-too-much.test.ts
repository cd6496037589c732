import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { outOfMemory } from '#store/analytics/query/testing.ts'
import { nameOfRules } from '#pipeline/tag/compile.ts'
import type { RulesInForce } from '#pipeline/tag/in-force.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { openRetagging, type Retagging } from './retagging.ts'

/** Sessions of this day are too much for one statement. */
let tooMuch: string | null = null
const isWithin = (from: unknown, to: unknown): boolean =>
  tooMuch !== null && String(from) <= tooMuch && tooMuch <= String(to)
function overflowing({ params }: { params: Record<string, unknown> }): void {
  if (!isWithin(params.counted_from, params.counted_to)) return
  throw outOfMemory()
}

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: overflowing })
})
afterAll(() => analytics.close())

const [newest, middle, oldest] = ['2026-03-15', '2026-03-14', '2026-03-13'] as const
beforeEach(async () => {
  tooMuch = null
  ofWorkspace = null
  await removeRows(analytics)
  for (const day of [newest, middle, oldest]) await comes(day)
})

let units = 0
const comes = (day: string): Promise<void> =>
  insertSessions(analytics, {
    sessions: [exampleSession({ firstPacket: Date.parse(day) + 3_600_000 })],
    token: `unit-${++units}`,
  })

const { workspace } = exampleSession()
const own = (slug: string) => compileRuleSet([{ slug, rule: 'destination.port:<65536' }], workspace)
const setOf = (slug: string) =>
  compileRuleSet([
    { slug, rule: 'destination.port:<65536' },
    { slug: 'busy', rule: 'destination.port:22', count: { of: 'sessions', atLeast: 2, within: 60 } },
  ])

let at = exampleNow
let product = setOf('first')
let ofWorkspace: ReturnType<typeof own> | null = null
function openJob(): Retagging {
  const rules: RulesInForce = {
    get product() {
      return product
    },
    none: nameOfRules([]),
    own: async () => new Map(ofWorkspace ? [[workspace, ofWorkspace]] : []),
  }
  return openRetagging({
    analytics,
    rules,
    retentionDays: 90,
    clock: () => at,
    log: pino({ level: 'silent' }),
    onRetagged: () => undefined,
  })
}

/** Rounds, a minute each. @returns what those that failed said */
async function rounds({ job }: Retagging, count: number): Promise<string[]> {
  const failures: string[] = []
  for (let round = 0; round < count; round++) {
    at += 60_000
    await job
      .run(new AbortController().signal)
      .catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)))
  }
  return failures
}

const carried = defineQuery({
  name: 'tags by day',
  params: z.object({}),
  row: z.object({ day: z.string(), tags: z.array(z.string()), custom: z.array(z.string()) }),
  sql: `SELECT toString(toDate(first_packet)) AS day, arraySort(groupUniqArrayArray(tags)) AS tags,
  arraySort(groupUniqArrayArray(custom_tags)) AS custom
FROM {db}.sessions GROUP BY day ORDER BY day DESC`,
})
const tagsByDay = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries((await analytics.app.run(carried, {})).map(({ day, tags }) => [day, tags]))

const customByDay = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries((await analytics.app.run(carried, {})).map(({ day, custom }) => [day, custom]))

const busy = 'The analytics store is busy, try again.'

test('a day that is too much for the engine keeps no other from new rules, is told of, and is tried again later', async () => {
  const retagging = openJob()
  tooMuch = newest
  await rounds(retagging, 4)
  expect(await tagsByDay()).toEqual({ [newest]: [], [middle]: ['first'], [oldest]: ['first'] })
  expect(retagging.status()).toMatchObject({ due: 1, retagged: 2, workingOn: null, lastError: busy })
  // With nothing else to do the job itself says so.
  expect(await rounds(retagging, 1)).toEqual([busy])
  tooMuch = null
  await rounds(retagging, 12)
  expect(await tagsByDay()).toMatchObject({ [newest]: ['first'] })
  expect(retagging.status()).toMatchObject({ due: 0, retagged: 3, lastError: null })
  expect(await rounds(retagging, 1)).toEqual([])
})

test('it is not tried in each round, and other rules are tried at once', async () => {
  const retagging = openJob()
  await rounds(retagging, 4)
  product = setOf('second')
  tooMuch = middle
  await rounds(retagging, 4)
  expect(await tagsByDay()).toEqual({ [newest]: ['second'], [middle]: ['first'], [oldest]: ['second'] })
  tooMuch = null
  // It could be retagged by now, but nobody tried.
  await rounds(retagging, 3)
  expect(retagging.status()).toMatchObject({ due: 1, lastError: busy })
  product = setOf('third')
  await rounds(retagging, 4)
  expect(await tagsByDay()).toEqual({ [newest]: ['third'], [middle]: ['third'], [oldest]: ['third'] })
  expect(retagging.status()).toMatchObject({ due: 0, lastError: null })
})

test('the same holds for the rules of a workspace, and for the days of the product that they are due beside', async () => {
  const retagging = openJob()
  await rounds(retagging, 4)
  ofWorkspace = own('mine')
  product = setOf('fourth')
  tooMuch = middle
  await rounds(retagging, 8)
  expect(await customByDay()).toEqual({ [newest]: ['mine'], [middle]: [], [oldest]: ['mine'] })
  expect(await tagsByDay()).toMatchObject({ [newest]: ['fourth'], [oldest]: ['fourth'] })
  expect(retagging.status()).toMatchObject({ due: 1, lastError: busy })
  tooMuch = null
  await rounds(retagging, 12)
  expect(await customByDay()).toMatchObject({ [middle]: ['mine'] })
  expect(await tagsByDay()).toMatchObject({ [middle]: ['fourth'] })
  expect(retagging.status()).toMatchObject({ due: 0, lastError: null })
})

test('days that sessions came for are noted as right although one among them is too much to be looked at', async () => {
  const retagging = openJob()
  await rounds(retagging, 4)
  expect(retagging.status()).toMatchObject({ due: 0 })
  for (const day of [newest, middle, oldest]) await comes(day)
  tooMuch = oldest
  await rounds(retagging, 4)
  expect(retagging.status()).toMatchObject({ due: 1, lastError: busy })
})
