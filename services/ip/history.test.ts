import { expect, test } from 'vitest'
import { visitorPlan } from '#model/entitlements.ts'
import type { LoggedVerdict } from '#model/ip-document/beside-values.ts'
import { stepsOf } from './history.ts'

const now = Date.UTC(2026, 10, 21)
const changeAt = (daysAgo: number): LoggedVerdict => ({
  at: new Date(now - daysAgo * 86_400_000).toISOString(),
  before: 'unknown',
  after: 'malicious',
  method: 'verdict/2',
  decided: [],
})
const steps = (historicDays: number, size: number) =>
  stepsOf(
    { tags: new Map(), scope: { kind: 'visitor', plan: { ...visitorPlan, historicDays } }, clock: () => now },
    [1, 2, 20, 80].map(changeAt),
    { size, actors: new Map(), words: new Map() },
  )

test('the history of a verdict reaches as far as the plan, and says what more there is in that reach', () => {
  expect(steps(90, 3)).toMatchObject({ steps: { length: 3 }, more: true })
  expect(steps(7, 3)).toMatchObject({ steps: { length: 2 }, more: false })
  expect(steps(7, 1)).toMatchObject({ steps: { length: 1 }, more: true })
  expect(steps(90, 4)).toMatchObject({ steps: { length: 4 }, more: false })
})
