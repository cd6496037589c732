import { expect, test } from 'vitest'
import { tortureSpool } from '#tests/torture/spool.ts'

test('killed five times while taking in and draining: all that was acknowledged is stored exactly once', async () => {
  const result = await tortureSpool({ kills: 5 })
  expect(result.wrong).toEqual([])
  expect(result.accepted).toBeGreaterThan(10)
  expect(result.again).toBeGreaterThan(0)
})
