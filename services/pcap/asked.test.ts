import { assert, expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { Refusal } from '#model/errors.ts'
import { workspaceScope } from '../scope.ts'
import { queryTasks } from '../work/tasks.ts'
import { workHere } from '../work/work.ts'
import { wantedOf } from './asked.ts'

const now = Date.UTC(2026, 10, 29, 23)

const work = workHere(queryTasks, { tags: new Map() })

test('packets are asked for from the day on that a refusal names, and not from earlier', async () => {
  const plan = { ...ownPlan, historicDays: 3 }
  const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: true }, plan)
  const asked = (from: number) =>
    wantedOf({ scope, clock: () => now, work }, { from, to: now, sensors: [], query: '*' })
  const named = Date.UTC(2026, 10, 26)
  expect((await asked(named)).from).toBe(named)
  for (const early of [named - 1, named - 3_600_000])
    await expect(asked(early)).rejects.toThrow('Your plan reaches 3 days back: begin on 2026-11-26 or later.')
})

test('of a query that is longer than any may be, a refusal sends back no more than one may hold', async () => {
  const asked = { from: now - 1000, to: now, sensors: [], query: 'x'.repeat(1_000_000) }
  const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: true }, ownPlan)
  const refused: unknown = await wantedOf({ scope, clock: () => now, work }, asked).catch((error) => error)
  assert(refused instanceof Refusal)
  expect(refused.message).toBe('A query may hold 16384 bytes; this one holds 1000000. (at 16384–1000000)')
  expect(refused.extra).toMatchObject({ query: 'x'.repeat(16_384) })
})

test('what takes long to read is read by no thread that others wait for', () => {
  expect(queryTasks.readSessionQuery.isLight({ query: '/(a+)+/ '.repeat(500), now })).toBe(false)
})
