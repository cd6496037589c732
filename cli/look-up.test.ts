import { expect, test } from 'vitest'
import { unseenLines } from './look-up.ts'

test('an address is not called unseen without saying that accepted sessions still wait', () => {
  const unseen = '192.0.2.7: not seen in the last 90 days. That does not make it safe.'
  expect(unseenLines('192.0.2.7', 12)).toEqual([
    unseen,
    '12 accepted sessions still wait to be stored; ask again soon.',
  ])
  expect(unseenLines('192.0.2.7', 0)).toEqual([unseen])
  expect(unseenLines('192.0.2.7', null)).toEqual([unseen])
})
