import { expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { workspaceScope } from '../scope.ts'
import { wantedOf } from './asked.ts'

const now = Date.UTC(2026, 10, 29, 23)

test('packets are asked for from the day on that a refusal names, and not from earlier', () => {
  const plan = { ...ownPlan, historicDays: 3 }
  const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: true }, plan)
  const from = (from: number) =>
    wantedOf({ scope, clock: () => now }, { from, to: now, sensors: [], query: '*' }).from
  const named = Date.UTC(2026, 10, 26)
  expect(from(named)).toBe(named)
  for (const early of [named - 1, named - 3_600_000])
    expect(() => from(early)).toThrow('Your plan reaches 3 days back: begin on 2026-11-26 or later.')
})
