import { expect, test } from 'vitest'
import { tortureSensor } from './sensor.ts'

test('agent and server killed six times, once for a day: every closed segment is stored exactly once, at its time', async () => {
  const { wrong, kills, late, closed, sessions } = await tortureSensor({ kills: 6 })
  expect(wrong).toEqual([])
  expect(kills).toEqual({ ofAgent: 4, ofServer: 2 })
  expect(late).toBeGreaterThan(0)
  expect(closed).toBeGreaterThan(late)
  expect(sessions).toBeGreaterThanOrEqual(closed)
})
