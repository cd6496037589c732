import { expect, test } from 'vitest'
import { megabyte, usualPcaps } from '#model/pcap.ts'
import { requirePlace } from './room.ts'

const room = { ...usualPcaps, atOnce: 2, keptSize: 10 }
const refused = (use: { open: number; bytes: number }): unknown => {
  try {
    requirePlace({ ...room, use })
  } catch (error) {
    return error
  }
  return null
}

test('as many as the plan allows at once may wait, and one more is told when to ask again', () => {
  expect(refused({ open: 1, bytes: 10 * megabyte - 1 })).toBeNull()
  expect(refused({ open: 2, bytes: 0 })).toMatchObject({
    code: 'busy',
    retryAfter: 10,
    message: expect.stringContaining('your plan allows 2 at once'),
  })
  expect(refused({ open: 1, bytes: 10 * megabyte })).toMatchObject({ code: 'conflict' })
})
