import { expect, test } from 'vitest'
import { readoutOf } from './day-readout.ts'

const of = (day: string, malicious: number, benign = 0) => ({
  day,
  counts: { malicious, suspicious: 0, unknown: 0, benign },
})

test('a day says how many and of which verdicts, several say what they narrow to', () => {
  expect(readoutOf([of('2026-11-11', 1400, 280)], '')).toBe('11 Nov: 1,680 (malicious 1,400, benign 280)')
  expect(readoutOf([of('2026-11-11', 0)], '2026-11-11')).toBe('11 Nov so far: 0')
  expect(readoutOf([of('2026-11-11', 1), of('2026-11-12', 2)], '')).toBe(
    'Enter or let go: IPs last seen from 11 Nov, first seen by 12 Nov',
  )
  expect(readoutOf([], '')).toBe('')
})
