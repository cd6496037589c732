import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeUnit } from '#pipeline/drain/store-unit.ts'
import { splitUnits } from '#pipeline/drain/units.ts'
import { nameOfRules } from '#pipeline/tag/compile.ts'
import type { RulesInForce } from '#pipeline/tag/in-force.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import type { Job } from './job.ts'
import { openRetagging } from './retagging.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const product = compileRuleSet([
  { slug: 'busy', rule: 'destination.port:22', count: { of: 'sessions', atLeast: 2, within: 3600 } },
])
const rules: RulesInForce = { product, none: nameOfRules([]), own: async () => new Map() }
let at = exampleNow
let isFilling = true
const options = () => ({ analytics, rules, retentionDays: 90, clock: () => at })

const openJob = (): Job =>
  openRetagging({
    ...options(),
    log: pino({ level: 'silent' }),
    isFilling: () => isFilling,
    onRetagged: () => undefined,
  }).job

/** Whether a round so many milliseconds later looks at a day. */
const looks = (job: Job, later: number): Promise<boolean> => {
  at += later
  return job.run(new AbortController().signal)
}

let units = 0
async function comes(): Promise<void> {
  for (const unit of splitUnits(`unit-${++units}`, rowsOfSessions([exampleSession()])).units)
    await storeUnit({ ...options(), onStored: () => undefined }, unit, false)
}

test('counts wait while a backlog is stored and its documents are made, and half a minute at most', async () => {
  await comes()
  const [long, short] = [openJob(), openJob()]
  const waits = [await looks(long, 0), await looks(long, 29_000), await looks(short, 0)]
  isFilling = false
  expect([...waits, await looks(short, 4000)]).toEqual([false, false, false, false])
  expect(await looks(short, 1000)).toBe(true)
  await comes()
  isFilling = true
  expect(await looks(long, 0)).toBe(true)
})
